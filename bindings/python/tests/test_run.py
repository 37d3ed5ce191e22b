"""`python -m clmem run`: which command it starts and how, and a program under the real one where that is built."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from clmem import _run

BUILT = pathlib.Path(__file__).parents[3] / "build" / "release" / "bin"


@pytest.fixture()
def start(tmp_path):
    """Runs `python -m clmem` with a PATH; returns the exit status and the two outputs."""

    def run(*words, path="", flags=()):
        command = [sys.executable, *flags, "-m", "clmem", *words]
        environment = {**os.environ, "PATH": os.fspath(path)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # it would be passed on as -B
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture()
def fake(tmp_path):
    """A folder with a command that prints its arguments, one a line, and ends with status 7."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "clmem").write_text('#!/bin/sh\nprintf "%s\\n" "$@"\nexit 7\n')
    (folder / "clmem").chmod(0o755)
    return folder


def test_options_and_arguments_are_passed_on(start, fake):
    words = ["--record=x.clmem", "--stacks", "script.py", "--report", "a b", "", "--", "-h"]
    status, out, _ = start("run", *words, path=fake)
    expected = ["run", "--record=x.clmem", "--stacks", "--", sys.executable, *words[2:]]
    assert (status, out) == (7, "".join(f"{word}\n" for word in expected))


@pytest.mark.parametrize(
    "words, options, program",
    [
        (["script.py"], [], ["script.py"]),
        (["--", "script.py"], [], ["script.py"]),
        (["--zero", "--", "-script.py", "--", "x"], ["--zero"], ["-script.py", "--", "x"]),
        (["--idle=5", "-m", "timeit", "-h"], ["--idle=5"], ["-m", "timeit", "-h"]),
    ],
)
def test_where_the_program_begins(start, fake, words, options, program):
    status, out, _ = start("run", *words, path=fake)
    assert status == 7 and out.splitlines() == ["run", *options, "--", sys.executable, *program]


def test_the_interpreter_keeps_its_options(start, fake):
    _, out, _ = start("run", "script.py", path=fake, flags=["-X", "utf8", "-B", "-W", "error::ResourceWarning"])
    words = out.splitlines()
    own = words[words.index(sys.executable) + 1 : words.index("script.py")]
    assert {"-B", "-Werror::ResourceWarning", "-X", "utf8"} == {word.replace("utf8=1", "utf8") for word in own}


def test_help(start, fake):
    for words in (["run", "-h"], ["run", "--report", "--help", "script.py"]):
        status, out, _ = start(*words, path=fake)
        assert status == 0 and "python -m clmem run [OPTIONS] (SCRIPT | -m MODULE) [ARGUMENTS]" in out
    assert "run " in start("--help", path=fake)[1]


def test_errors(start, fake, tmp_path):
    for words in (["run"], ["run", "--report"], ["run", "-m"], ["run", "--"]):
        status, out, said = start(*words, path=fake)
        assert (status, out) == (125, "")
        assert said == "python -m clmem run: expected a script, or -m and a module, after the options, got none\n"
    (fake / "clmem").write_bytes(b"\x7fELF" + bytes(100))
    status, _, said = start("run", "script.py", path=fake)
    assert status == 125 and "got one that cannot be executed: Exec format error" in said
    assert start("info", "--unknown")[0] == 2 == start("no-command")[0]


def test_no_command(start, tmp_path):
    if _run.find_command() is not None and shutil.which("clmem") != _run.find_command():
        pytest.skip("the command is installed with this interpreter")
    status, out, said = start("run", "script.py", path=tmp_path)
    assert (status, out) == (125, "") and said.startswith("python -m clmem run: expected the command clmem on PATH, got none.")
    assert "Install the packages clmem-tools and libclmem-layer" in said and "docs/any-program.md" in said


@pytest.mark.parametrize("library", ["lib/python3/dist-packages", "lib/python3.11/site-packages"])
def test_the_command_beside_the_package(tmp_path, fake, monkeypatch, library):
    monkeypatch.setattr(_run, "__file__", os.fspath(tmp_path / library / "clmem" / "_run.py"))
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    monkeypatch.setenv("PATH", "")
    assert _run.find_command() == os.fspath(fake / "clmem")
    monkeypatch.setattr(sys, "executable", os.fspath(fake / "python"))
    monkeypatch.setattr(_run, "__file__", "/nowhere/clmem/_run.py")
    assert _run.find_command() == os.fspath(fake / "clmem")
    (fake / "clmem").chmod(0o644)
    assert _run.find_command() is None


SCRIPT = """
import sys
import pyopencl as cl

queue = cl.CommandQueue(cl.create_some_context(interactive=False))

def allocate():
    return cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 12345)

for _ in range(10):
    allocate().release()
print(sys.argv[1:])
sys.exit(5)
"""


def test_a_script_under_the_layer(start, tmp_path):
    pytest.importorskip("pyopencl")
    if not (BUILT / "clmem").exists() or not list(BUILT.parent.glob("lib/libclmem_layer.so")):
        pytest.skip("the command is not built")
    (tmp_path / "script.py").write_text(SCRIPT)
    options = ["--record=x.clmem", "--stacks", "--report"]
    path = f"{BUILT}{os.pathsep}{os.environ['PATH']}"
    status, out, said = start("run", *options, "script.py", "--report", path=path)
    assert (status, out) == (5, "['--report']\n"), said
    assert "created from pools" in said, said
    shown = subprocess.run([BUILT / "clmem", "report", tmp_path / "x.clmem"], capture_output=True, text=True, timeout=60)
    assert shown.returncode == 0 and "allocate (" in shown.stdout and "script.py" in shown.stdout
