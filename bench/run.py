#!/usr/bin/env python3
"""Compares clmem with other allocators, and prints a table of targets and figures.

This builds nothing (./dev bench does): it calls clmem-bench and `clmem replay` of a release build. UMF is installed
from PyPI into build/bench-venv; without a network its lines are marked as not run.

Exit status: 0 if everything that is available was measured; 1 if a measurement failed or, with --strict, if a target
was missed.
"""

import argparse
import json
import os
import pathlib
import platform
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import cache
from statistics import fmean, geometric_mean
from time import sleep

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV = ROOT / "build" / "bench-venv"
TRACES = ROOT / "bench" / "traces"
FOOTPRINT_PASSES = 5
TIME_PASSES = 8  # one cold and seven warm
TIME_TURNS = 15  # as for each side of the other rows

NOTES = """\
Times are the best of several turns; the sides of a comparison take turns in one run. clmem is called through its C API
with default options, statistics on. Its pools hold one block of 64 MiB all the time, so that the threads' caches have
their full bound; on the virtual provider, but for the row of OpenCL calls. Lines without a verdict are there for
comparison."""


@dataclass
class Line:
    """A line of the table."""

    row: str
    case: str
    figure: str
    target: str = "-"
    verdict: str = "-"
    note: str = ""


def at_most(row, case, value, bound, unit="", note=""):
    verdict = "met" if value <= bound else "MISSED"
    return Line(row, case, f"{value:.4g}{unit}", f"at most {bound:g}{unit}", verdict, note)


def at_least(row, case, value, bound, unit="", note=""):
    verdict = "met" if value >= bound else "MISSED"
    return Line(row, case, f"{value:.4g}{unit}", f"at least {bound:g}{unit}", verdict, note)


def not_run(row, case, reason):
    return Line(row, case, "", verdict="not run", note=reason)


def nanoseconds(row, case, figures):
    return Line(row, case, ", ".join(f"{side} {ns:.1f}" for side, ns in figures.items()) + " ns")


# ---- recorded programs, by `clmem replay` ----------------------------------------------------------------------------


def replay(build, passes):
    traces = sorted(TRACES.glob("*.csv.gz"))
    print(f"replaying {len(traces)} recorded programs, {passes} passes", file=sys.stderr)
    command = [build / "bin" / "clmem", "replay", "--provider", "virtual", "--repeat", str(passes), "--json", *traces]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def over_traces(row, what, results, value, each, mean, mean_of, unit=""):
    """The worst trace and the mean, which have targets, and the figure of each trace."""
    values = {result["trace"]: value(result) for result in results}
    worst = max(values, key=values.get)
    yield at_most(row, f"{what}, worst", values[worst], each, unit, worst)
    yield at_most(row, f"{what}, mean", mean_of(list(values.values())), mean, unit)
    yield Line(row, f"{what}, each", ", ".join(f"{trace} {figure:.4g}" for trace, figure in values.items()))


def footprint(build, raw):
    cold, several = raw["cold"], raw["several"] = replay(build, 1), replay(build, FOOTPRINT_PASSES)
    calls = lambda result: 1000 * (result["driver_allocations"] + result["driver_frees"]) / result["events"]
    ratio = lambda result: result["ratio"]
    yield from over_traces("footprint", "reserved / live, cold", cold, ratio, 1.10, 1.05, geometric_mean)
    what = f"reserved / live, {FOOTPRINT_PASSES} passes"
    yield from over_traces("footprint", what, several, ratio, 1.12, 1.08, geometric_mean)
    yield from over_traces("footprint", "driver calls / 1000 events", cold, calls, 28, 12, fmean)


def time(build, raw):
    # Bursts of other work on the machine outlast a replay, so the best turn of each program counts.
    turns = [replay(build, TIME_PASSES) for _ in range(TIME_TURNS)]
    value = lambda result: result["ns_per_event"]
    raw["warm"] = [min(results, key=value) for results in zip(*turns)]
    yield from over_traces("time", "replay, warm, per event", raw["warm"], value, 40, 25, geometric_mean, " ns")


# ---- comparisons, by clmem-bench -------------------------------------------------------------------------------------


def hit(case):
    name, ns = case["case"], case["ns"]
    yield nanoseconds("hit", name, ns)
    yield at_most("hit", f"{name} / glibc's 64 KiB", ns["clmem"] / ns["glibc 64 KiB"], 1.5)
    if "umf" in ns:
        yield at_most("hit", f"{name} / UMF's {name}", ns["clmem"] / ns["umf"], 0.5)
    else:
        yield not_run("hit", f"{name} / UMF's {name}", case["missing"]["umf"])


