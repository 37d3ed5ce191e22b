"""What the mutants of the library and of the bindings have in common: each is a patch, NN-name.patch, whose first line
says what it breaks."""

import pathlib


class Fault(Exception):
    """The run itself failed, independent of the mutant."""


def chosen(folder: pathlib.Path, names: list[str]) -> list[pathlib.Path]:
    """The patches of a folder whose names begin with one of these, or all."""
    patches = sorted(folder.glob("*.patch"))
    unknown = [name for name in names if not any(patch.stem.startswith(name) for patch in patches)]
    if unknown or not patches:
        raise Fault(f"{folder} has no mutant whose name begins with {', '.join(unknown)}")
    return [patch for patch in patches if not names or patch.stem.startswith(tuple(names))]


def conclude(count: int, missed: list[str]) -> int:
    """Prints how many were caught; returns the exit status."""
    print(f"{count - len(missed)} caught, {len(missed)} missed {' '.join(sorted(missed))}".rstrip())
    return 1 if missed else 0
