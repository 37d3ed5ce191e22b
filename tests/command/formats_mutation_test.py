"""Damages a file of each format at random: the command must read or refuse it, in little memory.

CLMEM_MUTATION_SECONDS and CLMEM_MUTATION_SEED make it run longer and differently, CLMEM_MUTATION_FILE=in.pickle with one
format alone."""

import collections
import os
import pickle
import random
import resource
import subprocess
import sys
import time
import unittest

from formats_test import CORPUS, TORCH, WHOLE, Formats  # first: it changes the arguments for command
from command import COMMAND  # isort: skip


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


def places(name, content):
    """Where to damage a file: most of one of clmem's own is zeros."""
    if name == "in.clmem":
        return lambda chance: chance.choice([chance.randrange(56), 4096 * chance.randrange(1, 4) + chance.randrange(300)])
    return lambda chance: chance.randrange(len(content))


def change(content, at, chance):
    content[at] = chance.choice([0, 255, ord("9"), content[at] ^ 1 << chance.randrange(8)])


def cut(content, at, chance):
    del content[at:]


def drop(content, at, chance):
    del content[at : at + chance.choice([1, 4, 32])]


def repeat(content, at, chance):
    content[at:at] = content[at : at + chance.choice([1, 8, 64])] * chance.choice([1, 3, 50])


def insert(content, at, chance):
    content[at:at] = chance.choice([b"(" * 300, b"[" * 300, b'{"a":' * 200, b"9" * 40, b"\xff" * 9, b"\n", b",,", b"-"])


class Mutation(Formats):
    def test_damage(self):
        seed = int(os.environ.get("CLMEM_MUTATION_SEED", "1"))
        end = time.monotonic() + float(os.environ.get("CLMEM_MUTATION_SECONDS", "4"))
        chance = random.Random(seed)
        whole = self.write(WHOLE, "whole.clmem")
        sources = {"in.clmem": WHOLE, "in.pickle": pickle.dumps(TORCH), "old.pickle": pickle.dumps(TORCH, 2)}
        for name in ("in.json", "in.rmm.csv", "in.csv"):
            sources[name] = self.convert(whole, name).read_bytes()
        sources["torch.pickle"] = (CORPUS / "pickle" / "torch-2.11").read_bytes()
        if only := os.environ.get("CLMEM_MUTATION_FILE"):
            sources = {only: sources[only]}
        seen = {name: collections.Counter() for name in sources}
        while time.monotonic() < end:
            name = chance.choice(list(sources))
            content = bytearray(sources[name])
            place = places(name, content)
            for _ in range(chance.choice([1, 2, 8])):
                damage = chance.choice([change, change, change, cut, drop, repeat, insert])
                damage(content, min(place(chance), len(content) - 1), chance)
                if not content:
                    break
            words = [COMMAND, "report"] if name == "in.clmem" and chance.random() < 0.3 else [COMMAND, "convert"]
            words.append(self.write(bytes(content), name))
            if words[1] == "convert":
                words += ["-o", self.folder / chance.choice(["o.clmem", "o.pickle", "o.json", "o.rmm.csv", "o.csv"])]
            result = subprocess.run(words, capture_output=True, timeout=60, preexec_fn=limit_memory)
            self.assertIn(result.returncode, (0, 2), f"seed {seed}, {name}: {result.stderr!r}: {bytes(content)!r}")
            seen[name][result.returncode] += 1
        both = [name for name, counts in seen.items() if set(counts) == {0, 2}]
        self.assertEqual(both, list(sources), seen)
        if only:
            print(f"{only}: {seen[only][0]} read, {seen[only][2]} refused")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "Mutation"])
