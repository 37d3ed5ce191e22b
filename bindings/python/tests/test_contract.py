"""The contract's cases through the cffi module: every function and every documented error."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from contract.cases import API, CASES, EXCEPTIONS, GIVEN, MUST_FAIL, lacking, machine
from contract.interface import Fault, Mismatch
from contract.script import Script

from clmem._ffi import lib


@pytest.fixture(scope="module")
def here():
    return machine()


@pytest.mark.parametrize("title, case", CASES, ids=[title for title, _ in CASES])
def test_case(here, title, case):
    platform, features = here
    lacks = lacking(case, features)
    if lacks:
        pytest.skip(f"the device lacks {', '.join(lacks)}")
    try:
        if "environment" in case:
            run_in_child(title, case["environment"])
        else:
            Script(API, GIVEN).run(case)
    except Mismatch:
        if (platform, title) not in EXCEPTIONS:
            raise
        pytest.xfail(EXCEPTIONS[platform, title])


def run_in_child(title, environment):
    """A case with its own environment variables runs in a separate process, since a library is loaded once."""
    command = [sys.executable, "-m", "contract", title]
    child = subprocess.run(
        command, cwd=Path(__file__).parent, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120
    )
    if child.returncode:
        raise Mismatch(child.stderr.strip().splitlines()[-1] if child.stderr else f"it ended with {child.returncode}")


@pytest.mark.parametrize("case", MUST_FAIL, ids=[case["name"] for case in MUST_FAIL])
def test_the_runner_detects_faults(case):
    with pytest.raises((Fault, Mismatch)) as caught:
        Script(API, GIVEN).run(case)
    assert case["says"] in str(caught.value)


def test_every_function_is_declared():
    assert [name for name in API.functions if not callable(getattr(lib, name, None))] == []
