"""Runs code that may crash or hang, such as a driver's, in a child process with a time limit."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import tempfile
import time
from typing import Any, Callable, Dict, List, NamedTuple, NoReturn

_POLL_S = 0.01


class Output:
    """Where the child reports. What it has reported is kept if it crashes afterwards."""

    def __init__(self, file: int) -> None:
        self._file = file

    def step(self, name: str) -> None:
        """Names what the child does next, for the message if it does not survive it."""
        self._write("step", name)

    def record(self, **facts: Any) -> None:
        """Reports facts, which JSON can express."""
        self._write("record", facts)

    def fail(self, why: str) -> None:
        """Reports that the last step failed."""
        self._write("failure", why)

    def end(self) -> None:
        """Reports that the work has ended; a driver may end the process before."""
        self._write("end", None)

    def _write(self, kind: str, content: Any) -> None:
        rest = (json.dumps([kind, content]) + "\n").encode()
        while rest:
            rest = rest[os.write(self._file, rest) :]


class Result(NamedTuple):
    """What a child reported."""

    records: List[Dict[str, Any]]
    step: str  # the last one
    failure: str  # why the step failed: an error's message, a signal, the time limit; empty: it succeeded
    is_crash: bool  # the child crashed or hung
    printed: str  # what it wrote to its standard streams

    def text(self) -> str:
        """The step and why it failed."""
        return f"{self.step}: {self.failure}"


def run(limit_s: float, work: Callable[[Output], None]) -> Result:
    """Returns when the work has ended, or kills it after the limit. An exception of the work becomes the failure."""
    sys.stdout.flush()
    sys.stderr.flush()
    with tempfile.TemporaryFile() as reported, tempfile.TemporaryFile() as printed:
        child = os.fork()
        if child == 0:
            _work_in_child(reported.fileno(), printed.fileno(), work)
        status = _wait(child, limit_s)
        reported.seek(0)
        printed.seek(0)
        return _read(reported.read().decode(), printed.read().decode(errors="replace"), status, limit_s)


def _work_in_child(reported: int, printed: int, work: Callable[[Output], None]) -> NoReturn:
    try:
        os.setpgid(0, 0)  # so that processes that a driver starts can be killed, too
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        nothing = os.open(os.devnull, os.O_RDONLY)
        for source, target in ((nothing, 0), (printed, 1), (printed, 2)):
            os.dup2(source, target)
        output = Output(reported)
        try:
            work(output)
        except Exception as error:
            output.fail(str(error))
        output.end()
    finally:
        os._exit(0)  # without the exit handlers of drivers


def _wait(child: int, limit_s: float) -> int:
    """The child's status; -1 if it was killed after the limit."""
    until = time.monotonic() + limit_s
    ended, status = 0, -1
    try:
        while not ended and time.monotonic() < until:
            ended, status = os.waitpid(child, os.WNOHANG)
            if not ended:
                time.sleep(_POLL_S)
    finally:
        _kill_group(child)
        if not ended:
            os.waitpid(child, 0)
    return status if ended else -1


def _kill_group(child: int) -> None:
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:  # all have ended
        return


def _read(lines: str, printed: str, status: int, limit_s: float) -> Result:
    records, step, failure, has_ended = [], "", "", False
    for line in lines.splitlines(keepends=True):
        if not line.endswith("\n"):  # the child died while it wrote
            break
        kind, content = json.loads(line)
        if kind == "step":
            step = content
        elif kind == "record":
            records.append(content)
        elif kind == "failure":
            failure = content
        else:
            has_ended = True
    if not has_ended:
        failure = f"no answer within {limit_s:g} s" if status == -1 else _ending(status)
    return Result(records, step, failure, not has_ended, printed)


def _ending(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return f"killed by signal {number} ({signal.strsignal(number)})"
    return f"ended the process with exit status {os.WEXITSTATUS(status)}"