def split(case):
    name, ns = case["case"], case["ns"]
    for side, fragments in case["fragments"].items():
        yield at_most("split", f"{name}, {fragments}", ns[side], 60, " ns", f"{case['hits']:.1%} hits")
    yield at_most("split", f"{name}, many / few", ns["many"] / ns["few"], 1.3)


def threads(case):
    ns = case["ns"]
    for side in ("clmem", "mimalloc", "umf"):
        if f"{side}, 1 thread" not in ns:
            yield not_run("threads", f"{case['case']}, {side}", case["missing"][side])
            continue
        alone, both = ns[f"{side}, 1 thread"], ns[f"{side}, 2 threads"]
        line = at_least("threads", f"{case['case']}, {side}", 2 * alone / both, 1.7, "x")
        line.note = f"{alone:.1f} ns alone, {both:.1f} ns each"
        if side == "clmem":
            line.note += f", {case['hits']:.1%} hits"
        if side != "clmem" or not case["has_target"]:
            line.target = line.verdict = "-"
        yield line


def remote(case):
    yield nanoseconds("remote", case["case"], case["ns"])
    if "mimalloc" in case["ns"]:
        rate = case["ns"]["mimalloc"] / case["ns"]["clmem"]
        note = f"{case['hits']:.1%} hits"
        yield at_least("remote", f"{case['case']}, rate / mimalloc's", rate, 0.7, "x", note)
    else:
        yield not_run("remote", f"{case['case']}, rate / mimalloc's", case["missing"]["mimalloc"])


def objects(case):
    if "missing" in case:
        yield not_run("objects", case["case"], case["missing"]["clmem"])
        return
    calls = case["objects_created"] + case["driver_calls"]
    note = f"objects created and slabs allocated or freed in {case['hits']:,} hits; a test counts every OpenCL call"
    yield at_most("objects", case["case"], calls, 0, "", note)
    yield nanoseconds("objects", case["case"], case["ns"])


def queues(case):
    if "missing" in case:
        yield not_run("queues", case["case"], case["missing"]["clmem"])
        return
    ns, pool = case["ns"], case["pool"]
    note = ", ".join(f"{count} {what.replace('_', ' ')}" for what, count in pool.items())
    yield at_most("queues", f"{case['case']}, pool / kept", ns["clmem"] / ns["preallocated"], 1.1, "x", note)
    yield nanoseconds("queues", case["case"], ns)


def fills(case):
    if "missing" in case:
        yield not_run("fills", case["case"], case["missing"]["clmem"])
        return
    ns = case["ns"]
    pool, driver = ns["pool"] - ns["kept"], ns["driver"] - ns["kept"]
    line = at_most("fills", f"1 MiB {case['case']}, pool / driver", pool / driver, 1 / 1000 if case["kind"] == "svm" else 1 / 100)
    line.note = f"pool {pool:.0f} ns, driver {driver:.0f} ns without the fill"
    if "NVIDIA" not in case["case"]:
        line.target = line.verdict = "-"  # a target for GPUs, whose drivers are slow
    yield line


def transfers(case):
    if "missing" in case:
        yield not_run("transfers", case["case"], case["missing"]["clmem"])
        return
    ns, name = case["ns"], f"{case['bytes'] >> 20} MiB, {case['case']}"
    rate = {side: case["bytes"] / taken for side, taken in ns.items()}  # bytes per nanosecond: GB/s
    pinned = at_most("transfers", f"{name}, page-locked, clmem / driver", ns["pinned"] / ns["driver_pinned"], 1.05)
    pinned.note = f"clmem {rate['pinned']:.1f} GB/s, driver {rate['driver_pinned']:.1f}"
    pageable = at_most("transfers", f"{name}, pageable, clmem / driver", ns["pageable"] / ns["driver_pageable"], 1.05)
    pageable.note = (
        f"clmem {rate['pageable']:.1f} GB/s, staged always {rate['staged']:.1f}, driver {rate['driver_pageable']:.1f}"
    )
    for line in (pinned, pageable):
        if case["unified"]:
            line.target = line.verdict = "-"  # both sides use the same memory, so every copy takes as long
        yield line


