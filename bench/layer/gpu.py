"""What the layer saves on a GPU: wall times that programs print of themselves, in runs that take turns.

The programs are started with clmem run, since most loaders on machines with a GPU have no layers.
"""

import subprocess

import measure

KERNEL = "a kernel, 8 buffers, while others run"
USE = "a buffer's creation, use and release, "
# The program, its arguments, and for each time that it prints the most that it may be of the time without the layer.
ROWS = [
    ("clblast_level1", ["1000"], {"sdot": 0.35, "snrm2": 0.35, "isamax": 0.35}),
    ("opencv", ["1920", "1080", "400"], {"frame": 0.8}),
    ("opencv", ["3840", "2160", "200"], {"frame": 0.8}),
    ("layer_calls", [], {f"{USE}{kib} KiB": 0.1 for kib in (4, 1024, 16384)}),
]


def times(command):
    """Microseconds by what was measured."""
    done = subprocess.run(command, cwd=measure.WORK, env=measure.environment(), capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command} ended with {done.returncode}:\n{done.stderr}")
    programs = [line.split(" ") for line in done.stderr.splitlines() if line.startswith("time ")]
    calls = [line.split(" ", 1) for line in done.stdout.splitlines() if USE in line or KERNEL in line]
    found = {name: float(wall) for _, name, wall, _ in programs}
    return found | {name: float(nanoseconds) / 1e3 for nanoseconds, name in calls}


def compare(clmem, programs, turns):
    """Prints the table; returns how many targets are missed. `programs` are commands by name."""
    print(f"\n{'on the GPU, µs':52} {'without':>9} {'with':>9} {'ratio':>7} {'at most':>8}")
    missed = 0
    for name, arguments, targets in ROWS:
        command = [programs[name], *arguments]
        sides = [command, [clmem, "run", "--", *command]]
        runs = [[], []]
        for turn in range(turns):
            for side in (0, 1) if turn % 2 else (1, 0):
                runs[side].append(times(sides[side]))
        for what, target in targets.items():
            # The kernel itself, which the layer can make no faster, is not counted.
            kernel = min(run[KERNEL] for run in runs[0]) if what.startswith(USE) else 0
            without, with_layer = (min(run[what] for run in side) - kernel for side in runs)
            is_missed = with_layer > target * without
            missed += is_missed
            label = f"{what}, over {kernel:.1f}" if kernel else " ".join([name, *arguments[:-1], what])
            figures = f"{without:9.2f} {with_layer:9.2f} {with_layer / without:7.3f} {target:>8}"
            print(f"{label:52} {figures}{'  MISSED' if is_missed else ''}", flush=True)
    return missed
