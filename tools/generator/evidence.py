"""Chooses among the tests that call a function the one that is named for it."""

from pathlib import Path


def choose(function: dict, files: dict[str, frozenset[str]]) -> str | None:
    """The best test file: one of the function's section, else the one that calls the fewest functions; the contract
    last."""

    def rank(file: str) -> tuple:
        return is_contract(file), function["section"] not in Path(file).stem.lower(), len(files[file]), file

    return min((file for file, called in files.items() if function["name"] in called), key=rank, default=None)


def is_contract(file: str) -> bool:
    """Whether the file contains or runs the contract's cases."""
    return "contract" in file.lower()
