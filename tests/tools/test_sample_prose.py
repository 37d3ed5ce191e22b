"""The comments of each language, the messages in statements that fail, and the draw."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import handwritten
import sample_prose


def comments(name, text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_text(text)
        return list(handwritten.comments(path))


class Comments(unittest.TestCase):
    def test_of_c(self):
        text = 'int a; // one\nputs("// no");\n/* two\n * three */ char c = \'"\'; // four\n'
        self.assertEqual(comments("a.c", text), [(1, "one"), (3, "two"), (4, "three"), (4, "four")])

    def test_of_java(self):
        self.assertEqual(comments("A.java", "/**\n * One.\n *\n * @param a two\n */\n"), [(2, "One."), (4, "@param a two")])

    def test_of_rust_with_lifetimes(self):
        text = "//! One.\nfn f<'a>(a: &'a str) {} // two\n/// Three.\n"
        self.assertEqual(comments("a.rs", text), [(1, "One."), (2, "two"), (3, "Three.")])

    def test_of_python(self):
        text = '"""One."""\ndef f():\n    """Two.\n\n    Three."""\n    return "# no"  # four\n'
        self.assertEqual(sorted(comments("a.py", text)), [(1, "One."), (3, "Two."), (5, "Three."), (6, "four")])

    def test_of_shell(self):
        self.assertEqual(comments("dev", "#!/bin/sh\n# one\necho $# a # two\n"), [(2, "one"), (3, "two")])


class Files(unittest.TestCase):
    def test_leave_out_what_is_generated_built_or_copied(self):
        names = ["src/a.cpp", "src/generated/b.cpp", "src/build/c.cpp", "src/d.json", "src/CMakeLists.txt", "src/e.txt"]
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()
            found = [path.name for path in handwritten.files(["src"], Path(folder))]
        self.assertEqual(found, ["CMakeLists.txt", "a.cpp"])

    def test_must_exist(self):
        self.assertRaises(FileNotFoundError, handwritten.files, ["no such folder"])


class Messages(unittest.TestCase):
    def test_of_c(self):
        text = '// throw "no"\nfail(status, "%s; is"\n     " wrong", name);\nputs("no");\n'
        self.assertEqual(list(sample_prose.c_messages(text)), [(2, "%s; is wrong")])

    def test_of_the_layer(self):
        text = 'log_once("one two three");\nstd::fprintf(stderr, "clmem: %s\\n", why);\nstd::printf("no");\n'
        self.assertEqual(list(sample_prose.c_messages(text)), [(1, "one two three"), (2, "clmem: %s\\n")])

    def test_of_java(self):
        text = 'throw new IllegalArgumentException("got " + value);'
        self.assertEqual(list(sample_prose.c_messages(text)), [(1, "got ")])

    def test_of_python(self):
        text = 'def f():\n    raise ValueError(f"{a} is bad", "no")\n    raise\n'
        self.assertEqual(list(sample_prose.python_messages(text)), [(2, "{} is bad no")])


class Draw(unittest.TestCase):
    POPULATION = [str(i) for i in range(1000)]

    def test_depends_on_the_seed_alone(self):
        once, again = (sample_prose.draw("seed", "kind", self.POPULATION, 100) for _ in range(2))
        self.assertEqual(once, again)
        self.assertNotEqual(once, sample_prose.draw("other", "kind", self.POPULATION, 100))
        self.assertEqual(len(set(once)), 100)

    def test_takes_all_of_a_small_population(self):
        self.assertEqual(sorted(sample_prose.draw("seed", "kind", ["a", "b"], 20)), ["a", "b"])


if __name__ == "__main__":
    unittest.main()
