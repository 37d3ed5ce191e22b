"""A plug-in for pytest. It is loaded on request: by ``pytest -p clmem.testing``, or by ``pytest_plugins =
["clmem.testing"]`` in a test module or conftest.py.

It runs tests that have an argument `clmem_device`, `clmem_platform` or `clmem_ctx_factory` on every device that the
environment variable ``CLMEM_TEST`` (else ``PYOPENCL_TEST``) names, or on all devices. Other tests are not affected.
"""

from __future__ import annotations

from typing import Set

import pytest

__all__ = ["pytest_configure", "pytest_generate_tests"]

PREFIX = "clmem_"


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker that :func:`clmem.tools.mark_cuda_test` sets."""
    config.addinivalue_line("markers", "cuda: the test runs with a new current context (clmem.tools)")


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a test on each device, unless a fixture or another plug-in provides the arguments."""
    if not any(name.startswith(PREFIX) for name in metafunc.fixturenames):
        return
    from .tools._testing import ARGUMENTS, parametrize

    provided = _provided(metafunc)
    names = [PREFIX + name for name in ARGUMENTS]
    wanted = [name for name in names if name in metafunc.fixturenames and name not in provided]
    if wanted:
        parametrize(metafunc, wanted)


def _provided(metafunc: pytest.Metafunc) -> Set[str]:
    """The arguments that come from a fixture or a mark of the test."""
    provided = set(getattr(metafunc, "_arg2fixturedefs", {}))
    for mark in metafunc.definition.iter_markers("parametrize"):
        names = mark.args[0] if mark.args else mark.kwargs.get("argnames", ())
        provided.update(name.strip() for name in (names.split(",") if isinstance(names, str) else names))
    return provided
