"""The recordings that the tests of the page show, and the pages that `clmem view` makes of them."""

import json
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/command"))
from recording_writer import Recording  # noqa: E402

MIB = 1 << 20
SLAB = 64 * MIB
UNIT = 256
HOSTILE = ("</script><script>window.hostile=1</script>", "<img src=x onerror='window.hostile=1'>", "<!--", "&amp;\"'`${1}")


def clmem(command, *words):
    result = subprocess.run([command, *map(str, words)], capture_output=True, text=True, timeout=300, check=False)
    if result.returncode != 0:
        raise RuntimeError(f"clmem {' '.join(map(str, words))} failed: {result.stderr}")
    return result.stdout


def save(folder, name, recorded):
    path = folder / name
    path.write_bytes(recorded.to_bytes())
    return path


def page_of(command, output, *files):
    clmem(command, "view", *files, "-o", output)
    return output


def report_of(command, path, *words):
    return json.loads(clmem(command, "report", "--json", "--top", 1000000, *words, path))


class Program:
    """A training program: weights, activations of each step, a leak in its log, memory outside its pools, and an
    allocation that fails because the free memory is in pieces."""

    def __init__(self, names=("weights", "activations"), steps=12):
        made = self.made = Recording()
        made.pool(1, kind=2, devices="GPU 0")
        made.pool(2, kind=5, devices="GPU 0")
        made.queue(1)
        made.queue(2, out_of_order=True)
        for number, name in enumerate(names, 1):
            made.tag(1, number, name)
        main = made.source("main", "/home/me/train.py", 7)
        self.load = made.stack(made.source("load_weights", "/home/me/train.py", 20), main)
        self.step = made.stack(made.source("forward", "/home/me/train.py", 33), made.source("step", "/home/me/train.py", 30), main)
        self.log = made.stack(made.source("keep_for_log", "/home/me/train.py", 40), main)
        self.evaluate = made.stack(made.source("evaluate", "/home/me/train.py", 44), main)
        self.large = made.stack(made.source("attention", "/home/me/train.py", 47), made.source("evaluate", "/home/me/train.py", 44), main)
        self.image = made.stack(made.source("show", "/home/me/train.py", 50), main)
        made.now = 1000
        made.slab(1, SLAB, ticks=7000, queue=1)
        made.allocate(1, 20 * MIB, stack=self.load, tag=1, queue=1, reason=4)
        made.event(17, 1, 5 * MIB, made.string("clCreateImage"), self.image, flags=2)
        made.event(17, 2, 700, 0)
        for number in range(steps):
            self.one_step(number, is_last=number == steps - 1)
        self.fail()

    def one_step(self, number, is_last):
        """Three blocks, which live from 0.4 ms to 34 ms, and one of the log, which stays."""
        made, first = self.made, 100 + 10 * number
        made.now += 500_000
        made.event(14, made.string(f"step {number}"))
        for part in range(3):
            offset = (24 + part * 6 + number % 3) * MIB // UNIT
            made.allocate(first + part, (part + 1) * MIB, offset=offset, stack=self.step, tag=2, hit=number > 0, queue=2)
        for part, time in enumerate((400_000, 4_000_000, 30_000_000)):
            made.now += time
            made.free(first + part, waits=part != 1, queue=2)
            made.now += 1000
            if part == 0 or part == 2 and not is_last:
                made.complete(first + part)
        made.allocate(first + 5, 3000 + number, offset=(44 * MIB + number * 4096) // UNIT, stack=self.log, queue=1)
        made.event(15)

    def fail(self):
        """Two blocks divide the 30 MiB that are free, so that no range of them has more than 12 MiB."""
        made = self.made
        made.now += 1_000_000
        made.event(13, made.string("evaluation"))
        for number, megabytes, begin in ((4, 6, 32), (5, 8, 49)):
            made.allocate(number, megabytes * MIB, offset=begin * MIB // UNIT, stack=self.evaluate, tag=2, queue=1)
        made.now += 1_000_000
        made.shortage(16 * MIB, SLAB, 34 * MIB, 12 * MIB, stack=self.large, tag=2, queue=1)
        made.now += 9_000_000
        made.free(4, queue=1)
        made.free(5, queue=1)
        made.event(10, 0, MIB)
        made.event(18, 2)
        made.slab(2, 2 * MIB, pool=2)
        made.allocate(3, 1000, slab=2, pool=2)
        made.now += 1000
        made.free(3, pool=2)
        made.slab_returned(2, 2 * MIB, pool=2)


def program(folder, name="run.clmem", **how):
    return save(folder, name, Program(**how).made)


def hostile(folder):
    """A program whose tags, functions and ranges have names that HTML could take for elements."""
    one = Program(names=HOSTILE[:2])
    made = one.made
    for number, name in enumerate(HOSTILE):
        made.now += 1000
        stack = made.stack(made.source(name, name, number))
        made.allocate(900 + number, (9 - number) * MIB // 4, offset=(50 + 3 * number) * MIB // UNIT, stack=stack, tag=1 + number % 2)
        made.event(13, made.string(name))
    return save(folder, "<b>hostile<b>.clmem", made)


def replayed(command, folder, trace):
    """The page of a replay on the virtual provider."""
    page = folder / "replay.html"
    clmem(command, "replay", "--provider", "virtual", "--view", page, trace)
    return page


def large_trace(folder, events, seed=1):
    """A trace of blocks of up to 64 KiB on two streams, about 3000 of which are live at a time; one is a microsecond."""
    chance = random.Random(seed)
    lines, live, last = ["op,id,bytes,stream,time_us"], {}, 0
    for now in range(events):
        slot = chance.randrange(6144)
        if slot in live:
            number, size = live.pop(slot)
            lines.append(f"f,{number},{size},{slot % 2},{now}")
        else:
            last += 1
            live[slot] = last, chance.randrange(1, 65536)
            lines.append(f"a,{last},{live[slot][1]},{slot % 2},{now}")
    path = folder / f"large-{events}.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def large(folder, events, seed=1):
    """Blocks of up to 64 KiB in six slabs, about half of which are live at any time after the first ones, with tags and stacks."""
    chance = random.Random(seed)
    made = Recording(chunk_bytes=1 << 14)
    made.pool(1, kind=2, devices="GPU 0")
    for queue in (1, 2):
        made.queue(queue)
    for tag in range(1, 9):
        made.tag(1, tag, f"layer {tag}")
    main = made.source("main", "net.py", 1)
    stacks = [made.stack(made.source(f"operator_{n}", "net.py", n), made.source(f"layer_{n % 7}", "net.py", n), main) for n in range(40)]
    for slab in range(1, 7):
        made.slab(slab, SLAB)
    live = [False] * 6144
    for _ in range(events - 6):
        made.now += chance.randrange(100, 5000)
        slot = chance.randrange(6144)
        if live[slot]:
            made.free(slot + 1, queue=1)
        else:
            made.allocate(slot + 1, chance.randrange(1, 65536), slab=1 + slot // 1024, offset=slot % 1024 * 256,
                          stack=stacks[slot % 40], tag=1 + slot % 8, hit=True, queue=1)
        live[slot] = not live[slot]
    return save(folder, f"large-{events}.clmem", made)
