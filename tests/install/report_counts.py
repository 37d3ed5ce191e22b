#!/usr/bin/env python3
"""Compares the report of `clmem run` with what two other layers count, one in front of clmem's layer and one behind it.

usage: report_counts.py CLMEM PROGRAM [ARGUMENT]...; the program allocates buffers or SVM in one process, and no images;
each of its contexts has one queue, which runs in order
"""

import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "programs"))

import measure

# Each layer of OPENCL_LAYERS is in front of those to its left; `clmem run` adds its own to the right of the others.
IN_FRONT = 'OPENCL_LAYERS=$OPENCL_LAYERS:$0 exec "$@"'


def report_and_counts(clmem, program):
    measure.WORK.mkdir(parents=True, exist_ok=True)
    driver, front = map(measure.counting_layer, ("driver", "program"))
    report, counted = measure.WORK / "report.json", measure.WORK / "report.counts"
    for file in (report, counted):
        file.unlink(missing_ok=True)
    variables = {"OPENCL_LAYERS": str(driver), "COUNTING_LAYER_FILE": str(counted)}
    command = [clmem, "run", f"--report={report}", "--", "sh", "-c", IN_FRONT, front, *program]
    subprocess.run(command, env=os.environ | variables, stdout=subprocess.DEVNULL, check=True)
    (process,) = json.loads(report.read_text())["processes"]
    return process, measure.read_counts(counted)


def main(clmem, *program):
    process, counts = report_and_counts(clmem, program)
    rows = [
        ("creations of the program", process["created"]["buffer"] + process["created"]["svm"], counts.creations),
        (
            "allocations of the driver",
            process["slabs_created"]["calls"] + process["driver_created"]["calls"],
            counts.allocations,
        ),
        ("live bytes at the peak", process["peak_live_bytes"], counts.program_peak),
        # Nothing is pending in a context with one queue, which runs in order.
        ("live or pending at the peak", process["peak_needed_bytes"], counts.program_peak),
        ("reserved bytes at the peak", process["peak_reserved_bytes"], counts.driver_peak),
    ]
    for what, reported, counted in rows:
        print(f"{what:<28} reported {reported:>12}, counted {counted:>12}")
    sys.exit(counts.creations == 0 or any(reported != counted for _, reported, counted in rows))


main(*sys.argv[1:])
