"""A plug-in for pytest that is loaded wherever clmem is installed: it fails tests that leak blocks of pools.

::

    @pytest.mark.usefixtures("clmem_no_leaks")
    def test_a_step(pool):
        step(pool)

To check all tests of a folder, its conftest.py has a fixture with `autouse=True` and the argument `clmem_no_leaks`. Unless
a test uses the fixture, clmem is not imported. Experimental: any version may change or remove it.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any, Iterator, Tuple

import pytest

if TYPE_CHECKING:
    from clmem.tools._leaks import LeakCheck

__all__ = ["clmem_no_leaks", "pytest_configure", "pytest_runtest_makereport"]

_RAISED = "_clmem_raised"  # of an item: its setup or its test raised an exception


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker ``clmem_leak_options``."""
    words = "clmem_leak_options(stack_frames=16, allowed_bytes=0): options of the fixture clmem_no_leaks"
    config.addinivalue_line("markers", words)


def pytest_runtest_makereport(item: pytest.Item, call: "pytest.CallInfo[Any]") -> None:
    """Notes whether the test raised an exception: then its local variables live as long as its traceback."""
    if call.when != "teardown" and call.excinfo is not None and "clmem_no_leaks" in getattr(item, "fixturenames", ()):
        setattr(item, _RAISED, True)


def _options(node: Any) -> Tuple[int, int]:
    """The stack's frames and the allowed bytes: of the test's marker, else its class's or module's."""
    mark = node.get_closest_marker("clmem_leak_options")
    given = {"stack_frames": 16, "allowed_bytes": 0}
    known = tuple(given)
    if mark is not None:
        given.update(mark.kwargs)
        wrong = [*mark.args, *(name for name in given if name not in known)]
        wrong += [f"{name}={given[name]!r}" for name in known if type(given[name]) is not int or given[name] < 0]
        if wrong:
            raise pytest.UsageError(
                f"clmem_leak_options: expected stack_frames=NUMBER or allowed_bytes=NUMBER, got {wrong[0]}"
            )
    return given["stack_frames"], given["allowed_bytes"]


def _message(node: Any, check: LeakCheck, allowed_bytes: int) -> Any:
    from clmem.tools._leaks import message

    gc.collect()
    found = message(check.leaks(), allowed_bytes, check.is_disturbed)
    values = getattr(node, "funcargs", None)
    if found is not None and values:
        # pytest still refers to what the test's other fixtures returned, although they are finished.
        values.clear()
        gc.collect()
        found = message(check.leaks(), allowed_bytes, check.is_disturbed)
    return found


@pytest.fixture
def clmem_no_leaks(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test that leaves blocks live which it allocated from pools, after a garbage collection.

    The message has their number and bytes, and the functions that allocated them. pytest reports an error at the teardown
    of the test. Fixtures that a test names after this one are part of the test; those of wider scope are not. A block that
    was released is no leak, even if its commands are pending. A test that fails, or is skipped, is not checked, since its
    traceback keeps its variables.

    The check sees all threads, so tests that run at the same time in one process are counted, too. It records all pools,
    and a pool has at most one recorder: a test that uses :func:`clmem.record` needs the marker
    ``clmem_leak_options(stack_frames=0)``. Then, or if a pool has another recorder when the test begins, the check
    compares the figures of the pools, and knows no functions. The other option, ``allowed_bytes=NUMBER``, is how much a
    test may leave, such as for a cache that it fills.

    :raises pytest.UsageError: an option is unknown or invalid.
    """
    from clmem.tools._leaks import LeakCheck

    node = request.node
    stack_frames, allowed_bytes = _options(node)
    setattr(node, _RAISED, False)
    check = LeakCheck(stack_frames)
    try:
        yield
        found = None if getattr(node, _RAISED) else _message(node, check, allowed_bytes)
    finally:
        check.close()
    if found is not None:
        pytest.fail(found, pytrace=False)
