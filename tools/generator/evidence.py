"""Which of the tests that call a function is named as the one that shows it."""

from pathlib import Path


def choose(function: dict, files: dict[str, frozenset[str]]) -> str | None:
    """The file that shows a function best: one of its section, else the one that calls the fewest others; the contract last."""

    def rank(file: str) -> tuple:
        return is_contract(file), function["section"] not in Path(file).stem.lower(), len(files[file]), file

    return min((file for file, called in files.items() if function["name"] in called), key=rank, default=None)


def is_contract(file: str) -> bool:
    """Whether it is the contract's cases, or runs them."""
    return "contract" in file.lower()
