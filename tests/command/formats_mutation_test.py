"""Changes bytes of a file in each format at random: the command must read or refuse it, in little memory.

CLMEM_MUTATION_SECONDS and CLMEM_MUTATION_SEED make it run longer and differently."""

import os
import pickle
import random
import resource
import subprocess
import sys
import time
import unittest

from formats_test import TORCH, WHOLE, Formats  # first: it changes the arguments for command
from command import COMMAND  # isort: skip


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


class Mutation(Formats):
    def test_changed_bytes(self):
        seed = int(os.environ.get("CLMEM_MUTATION_SEED", "1"))
        end = time.monotonic() + float(os.environ.get("CLMEM_MUTATION_SECONDS", "4"))
        chance = random.Random(seed)
        whole = self.write(WHOLE, "whole.clmem")
        sources = {"in.clmem": WHOLE, "in.pickle": pickle.dumps(TORCH), "old.pickle": pickle.dumps(TORCH, 2)}
        for name in ("in.json", "in.rmm.csv", "in.csv"):
            sources[name] = self.convert(whole, name).read_bytes()
        seen = set()
        while time.monotonic() < end:
            name = chance.choice(list(sources))
            content = bytearray(sources[name])
            for _ in range(chance.choice([1, 2, 8])):
                at = chance.randrange(len(content))
                if name == "in.clmem":  # most of it is zeros
                    at = chance.choice([chance.randrange(56), 4096 * chance.randrange(1, 4) + chance.randrange(300)])
                content[at] = chance.choice([0, 255, ord("9"), content[at] ^ 1 << chance.randrange(8)])
            words = [COMMAND, "convert", self.write(bytes(content), name), "-o"]
            words.append(self.folder / chance.choice(["o.clmem", "o.pickle", "o.json", "o.rmm.csv", "o.csv"]))
            result = subprocess.run(words, capture_output=True, timeout=60, preexec_fn=limit_memory)
            self.assertIn(result.returncode, (0, 2), f"seed {seed}, {name}: {result.stderr!r}: {bytes(content)!r}")
            seen.add(result.returncode)
        self.assertEqual(seen, {0, 2})


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "Mutation"])
