"""The default device, the current context, and the contexts that an import makes."""

import os
import subprocess
import sys

import pytest

import clmem as cl
from clmem import tools


def run(program, **environment):
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )


def test_default_context():
    made = []

    def maker(device):
        made.append(device)
        return cl.Context([device])

    context = tools.make_default_context(maker)
    assert isinstance(context, cl.Context)
    assert context.devices == made
    assert tools._contexts.current_context() == context
    tools._contexts.pop_context()


def test_a_selector_without_a_match_is_an_error():
    done = run("import clmem.autoinit", CLMEM_DEVICE="no such thing")
    assert done.returncode != 0
    assert "no such thing" in done.stdout


def test_autoinit_and_autoprimaryctx():
    program = (
        "import clmem.autoinit as a, clmem.autoprimaryctx as p, clmem.tools as t\n"
        "assert a.context.devices == [a.device]\n"
        "assert p.context == t._contexts.shared_context() != a.context\n"
        "assert p.device == p.context.devices[0]\n"
    )
    done = run(program)
    assert done.returncode == 0, done.stdout


def test_default_device(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CLMEM_DEVICE", "PYOPENCL_CTX", "CUDA_DEVICE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.warns(DeprecationWarning):
        device = tools.get_default_device()
    assert device == cl.get_platforms()[0].get_devices()[0]
    with pytest.warns(DeprecationWarning), pytest.raises(cl.LogicError, match="got 99"):
        tools.get_default_device(99)
    (tmp_path / ".cuda-device").write_text("0\n")
    with pytest.warns(DeprecationWarning):
        assert tools.get_default_device(99) == device
    monkeypatch.setenv("CUDA_DEVICE", "98")
    with pytest.warns(DeprecationWarning), pytest.raises(cl.Error, match="98.*CUDA_DEVICE"):
        tools.get_default_device()
    monkeypatch.setenv("CLMEM_DEVICE", "no such thing")
    with pytest.warns(DeprecationWarning), pytest.raises(cl.Error, match="no such thing"):
        tools.get_default_device()


@tools.mark_cuda_test
def test_marked():
    assert tools._contexts._current.contexts


def test_no_warnings_on_import():
    done = run("import warnings; warnings.simplefilter('error'); import clmem.tools")
    assert done.returncode == 0, done.stdout
