"""Turns clmem's exceptions into pyopencl's."""

from __future__ import annotations

import functools
from typing import Any, Callable, NoReturn, TypeVar, cast

import pyopencl

from .. import _errors

F = TypeVar("F", bound=Callable[..., Any])


class ArgumentError(pyopencl.LogicError, ValueError):  # type: ignore[misc]
    """An invalid argument. Also a Python ValueError."""


class ArgumentTypeError(pyopencl.LogicError, TypeError):  # type: ignore[misc]
    """An argument of the wrong class. Also a Python TypeError."""


def of_clmem(error: _errors.Error) -> Exception:
    """pyopencl's exception for one of clmem's, with the same code, routine and message."""
    kind = pyopencl.RuntimeError
    if isinstance(error, _errors.MemoryError):
        kind = pyopencl.MemoryError
    elif isinstance(error, _errors.ArgumentTypeError):
        kind = ArgumentTypeError
    elif isinstance(error, _errors.ArgumentError):
        kind = ArgumentError
    elif isinstance(error, _errors.LogicError):
        kind = pyopencl.LogicError
    record = pyopencl._cl._ErrorRecord(msg=error.what, code=error.code, routine=error.routine)
    return cast(Exception, kind(record))


def raise_pyopencls(error: BaseException) -> NoReturn:
    """Raises pyopencl's exception for one of clmem's, and any other as it is."""
    if isinstance(error, _errors.Error):
        raise of_clmem(error) from error.__cause__
    raise error


def raises_pyopencls(function: F) -> F:
    """Decorates a function that calls clmem, so that it raises pyopencl's exceptions."""

    @functools.wraps(function)
    def translated(*arguments: Any, **keywords: Any) -> Any:
        try:
            return function(*arguments, **keywords)
        except _errors.Error as error:
            raise_pyopencls(error)

    return cast(F, translated)