def waits(case):
    if "missing" in case:
        yield not_run("waits", case["case"], case["missing"]["clmem"])
        return
    ns, name = case["ns"], case["case"]
    note = f"{case['hits']:.1%} hits, {1000 * case['markers']:.1f} markers in 1000 allocations"
    yield at_most("waits", f"{name}, 64 blocks in turns", ns["in turns"], 60, " ns", note)
    yield at_most("waits", f"{name}, behind a finish / buffers", ns["behind a finish"] / ns["buffers"], 2)
    yield at_most("waits", f"{name}, reserved / after the warm-up", case["reserved"] / case["reserved_before"], 1)
    yield nanoseconds("waits", name, ns)


def recorder(case):
    ns = case["ns"]
    event = lambda side: (ns[side] - ns["off"]) / 2  # a pair has two
    # An allocation alone has a stack.
    stack = lambda side: ns[side] - ns["ring"]
    yield at_most("recorder", "an event / a pair", event("ring") / ns["off"], 3, "x", f"{event('ring'):.1f} ns")
    note = f"{stack('frame pointers'):.0f} ns"
    yield at_most("recorder", "16 frames by frame pointers / a pair", stack("frame pointers") / ns["off"], 25, "x", note)
    yield at_most("recorder", "bytes of an event", case["bytes_per_event"], 12)
    yield nanoseconds("recorder", "pairs", ns)


@cache
def fetch_umf():
    """The path of UMF's library; if it is missing, reports the reason on stderr and returns an empty path."""
    library = VENV / "lib" / "libumf.so.1"
    if not library.exists():
        print("fetching UMF from PyPI", file=sys.stderr)
        try:
            subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
            pip = [VENV / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, "--requirement", ROOT / "bench" / "requirements.txt"], check=True)
        except (OSError, subprocess.CalledProcessError) as failure:
            print(f"UMF is missing: {failure}", file=sys.stderr)
    return library if library.exists() else ""


def compare(judge):
    def lines(build, raw):
        command = [build / "bin" / "clmem-bench", judge.__name__]
        if judge in (hit, threads):
            command += ["--umf", fetch_umf()]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        raw["cases"] = json.loads(done.stdout)
        for case in raw["cases"]:
            yield from judge(case)

    return lines


ROWS = {"footprint": footprint, "time": time} | {f.__name__: compare(f) for f in (hit, split, threads, remote, objects, queues, fills, transfers, waits, recorder)}


def busy_share():
    """The share of the processors' time that other programs use."""

    def read():
        fields = [int(field) for field in pathlib.Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        return sum(fields), fields[3] + fields[4]  # idle and iowait

    all_before, idle_before = read()
    sleep(0.5)
    all_after, idle_after = read()
    return 1 - (idle_after - idle_before) / (all_after - all_before)


# ---- the table -------------------------------------------------------------------------------------------------------


def print_table(lines):
    cells = [[line.row, line.case, line.target, line.figure, line.verdict, line.note] for line in lines]
    cells.insert(0, ["row", "case", "target", "figure", "verdict", "note"])
    judged = [row for row in cells if row[4] != "-"]
    # Lines without a verdict have long figures and no further columns, so they do not determine the column widths.
    widths = [max(len(row[column]) for row in (cells if column < 3 else judged)) for column in range(6)]
    for row in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip(" -"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=ROWS, metavar="ROW", help=f"one of: {', '.join(ROWS)}")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release", help="the build folder")
    parser.add_argument("--json", type=pathlib.Path, default=ROOT / "build" / "bench" / "bench.json", metavar="FILE")
    parser.add_argument("--strict", action="store_true", help="fail if a target is missed")
    arguments = parser.parse_args()

    busy = busy_share()
    lines, raw, failed = [], {}, False
    for row in arguments.only or ROWS:
        raw[row] = {}
        try:
            lines.extend(ROWS[row](arguments.build, raw[row]))
        except (OSError, subprocess.CalledProcessError) as failure:
            failed = True
            lines.append(Line(row, "", "", verdict="FAILED", note=str(failure)))

    print_table(lines)
    print(f"\n{NOTES}")
    if busy > 0.1:
        print(f"\nOther programs used {busy:.0%} of the processors: times are longer, those of two threads unreliable.")
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    machine = {"system": platform.platform(), "cores": os.cpu_count(), "busy_with_others": busy}
    result = {"machine": machine, "lines": [asdict(line) for line in lines], "measured": raw}
    arguments.json.write_text(json.dumps(result, indent=2) + "\n")
    print(f"\nfigures: {arguments.json}")
    missed = any(line.verdict == "MISSED" for line in lines)
    sys.exit(failed or (arguments.strict and missed))


if __name__ == "__main__":
    main()
