"""What classes of constants have in common."""

from __future__ import annotations

from typing import Optional


class Constants:
    """A class whose members are OpenCL's numbers."""

    @classmethod
    def to_string(cls, value: int, default_format: Optional[str] = None) -> str:
        """Gives the name of a number.

        :param value: the number.
        :param default_format: what to give for a number that has no name, as ``"<unknown %d>"``.
        :raises ValueError: the number has no name, and there is no `default_format`.
        """
        for name, number in vars(cls).items():
            if number == value and not name.startswith("_"):
                return name
        return cls._nameless(value, default_format)

    @classmethod
    def _nameless(cls, value: int, default_format: Optional[str]) -> str:
        if default_format is None:
            raise ValueError(f"{value} has no name in {cls.__name__}")
        return default_format % value


class BitConstants(Constants):
    """Numbers that may be combined by ``|``: their names are too."""

    @classmethod
    def _nameless(cls, value: int, default_format: Optional[str]) -> str:
        names, rest = [], value
        for name, number in vars(cls).items():
            if name.startswith("_") or not isinstance(number, int):
                continue
            if number > 0 and number & (number - 1) == 0 and rest & number:
                names.append(name)
                rest &= ~number
        if names and not rest:
            return " | ".join(names)
        return super()._nameless(value, default_format)
