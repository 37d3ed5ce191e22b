"""Parses the header's comments into text and tags; the header's introduction describes the tags."""

import re
from dataclasses import dataclass, field

DIRECTIONS = ("in", "out")
OWNERSHIPS = ("owned", "borrowed", "retained", "copied")
TAGS = ("param", "error", "threadsafety", "since", "deprecated", "return")
CODE = "    "
# What holds for functions without the tags @threadsafety and @since.
ANY_THREAD, FIRST_VERSION = "any thread", "0.1"

_TAG = re.compile(r"@(?P<tag>[a-z]+)(?:\[(?P<argument>[^\]]*)\])?(?:\s+(?P<rest>.*))?$")
_SECTION = re.compile(r"/\* ==== (\w+) =+(?: \*/$|\n)")


@dataclass
class Parameter:
    """One @param line."""

    name: str
    direction: str
    ownership: str
    nullable: bool
    length: str | None
    doc: str


@dataclass
class Comment:
    """A parsed comment; `problems` lists what is wrong with it."""

    brief: str = ""
    details: list[str] = field(default_factory=list)
    parameters: list[Parameter] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)
    single: dict[str, str] = field(default_factory=dict)  # threadsafety, since, deprecated, return
    problems: list[str] = field(default_factory=list)


@dataclass
class Prose:
    """The introduction of a section, without the comment's frame; its indented lines are the example."""

    name: str
    text: list[str]

    @property
    def example(self) -> list[str]:
        return [line.removeprefix(CODE) for line in self.text if line.startswith(CODE)]

    @property
    def is_complete(self) -> bool:
        """Whether the introduction has an example and further text."""
        return bool(self.example) and any(line and not line.startswith(CODE) for line in self.text)


def introduction_of(comment: str) -> Prose:
    """The introduction of the header, below its name and its licence."""
    return Prose("introduction", _prose(comment.partition("\n *\n")[2]))


def section_of(comment: str) -> Prose | None:
    """The section that a comment introduces; None if it introduces none."""
    match = _SECTION.match(comment)
    return Prose(match[1], _prose(comment[match.end() :])) if match else None


def _prose(body: str) -> list[str]:
    return "\n".join(_unframed(body)).strip("\n").splitlines()


def _unframed(body: str) -> list[str]:
    return [re.sub(r"^\s*\*(?: |$)", "", line).rstrip() for line in body.removesuffix("*/").splitlines()]


def parse(raw: str | None) -> Comment:
    """Parses a /** comment */."""
    comment = Comment()
    text, tags = _split(_lines(raw or ""))
    if text:
        comment.brief, comment.details = text[0], text[1:]
    for line in tags:
        _parse_tag(comment, line)
    return comment


def _lines(raw: str) -> list[str]:
    """The comment's lines without its frame."""
    return [line.strip() for line in _unframed(raw.removeprefix("/**").removeprefix("<"))]


def _split(lines: list[str]) -> tuple[list[str], list[str]]:
    """Splits a comment into paragraphs of text and tags, each joined to one line."""
    text: list[str] = []
    tags: list[str] = []
    current = None
    for line in lines:
        if not line:
            current = None
        elif line.startswith("@") and not line.startswith("@p "):
            tags.append(line)
            current = tags
        elif current is None:
            text.append(line)
            current = text
        else:
            current[-1] += " " + line
    return text, tags


def _parse_tag(comment: Comment, line: str) -> None:
    match = _TAG.match(line)
    if not match or match["tag"] not in TAGS:
        comment.problems.append(f"unknown tag '{line.split()[0]}'; expected one of @{', @'.join(TAGS)}")
        return
    tag, rest = match["tag"], (match["rest"] or "").strip()
    if tag == "param":
        _parse_param(comment, match["argument"], rest)
    elif tag == "error":
        status, _, cause = rest.partition(" ")
        if not cause.strip():
            comment.problems.append(f"@error {status} needs a cause")
        comment.errors.append((status, cause.strip()))
    elif tag in comment.single:
        comment.problems.append(f"@{tag} is repeated")
    else:
        if not rest:
            comment.problems.append(f"@{tag} needs a text")
        comment.single[tag] = rest


def _parse_param(comment: Comment, direction: str | None, rest: str) -> None:
    name, _, rest = rest.partition(" ")
    words, semicolon, doc = rest.partition(";")

    def problem(text: str) -> None:
        comment.problems.append(f"@param {name}: {text}")

    if direction not in DIRECTIONS:
        problem(f"expected the direction [in] or [out], got '{direction or ''}'")
    if not semicolon or not doc.strip():
        problem("expected 'tags; text'")
    ownerships, nullable, length = [], False, None
    for word in (w.strip() for w in words.split(",")):
        if word in OWNERSHIPS:
            ownerships.append(word)
        elif word == "nullable":
            nullable = True
        elif re.fullmatch(r"length \w+", word):
            length = word.split()[1]
        else:
            problem(f"unknown tag '{word}'")
    if len(ownerships) != 1:
        problem(f"expected exactly one of {', '.join(OWNERSHIPS)}, got {' and '.join(ownerships) or 'none'}")
    comment.parameters.append(
        Parameter(name, direction or "", ownerships[0] if ownerships else "", nullable, length, doc.strip())
    )
