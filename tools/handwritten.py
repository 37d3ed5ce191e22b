"""The files of this repository that people write, and the comments in them."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

C_LIKE = {".c", ".h", ".cpp", ".hpp", ".java", ".rs", ".i", ".ts", ".mjs"}
HASHED = {".cmake", ".txt", ".sh", ".toml", ""}
SUFFIXES = C_LIKE | HASHED | {".css", ".html", ".py", ".md"}

# Build trees, copies, and what a tool writes.
SKIPPED_FOLDERS = {
    "build", "target", "core", "generated", "third_party", "reference", "mutants", "__pycache__", "corpus", "expected",
    "node_modules",
}
GENERATED_FILES = {
    "bindings/java/src/main/swig/clmem.i",
    "bindings/python/clmem/_constants.py",
    "bindings/python/clmem/_prototypes.py",
    "bindings/python/clmem/_version.py",
    "bindings/rust/clmem-sys/src/declarations.rs",
    "docs/coverage.md",
    "docs/features.md",
    "docs/platforms.md",
    "docs/quirks.md",
    "tools/clmem/view/page.html",
}
NO_PROSE = {"LICENSE"}


def files(areas: list[str], root: Path = ROOT) -> list[Path]:
    """The handwritten text files in folders, or the files themselves, in a stable order."""
    found = []
    for area in areas:
        path = root / area
        if not path.exists():
            raise FileNotFoundError(f"expected {area} in {root}, got no such path")
        found += [path] if path.is_file() else sorted(each for each in path.rglob("*") if is_handwritten(each, root))
    return found


def is_handwritten(path: Path, root: Path = ROOT) -> bool:
    relative = path.relative_to(root)
    return (
        path.is_file()
        and not path.is_symlink()
        and path.suffix in SUFFIXES
        and (path.suffix != ".txt" or path.name == "CMakeLists.txt")
        and path.name not in NO_PROSE
        and not any(part.startswith(".") for part in relative.parts)
        and not SKIPPED_FOLDERS & set(relative.parts)
        and relative.as_posix() not in GENERATED_FILES
    )


# Strings come first, so that what looks like a comment inside one is not taken for one. A lifetime of Rust ('a) has no
# closing quote behind it, and a separator of digits (1'000) has a digit before it.
C_TOKENS = re.compile(
    r"""R"\((?:.|\n)*?\)" | r\#+"(?:.|\n)*?"\#+ | "(?:\\(?:.|\n)|[^"\\])*" | (?<![0-9])'(?:\\[^']+|[^'\\\n])'
    | (?P<line>//[^\n]*) | (?P<block>/\*(?:.|\n)*?\*/)""",
    re.VERBOSE,
)
MARKERS = re.compile(r"^\s*(?://[/!<]*|/\*[*!]*<?|\*(?!/)|\#+!?)?\s?|\s*\*/\s*$")


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a source file's comments and docstrings, without the marks around them, each with its number."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in C_LIKE:
        pieces = c_comments(text)
    elif path.suffix == ".py":
        pieces = python_comments(text)
    elif path.suffix in {".css", ".html", ".md"}:
        pieces = iter(())
    else:
        pieces = hash_comments(text)
    for first, piece in pieces:
        for number, line in enumerate(piece.split("\n"), first):
            bare = MARKERS.sub("", line).strip()
            if bare:
                yield number, bare


def c_comments(text: str) -> Iterator[tuple[int, str]]:
    for match in C_TOKENS.finditer(text):
        if match["line"] or match["block"]:
            yield text.count("\n", 0, match.start()) + 1, match[0]


def python_comments(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            docstring = ast.get_docstring(node, clean=False)
            if docstring is not None:
                yield node.body[0].lineno, docstring


def hash_comments(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        match = re.search(r"(?:^|\s)#(?!!)\s.*", line)
        if match:
            yield number, match[0]
