"""Runs a program with and without clmem's layer, and measures the memory that it takes."""

import os
import pathlib
import struct
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "programs"
LIMIT = 600  # seconds; the first run compiles the kernels
MIB = 1 << 20


def counting_layer(side):
    target = WORK / f"libcounting_{side}.so"
    options = ["-std=c++20", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-Wno-deprecated-declarations"]
    include = ROOT / "third_party" / "opencl-headers"
    subprocess.run(
        ["c++", *options, f"-DSIDE={side}", f"-I{include}", HERE / "counting_layer.cpp", "-o", target], check=True
    )
    return target


@dataclass
class Counts:
    creations: int = 0
    allocations: int = 0
    late: int = 0  # allocations after the program's first tenth
    program_peak: int = 0
    driver_peak: int = 0


def read_counts(file):
    if not file.exists():
        return Counts()  # the program's loader knows no layers, or the program made no OpenCL call
    created, _, program_peak, allocations, _, driver_peak, *before = struct.unpack("6Q65536Q", file.read_bytes())
    late = sum(at > created / 10 for at in before[:allocations])
    return Counts(created, allocations, late, program_peak, driver_peak)


def environment(side="with"):
    """With kernel caches and settings in the build folder, and the layer's settings at their defaults.

    Each side has its own caches: a program that compiles its kernels takes more memory than one that finds them.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CLMEM_", "OPENCL_LAYERS"))}
    cache = WORK / f"cache-{side}"
    folders = {"HOME": WORK / "home", "XDG_CACHE_HOME": cache, "POCL_CACHE_DIR": cache / "pocl"}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    # OpenCV uses no processor as a device unless a device is selected.
    return kept | {name: str(folder) for name, folder in folders.items()} | {"OPENCV_OPENCL_DEVICE": "::"}


def on_platform(name):
    """With only this driver, as ./dev sets it up; Intel's package also has its loader."""
    if name is None:
        return {}
    variables = {"OCL_ICD_VENDORS": str(ROOT / "build" / "platforms" / name)}
    if name == "intel":
        variables["LD_LIBRARY_PATH"] = str(ROOT / "build" / "intel" / "lib")
    return variables


@dataclass
class Run:
    output: str
    errors: str
    seconds: float
    resident: int  # bytes at the peak
    counts: Counts


def run(command, side, layers, variables):
    """Runs a program in front of these layers, one of which counts."""
    counted = WORK / f"counts-{os.getpid()}"
    counted.unlink(missing_ok=True)
    counting = {"OPENCL_LAYERS": ":".join(map(str, layers)), "COUNTING_LAYER_FILE": str(counted)}
    counting["COUNTING_LAYER_DESTRUCTION"] = "1"
    # Once a program has freed a large block, glibc keeps later ones for reuse: by up to 70 MiB, in some runs of the same
    # program and not in others. With this variable, it returns them to the system as it does at first.
    counting["MALLOC_MMAP_THRESHOLD_"] = "131072"
    start = time.monotonic()
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            command, cwd=WORK, env=environment(side) | variables | counting, stdout=output, stderr=errors
        )
        watch = threading.Timer(LIMIT, child.kill)
        watch.start()
        _, status, usage = os.wait4(child.pid, 0)  # of this process and the children that it has waited for
        child.returncode = os.waitstatus_to_exitcode(status)
        is_late = not watch.is_alive()
        watch.cancel()
        texts = []
        for file in (output, errors):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
    ending = f"still running after {LIMIT} s" if is_late else str(child.returncode)
    seconds, counts = time.monotonic() - start, read_counts(counted)
    counted.unlink(missing_ok=True)
    return Run(f"{texts[0]}exit status: {ending}\n", texts[1], seconds, usage.ru_maxrss * 1024, counts)


def exceeds(value, base, factor):
    """Whether a figure is more than `factor` times its base, and more than 8 MiB above it."""
    return value > base * factor and value > base + 8 * MIB


def ratio(value, base):
    return f"{value / base:.2f}" if base else "-"
