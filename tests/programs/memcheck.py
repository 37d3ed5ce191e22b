#!/usr/bin/env python3
"""Runs programs under clmem's layer, the unit tests and two examples in valgrind's memcheck. No error may have a place
in clmem.

Errors in drivers, which programs show without clmem, too, do not count. `./dev test --memcheck`
calls this.
"""

import argparse
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

from measure import ROOT, WORK, environment, on_platform
from run import CLBLAST, OPENCL, VIENNACL, Program, built

PROGRAMS = {
    "clblast": Program("memcheck_clblast", ["clblast_level1.c", "3"], libraries=CLBLAST),
    "viennacl": Program("memcheck_viennacl", ["viennacl_steps.cpp", "1"], libraries=VIENNACL),
    "queues": Program("memcheck_queues", ["queue_patterns.cpp", "unordered"], libraries=OPENCL),
}
# Programs of clmem's build, which contain clmem or load it.
OWN = ["clmem-unit-tests", "clmem-example-queue-order", "clmem-example-transfers-and-maps"]


def errors_of(file):
    """The errors that valgrind has found, each as the list of the stacks' places, innermost first."""
    root = xml.etree.ElementTree.parse(file).getroot()
    for error in root.iter("error"):
        what = error.findtext("what") or error.findtext("xwhat/text")
        yield error.findtext("kind"), what, [frame for stack in error.iter("stack") for frame in stack.iter("frame")]


def place(frame):
    name = frame.findtext("fn") or "?"
    where = frame.findtext("file") or pathlib.Path(frame.findtext("obj") or "?").name
    return f"    {name} ({where}:{frame.findtext('line') or ''})"


def is_clmems(kind, frames):
    """Whether clmem has done what is wrong: the code that did it, or that lost a block that it had allocated."""
    is_own = ["clmem" in pathlib.Path(frame.findtext("obj") or "").name for frame in frames]
    return any(is_own[1:2] if kind.startswith("Leak_") else is_own[:3])  # a leak: below malloc or operator new


def check(name, command, variables):
    """Returns whether a program ends as it does without valgrind, with no error of clmem."""
    WORK.mkdir(parents=True, exist_ok=True)
    report = WORK / f"memcheck-{name}.xml"
    valgrind = ["valgrind", "--xml=yes", f"--xml-file={report}", "--leak-check=full", "--show-leak-kinds=definite"]
    valgrind += ["--num-callers=30", "--child-silent-after-fork=yes", "--error-limit=no"]
    done = subprocess.run(
        [*valgrind, *command], cwd=WORK, env=environment("memcheck") | variables, capture_output=True, text=True
    )
    found = list(errors_of(report))
    own = [each for each in found if is_clmems(each[0], each[2])]
    print(f"{name:<32} status {done.returncode}, {len(found)} errors, {len(own)} of clmem", flush=True)
    for kind, what, frames in own:
        print(f"  {kind}: {what}", *map(place, frames), sep="\n", flush=True)
    if done.returncode != 0:
        print(done.stdout[-2000:], done.stderr[-2000:], flush=True)
    return done.returncode == 0 and not own


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", metavar="PROGRAM", help=f"some of: {', '.join([*PROGRAMS, *OWN])}")
    parser.add_argument("--layer", type=pathlib.Path, default=ROOT / "build" / "release" / "lib" / "libclmem_layer.so")
    parser.add_argument("--platform", choices=["pocl", "intel"], help="instead of what is installed")
    arguments = parser.parse_args()
    unknown = set(arguments.only) - set(PROGRAMS) - set(OWN)
    if unknown:
        parser.error(f"expected some of {', '.join([*PROGRAMS, *OWN])}, got {', '.join(unknown)}")
    layer = arguments.layer.resolve(strict=True)
    plain = on_platform(arguments.platform)
    under_layer = plain | {"OPENCL_LAYERS": str(layer)}
    outcomes = []
    for name in arguments.only or [*PROGRAMS, *OWN]:
        if name in OWN:
            outcomes.append(check(name, [layer.parents[1] / "bin" / name], plain))
        else:
            outcomes.append(check(name, built(PROGRAMS[name]), under_layer))
    sys.exit(not all(outcomes))


if __name__ == "__main__":
    main()
