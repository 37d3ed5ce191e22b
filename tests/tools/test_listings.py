"""The names of the bindings, as the gate of the interface sees them, and abidiff on changed headers."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import contract  # noqa: E402
from generator import abi, abidiff, listings  # noqa: E402

SOURCES = {
    "bindings/python/clmem/__init__.py": "from ._pool import Pool\n__all__ = ['Pool']\n",
    "bindings/python/clmem/_pool.py": "class Pool:\n    def take(self, size, *, queue=None): ...\n    def _hidden(self): ...\n",
    "bindings/python/pytest_clmem/__init__.py": "__all__ = ['no_leaks']\ndef no_leaks(request): ...\ndef _hidden(): ...\n",
    "bindings/java/src/main/java/io/clmem/Pool.java": """
        public final class Pool { // a pool
            public static final int MOST = 3;
            private int hidden;
            void alsoHidden() {}
            /** Doc. */ @Override public Buffer take(long size) { return null; }
            public enum Kind { ONE(1), TWO(2); public long code() { return 1; } }
            public interface Callback { void call(int why); }
        }
        class Hidden { public void never() {} }""",
    "bindings/java/src/main/java/io/clmem/Cache.java": "@Experimental public class Cache { public void clear() {} }",
    "bindings/rust/clmem/src/lib.rs": "mod pool; pub mod experimental; pub use pool::{Pool, Kind};",
    "bindings/rust/clmem/src/pool.rs": """
        pub struct Pool { handle: u64, pub size: usize }
        pub enum Kind { One, Two(u32) }
        pub struct Hidden;
        impl Pool { pub fn take(&self, size: usize) -> Buffer { todo() } fn hidden(&self) {} pub(crate) fn inner(&self) {} }
        impl Hidden { pub fn never(&self) {} }
        impl Drop for Pool { fn drop(&mut self) {} }""",
    "bindings/rust/clmem/src/experimental/mod.rs": "mod cache; pub use cache::Cache;",
    "bindings/rust/clmem/src/experimental/cache.rs": "pub struct Cache; impl Cache { pub fn clear(&self) {} }",
}


def listed(changes: dict[str, tuple[str, str]] | None = None) -> dict[str, list[str]]:
    """The lists of these sources after changes: by path, a text and what replaces it."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for path, content in SOURCES.items():
            old, new = (changes or {}).get(path, ("", ""))
            assert old in content
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(content.replace(old, new) if old else content)
        return {language: listings.read(root, language) for language in listings.LISTINGS}


class Names(unittest.TestCase):
    def test_python(self):
        wanted = ["clmem.Pool", "clmem.Pool.take", "clmem.Pool.take(1: size)", "clmem.Pool.take(queue=)"]
        self.assertEqual([line for line in listed()["python"] if line.startswith("clmem.Pool")], wanted)
        plug_in = [line for line in listed()["python"] if line.startswith("pytest_clmem")]
        self.assertEqual(plug_in, ["pytest_clmem.no_leaks", "pytest_clmem.no_leaks(0: request)"])

    def test_java(self):
        self.assertEqual(
            listed()["java"],
            [
                "Pool.Callback: void call(int why)", "Pool.Kind: ONE", "Pool.Kind: TWO", "Pool.Kind: public long code()",
                "Pool: public Buffer take(long size)", "Pool: public enum Kind", "Pool: public interface Callback",
                "Pool: public static final int MOST", "experimental Cache: public void clear()",
                "experimental public class Cache", "public final class Pool",
            ],
        )  # fmt: skip

    def test_rust(self):
        self.assertEqual(
            listed()["rust"],
            [
                "Kind: pub enum Kind", "Kind::One: One", "Kind::Two: Two(u32)", "Pool: pub struct Pool",
                "Pool::size: pub size: usize", "Pool::take: pub fn take(&self, size: usize) -> Buffer",
                "experimental Cache: pub struct Cache", "experimental Cache::clear: pub fn clear(&self)", "impl Drop for Pool",
            ],
        )  # fmt: skip


