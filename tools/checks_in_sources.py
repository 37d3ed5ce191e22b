"""What the checks in the tests' sources show: the function called, and the status expected of it."""

import re
from collections import Counter
from collections.abc import Iterator

import contract

SOURCES = ("tests/api/*.cpp", "tests/recorder/*.cpp", "tests/unit/*.cpp", "tests/generated/*.cpp")
INVALID_ARGUMENT, INVALID_HANDLE = "CLMEM_ERROR_INVALID_ARGUMENT", "CLMEM_ERROR_INVALID_HANDLE"

# The ways in which a test pairs a call with a status: each pattern has the group "function" and, unless the pattern
# implies it, "status".
CALL = r"(?P<function>clmem_\w+)\("
STATUS = r"(?P<status>CLM?E?M?_\w+)"
PATTERNS = (
    (re.compile(rf"(?:CHECK|REQUIRE)_OK\(\s*{CALL}"), contract.SUCCESS),
    (re.compile(rf"(?:CHECK|REQUIRE)_STATUS\(\s*{STATUS},\s*{CALL}"), None),
    (re.compile(rf"(?:EXPECT|ASSERT)_EQ\(\s*{CALL}[^;]*?,\s*{STATUS}\)\s*(?:<<[^;]*)?;"), None),
    (re.compile(rf'CHECK_NAMES(?:_SILENTLY)?\("\w+",\s*{CALL}'), INVALID_ARGUMENT),
)
EXPECTED = re.compile(rf"CHECK_STATUS\(\s*expected,\s*{CALL}")

# A function or lambda of a test that receives the expected status as an argument.
HELPER = re.compile(r"(?:\bauto (?P<name>\w+) = \[[^\]]*\]|\bvoid (?P<method>\w+))\((?P<parameters>[^{};]*)\)(?: const)? \{")
EXPECTED_PARAMETER = re.compile(r"clmem_status expected\b")


def shown() -> Counter[tuple[str, str]]:
    """Counts the checks that show each pair of function and status."""
    found: Counter[tuple[str, str]] = Counter()
    for glob in SOURCES:
        for path in sorted(contract.ROOT.glob(glob)):
            text = re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))
            for pattern, status in PATTERNS:
                found.update((match["function"], status or match["status"]) for match in pattern.finditer(text))
            if path.parent.name == "generated":  # `expected` is INVALID_HANDLE there
                found.update((match["function"], INVALID_HANDLE) for match in EXPECTED.finditer(text))
            found.update(by_helpers(text))
    return found


def by_helpers(text: str) -> Iterator[tuple[str, str]]:
    """The pairs shown by calls of helpers, which are visible to the end of the block that defines them."""
    for helper in HELPER.finditer(text):
        parameters = arguments(helper["parameters"] + ")")
        places = [i for i, part in enumerate(parameters) if EXPECTED_PARAMETER.search(part)]
        if not places:
            continue
        end = block_end(text, helper.end())
        functions = {match["function"] for match in EXPECTED.finditer(text, helper.end(), end)}
        for use in re.compile(rf"\b{helper['name'] or helper['method']}\(").finditer(text, end, scope_end(text, helper, end)):
            given = arguments(text[use.end() : use.end() + 1000])
            status = given[places[0]].strip() if len(given) > places[0] else ""
            if re.fullmatch(r"CLM?E?M?_\w+", status):
                yield from ((function, status) for function in functions)


def scope_end(text: str, helper: re.Match, end: int) -> int:
    """The scope of a helper: its block for a lambda, the whole file for a member function."""
    return block_end(text, end) if helper["name"] else len(text)


def block_end(text: str, start: int) -> int:
    """The end of the innermost block that is open at a position."""
    depth = 1
    for match in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    return len(text)


def arguments(text: str) -> list[str]:
    """The arguments of a call, or the parameters of a function; `text` starts after the opening parenthesis."""
    parts, depth = [""], 0
    for character in text:
        if character == ")" and depth == 0:
            return parts
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts
