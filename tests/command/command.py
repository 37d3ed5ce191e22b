"""What the tests of the clmem command share: running it as a user does, and the traces that it replays."""

import gzip
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

COMMAND, FAULTY_COMMAND, TRACES = sys.argv[1:4]
ORDERLESS_OPENCL = sys.argv[4] if len(sys.argv) > 4 else None
HEADER = "op,id,bytes,stream,time_us\n"
KEYS = [
    "trace", "events", "provider", "queues", "scale", "peak_live_bytes", "peak_reserved_bytes", "ratio", "cold_ratio",
    "driver_allocations", "driver_frees", "warm_driver_allocations", "opencl_calls", "markers", "barriers",
    "host_waits", "live_events_peak", "driver_time_share", "ns_per_event", "verified_blocks",
]
# Providers whose memory the host may access at any time.
HOST_REACHABLE = ("svm-fine", "usm-host", "usm-shared", "pinned")
# Events and peak of the live bytes, from bench/traces/README.md.
RECORDED = {
    "gnn": (19009, 2531538208), "gpt2": (18031, 8437961416), "maskrcnn": (21969, 5225272907),
    "numeric": (53410, 167772160), "resnet": (11941, 5830299792), "streams": (14896, 698773576),
}


def run(*arguments, command=COMMAND, **environment):
    words = [command, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, env={**os.environ, **environment}, timeout=600)


def has_device():
    result = run("devices")
    return result.returncode == 0 and "clmem uses" in result.stdout


def device_providers():
    """The providers that the default device must support and those that it must lack, according to `clmem devices`."""
    first = re.search(r"clmem uses  (.*)", run("devices").stdout)[1]
    needs = {
        "buffer": "buffers", "immediate": "immediate buffers", "svm": "coarse SVM", "svm-fine": "fine SVM",
        "usm-device": "USM", "usm-host": "USM", "usm-shared": "USM", "pinned": "buffers",
    }
    there = [name for name, need in needs.items() if need in first.split(", ")]
    return there, [name for name in needs if name not in there]


class CommandTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, content, name="trace.csv"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def replay(self, *arguments, **environment):
        """Replays traces and returns the parsed JSON."""
        result = run("replay", "--json", *arguments, **environment)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)

    def random_trace(self, allocations=400, name="random.csv.gz", streams=(0,)):
        """Blocks of all sizes, including 0 and odd ones; some stay live. Returns path, number of non-empty blocks, peak."""
        chance = random.Random(5)
        lines, live, ids, blocks, total, peak = [], {}, 2**64, 0, 0, 0
        for now in range(allocations * 2):
            stream = chance.choice(streams)
            if live and chance.random() < 0.45:
                which = chance.choice(list(live))
                total -= live[which]
                lines.append(f"f,{which},{live.pop(which)},{stream},{now}")
            else:
                ids -= 1
                size = chance.choice([0, 1, 3, 16, 513, 4096, 70001, chance.randrange(1 << 20)])
                live[ids] = size
                blocks += size > 0
                total += size
                peak = max(peak, total)
                lines.append(f"a,{ids},{size},{stream},{now}")
        content = gzip.compress((HEADER + "\n".join(lines) + "\n").encode())
        return self.write(content, name), blocks, peak
