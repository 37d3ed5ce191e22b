"""Caches of objects that exist once for each context, device or queue, the first argument of a function."""

from __future__ import annotations

import atexit
import functools
import threading
import weakref
from typing import Any, Callable, Dict, Hashable, Tuple, TypeVar, cast

from ._contexts import current_context

F = TypeVar("F", bound=Callable[..., Any])


class _Cache:
    """Results by object and arguments. If threads race, they all get the result of the first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._results: Dict[Hashable, Dict[Hashable, Any]] = {}

    def get(self, owner: Hashable, key: Hashable, make: Callable[[], Any]) -> Any:
        results = self._results.get(owner)
        if results is not None and key in results:
            return results[key]
        result = make()
        with self._lock:
            return self._results.setdefault(owner, {}).setdefault(key, result)

    def clear(self) -> None:
        with self._lock:
            dropped, self._results = self._results, {}
        dropped.clear()  # without the lock, since destructors may run any code


class _Caches:
    """All caches that one call clears."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._caches: "weakref.WeakSet[_Cache]" = weakref.WeakSet()

    def make(self) -> _Cache:
        cache = _Cache()
        with self._lock:
            self._caches.add(cache)
        return cache

    def clear(self) -> None:
        with self._lock:
            caches = list(self._caches)
        for cache in caches:
            cache.clear()


_first_arg_caches = _Caches()
_context_caches = _Caches()


def _key(arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Hashable:
    return (arguments, frozenset(keywords.items())) if keywords else (arguments,)


def first_arg_dependent_memoize(func: F) -> F:
    """Caches the results of a function by its first argument and the others.

    The first argument is the object that the result belongs to: a context, a device or a queue. All arguments must be
    hashable. The cache keeps them alive until :func:`clear_first_arg_caches` is called, or until the function itself is
    gone. Threads that call the function at the same time get the same result, though it may be computed more than once.

    :raises TypeError: an argument cannot be hashed.
    """
    cache = _first_arg_caches.make()

    @functools.wraps(func)
    def remembering(first: Any, /, *arguments: Any, **keywords: Any) -> Any:
        return cache.get(first, _key(arguments, keywords), lambda: func(first, *arguments, **keywords))

    return cast(F, remembering)


def clear_first_arg_caches() -> None:
    """Clears the caches of all functions of :func:`first_arg_dependent_memoize`, which keep contexts alive.

    Call it to release contexts before the program ends.
    """
    _first_arg_caches.clear()


def context_dependent_memoize(func: F) -> F:
    """Caches the results of a function by the current context and the arguments.

    The current context is this thread's, from :func:`make_default_context` or :mod:`clmem.autoinit`, else the one that
    the whole process shares.
    """
    cache = _context_caches.make()

    @functools.wraps(func)
    def remembering(*arguments: Any, **keywords: Any) -> Any:
        return cache.get(current_context(), _key(arguments, keywords), lambda: func(*arguments, **keywords))

    return cast(F, remembering)


def clear_context_caches() -> None:
    """Clears the caches of all functions of :func:`context_dependent_memoize`, which keep contexts alive."""
    _context_caches.clear()


atexit.register(clear_first_arg_caches)
atexit.register(clear_context_caches)