class Changes(unittest.TestCase):
    """Each change of one file, and whether it breaks programs."""

    def differs(self, language: str, path: str, old: str, new: str) -> tuple[list[str], list[str]]:
        return listings.compare(listed()[language], listed({path: (old, new)})[language])

    def test_python_programs(self):
        path = "bindings/python/clmem/_pool.py"
        self.assertEqual(self.differs("python", path, "queue=None", "queue=None, tag=0"), ([], ["clmem.Pool.take(tag=)"]))
        self.assertEqual(self.differs("python", path, "def _hidden", "def shown")[0], [])
        for old, new, said in (
            ("queue=None", "queue=None, tag", "clmem.Pool.take(tag) is needed now"),
            ("size, *", "length, *", "clmem.Pool.take(1: size) is gone"),
            ("queue=None", "queue", "clmem.Pool.take(queue=) is gone"),
            ("def take", "def grab", "clmem.Pool.take is gone"),
        ):
            with self.subTest(new):
                self.assertIn(said, self.differs("python", path, old, new)[0])

    def test_java_programs(self):
        path = "bindings/java/src/main/java/io/clmem/Pool.java"
        self.assertEqual(self.differs("java", path, "private int hidden", "public int shown"), ([], ["Pool: public int shown"]))
        self.assertEqual(self.differs("java", path, "take(long size)", "take(int size)")[0], ["Pool: public Buffer take(long size) is gone"])
        self.assertEqual(self.differs("java", path, "ONE(1), ", "")[0], ["Pool.Kind: ONE is gone"])
        self.assertEqual(self.differs("java", path, "MOST = 3", "MOST = 4"), ([], []))

    def test_rust_programs(self):
        path = "bindings/rust/clmem/src/pool.rs"
        self.assertEqual(self.differs("rust", path, " fn hidden", " pub fn shown"), ([], ["Pool::shown: pub fn shown(&self)"]))
        self.assertEqual(self.differs("rust", path, "size: usize)", "size: u64)")[0], ["Pool::take: pub fn take(&self, size: usize) -> Buffer is gone"])
        self.assertEqual(self.differs("rust", path, "impl Drop", "impl Clone")[0], ["impl Drop for Pool is gone"])

    def test_extras_break_nothing(self):
        for language, path, old in (
            ("java", "bindings/java/src/main/java/io/clmem/Cache.java", "public void clear() {}"),
            ("rust", "bindings/rust/clmem/src/experimental/cache.rs", "pub fn clear(&self) {}"),
        ):
            self.assertEqual(self.differs(language, path, old, ""), ([], []))


class Libraries(unittest.TestCase):
    def setUp(self):
        self.baseline = abi.merged(None, abi.baseline(contract.api()))

    def compare(self, change) -> tuple[list[str], list[str]]:
        """What abidiff finds if an old baseline differed from the headers by the change."""
        old = abi.merged(None, abi.baseline(contract.api()))
        change(old)
        return abidiff.compare(old, self.baseline, ROOT)

    def test_the_headers_are_those_of_the_baseline(self):
        self.assertEqual(self.compare(lambda old: None), ([], []))

    def test_an_added_function_and_member_break_nothing(self):
        def without(old):
            del old["functions"]["clmem_pool_trim"]
            del old["structs"]["clmem_provider_info"]["members"]["memory_flags"]

        breaks, said = self.compare(without)
        self.assertEqual(breaks, [])
        self.assertIn("clmem_pool_trim", "".join(said))
        self.assertIn("memory_flags", "".join(said))

    def test_a_function_that_is_gone_breaks(self):
        def more(old):
            old["functions"]["clmem_pool_shrink"] = old["functions"]["clmem_pool_trim"]

        self.assertIn("clmem_pool_shrink", "".join(self.compare(more)[0]))


if __name__ == "__main__":
    unittest.main()
