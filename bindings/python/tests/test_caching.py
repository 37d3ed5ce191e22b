"""Results that are cached by a first argument or by the current context."""

import gc
import threading

import pytest

import clmem as cl
from clmem import tools


def test_results_are_cached_by_the_first_argument(context):
    calls = []

    @tools.first_arg_dependent_memoize
    def make(first, number, name="x"):
        """A docstring."""
        calls.append((first, number, name))
        return object()

    other = cl.create_some_context(interactive=False)
    assert make(context, 1) is make(context, 1)
    assert make(context, 2) is not make(context, 1)
    assert make(other, 1) is not make(context, 1)
    assert make(context, 1, name="y") is make(context, 1, name="y")
    assert len(calls) == 4
    assert make(cl.Context.from_int_ptr(context.int_ptr), 1) is make(context, 1), "the OpenCL object decides"
    assert make.__name__ == "make" and make.__doc__ == "A docstring."
    with pytest.raises(TypeError, match="unhashable"):
        make(context, [])
    tools.clear_first_arg_caches()
    make(context, 1)
    assert len(calls) == 5


def test_cleared_caches_release_contexts():
    @tools.first_arg_dependent_memoize
    def make(first):
        return 1

    context = cl.create_some_context(interactive=False)
    before = context.reference_count
    make(cl.Context.from_int_ptr(context.int_ptr))
    assert context.reference_count == before + 1
    tools.clear_first_arg_caches()
    gc.collect()
    assert context.reference_count == before


def test_a_failure_is_not_cached(context):
    calls = []

    @tools.first_arg_dependent_memoize
    def fails_once(first):
        calls.append(1)
        if len(calls) == 1:
            raise ValueError("once")
        return 7

    with pytest.raises(ValueError, match="once"):
        fails_once(context)
    assert fails_once(context) == 7


def test_threads_get_the_same_result(context):
    barrier = threading.Barrier(8)

    @tools.first_arg_dependent_memoize
    def make(first):
        barrier.wait(10)  # all threads are inside at once
        return object()

    results = []

    def ask():
        results.append(make(context))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, results))) == 1


def test_results_are_cached_by_the_current_context():
    calls = []

    @tools.context_dependent_memoize
    def make(number):
        calls.append(number)
        return object()

    first = make(1)
    assert make(1) is first
    tools.make_default_context()
    second = make(1)
    assert second is not first
    tools._contexts.pop_context()
    assert make(1) is first
    tools.clear_context_caches()
    assert make(1) is not first
    assert calls == [1, 1, 1]


def test_keywords_are_the_functions(context):
    calls = []

    @tools.first_arg_dependent_memoize
    def make(owner, *numbers, **names):
        calls.append((numbers, names))
        return object()

    assert make(context, first=1, func=2) is make(context, func=2, first=1)
    assert make(context, (), frozenset({("first", 1)})) is not make(context, first=1), "an argument is no keyword"
    assert len(calls) == 3
