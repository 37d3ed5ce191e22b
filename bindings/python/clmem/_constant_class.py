"""The base classes of the constants."""

from __future__ import annotations

from typing import Optional


class Constants:
    """A class whose members are OpenCL constants."""

    @classmethod
    def to_string(cls, value: int, default_format: Optional[str] = None) -> str:
        """The name of a constant.

        :param value: its number.
        :param default_format: the result for a number without a name, such as ``"<unknown %d>"``.
        :raises ValueError: the number has no name, and `default_format` is None.
        """
        for name, number in vars(cls).items():
            if number == value and not name.startswith("_"):
                return name
        return cls._nameless(value, default_format)

    @classmethod
    def _nameless(cls, value: int, default_format: Optional[str]) -> str:
        if default_format is None:
            raise ValueError(f"expected a value of {cls.__name__}, got {value}")
        return default_format % value


class BitConstants(Constants):
    """Bits that can be combined by ``|``, as can their names."""

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
