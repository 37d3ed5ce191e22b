"""Checks of arguments that are numbers, texts, types or functions; their errors name the argument.

Integers are all objects with ``__index__``, such as bools and numpy's integers. Floats and texts are none.
"""

from __future__ import annotations

import reprlib
from functools import partial
from operator import index
from typing import Any, Optional, Tuple, Type

from . import _hot
from ._constant_class import Constants
from ._constants import status_code
from ._errors import logic, wrong_type
from ._handles import described
from ._numpy import np

MOST_BYTES = 2**64 - 1
MOST_32 = 2**32 - 1
SIZE, OFFSET = "a size in bytes as an int", "an offset in bytes as an int"
_SHOWN = (bool, int, float, complex, str, bytes, tuple, list)
_MOST_BITS = 256  # of an int in a message

_short = reprlib.Repr()
_short.maxstring = _short.maxother = _short.maxlong = 80


def shown(value: Any) -> str:
    """A value for a message: itself, shortened, if it is simple, else its type."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return f"an int of {value.bit_length()} bits"
    return _short.repr(value) if isinstance(value, _SHOWN) else described(value)


def _power(bound: int) -> str:
    """A bound for a message: powers of two are easier to read than their digits."""
    for value, rest in ((bound, ""), (bound + 1, " - 1")):
        if value > 1 << 20 and value & (value - 1) == 0:
            return f"2**{value.bit_length() - 1}{rest}"
    return f"-{_power(-bound)}" if bound < -(1 << 20) else str(bound)


def number(
    value: Any,
    name: str,
    routine: str,
    low: int = 0,
    high: int = MOST_32,
    *,
    what: str = "an int",
    unit: str = "",
    advice: str = "",
    code: int = status_code.INVALID_VALUE,
) -> int:
    """An integer within bounds.

    :param what: what was expected, for the message about another type.
    :param advice: what to do, for that message.
    :param unit: follows the bounds in the message.
    :param code: the error code for a number outside the bounds.
    :raises LogicError: it is no integer, or outside the bounds.
    """
    try:
        found = index(value)
    except TypeError:
        raise wrong_type(routine, f"{name}: expected {what}, got {shown(value)}{advice}") from None
    if not low <= found <= high:
        raise logic(routine, f"{name}: expected {_bounds(found, low, high)}{unit}, got {shown(found)}", code)
    return found


def _bounds(found: int, low: int, high: int) -> str:
    """The bounds for a message; of two that are far apart only the one that was passed."""
    if high < 1 << 20:
        return f"{low} to {high}"
    return f"at least {_power(low)}" if found < low else f"at most {_power(high)}"


# A size and an offset in bytes: (value, name, routine). Not functions of Python, to keep tracebacks short.
size = partial(number, low=0, high=MOST_BYTES, what=SIZE, unit=" bytes")
offset = partial(number, low=0, high=MOST_BYTES, what=OFFSET, unit=" bytes")


def flags(value: Any, of: Type[Constants], name: str, routine: str) -> int:
    """Bits of a class of constants."""
    try:
        found = index(value)
    except TypeError:
        raise wrong_type(routine, f"{name}: expected bits of {of.__name__} as an int, got {shown(value)}") from None
    if not 0 <= found <= MOST_BYTES:
        raise logic(routine, f"{name}: expected bits of {of.__name__}, got {shown(found)}")
    return found


def constant(value: Any, of: Type[Constants], name: str, routine: str, low: int = 0) -> int:
    """One of a class of constants; the driver or the library refuses unknown ones."""
    return number(value, name, routine, low, MOST_32, what=f"one of {of.__name__} as an int")


def as_int(value: Any) -> Optional[int]:
    """An integer; None for anything else."""
    try:
        return index(value)  # no test for __index__: numpy's arrays have it, too
    except TypeError:
        return None


def as_ints(values: Any) -> Optional[Tuple[int, ...]]:
    """The integers in one integer or in several; None if there is anything else."""
    one = as_int(values)
    if one is not None:
        return (one,)
    try:
        return None if isinstance(values, (str, bytes, bytearray)) else tuple(map(index, values))
    except TypeError:
        return None


def numbers(
    values: Any,
    name: str,
    routine: str,
    most: Optional[int] = None,
    low: int = 0,
    high: int = MOST_BYTES,
    *,
    what: str = "",
) -> Tuple[int, ...]:
    """One integer, or several, each within bounds.

    :param most: how many there may be; None means any number of them.
    :param what: what was expected, for the message about another type.
    """
    found = as_ints(values)
    if found is None:
        what = what or ("an int or a tuple of ints" if most is None else f"at most {_COUNTS[most]} ints")
        raise wrong_type(routine, f"{name}: expected {what}, got {shown(values)}")
    outside = [each for each in found if not low <= each <= high]
    if outside or (most is not None and len(found) > most):
        count = "" if most is None else f"at most {_COUNTS[most]} "
        bounds = _bounds(outside[0] if outside else low - 1, low, high)
        raise logic(routine, f"{name}: expected {count}numbers of {bounds}, got {shown(found)}")
    return found


_COUNTS = {2: "two", 3: "three"}


def text(value: Any, name: str, routine: str) -> bytes:
    """A str in UTF-8, without zeros, which would end it."""
    if not isinstance(value, str):
        raise wrong_type(routine, f"{name}: expected a str, got {shown(value)}")
    try:
        encoded = value.encode()
    except UnicodeEncodeError as error:
        raise logic(routine, f"{name}: expected a str that UTF-8 can encode, got {value!r}: {error.reason}") from None
    if b"\0" in encoded:
        raise logic(routine, f"{name}: expected a str without zeros, got {shown(value)}")
    return encoded


def dtype(value: Any, name: str, routine: str) -> Any:
    """A numpy dtype."""
    if value is None:  # numpy takes it for float64
        raise wrong_type(routine, f"{name}: expected a numpy dtype, got None")
    try:
        return np.dtype(value)
    except (TypeError, ValueError) as error:
        kind = wrong_type if isinstance(error, TypeError) else logic
        raise kind(routine, f"{name}: expected a numpy dtype, got {shown(value)}: {error}") from None


def function(value: Any, name: str, routine: str) -> Any:
    """Something that can be called."""
    if not callable(value):
        raise wrong_type(routine, f"{name}: expected a function, got {shown(value)}")
    return value


def _size_of_a_block(value: Any) -> int:
    return size(value, "size", "allocate")


_hot.on_wrong_size(_size_of_a_block)
