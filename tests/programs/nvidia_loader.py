#!/usr/bin/env python3
"""clmem run in front of programs that find NVIDIA's OpenCL loader, which has no layers: the file that CUDA 13 installs.

Arguments: clmem, and the program of tests/layer/opencl_program.c. The interpreter has the package nvidia-cuda-opencl."""

import importlib.metadata
import json
import os
import pathlib
import subprocess
import sys
import tempfile

COMMAND, PROGRAM = sys.argv[1:3]


def loader_folder() -> str:
    files = importlib.metadata.files("nvidia-cuda-opencl") or []
    (loader,) = [file.locate() for file in files if file.name == "libOpenCL.so.1"]
    return str(pathlib.Path(loader).resolve().parent)


def printed(*command: str) -> str:
    environment = {**os.environ, "LD_LIBRARY_PATH": loader_folder()}
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=600, env=environment).stdout


def main() -> None:
    plain, with_layer = printed("clinfo", "-l"), printed(COMMAND, "run", "--", "clinfo", "-l")
    assert plain and plain == with_layer, f"without the layer:\n{plain}\nwith it:\n{with_layer}"
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        printed(COMMAND, "run", f"--report={report}", "--", PROGRAM, "work")
        (process,) = json.loads(report.read_text())["processes"]
        assert process["created"]["buffer"] == 20, process
    print("programs that find NVIDIA's loader have the layer and the same platforms")


if __name__ == "__main__":
    main()
