"""Training steps of a small network with tinygrad.

usage: tinygrad_steps.py STEPS; prints checksums
"""

import hashlib
import os
import sys

os.environ["DEV"] = "CL"
os.environ["CACHELEVEL"] = "0"  # no file shared by two runs

import numpy as np
from tinygrad import Tensor


def main(steps):
    numbers = np.random.default_rng(25)
    picture = Tensor(numbers.random((32, 64), dtype=np.float32))
    first = Tensor(numbers.random((64, 48), dtype=np.float32) - 0.5)
    second = Tensor(numbers.random((48, 10), dtype=np.float32) - 0.5)
    for step in range(steps):
        loss = (((picture * (1 + step)) @ first).relu() @ second).log_softmax().square().mean()
        by_first, by_second = loss.gradient(first, second)
        first = (first - 0.01 * by_first).realize()
        second = (second - 0.01 * by_second).realize()
        print(hashlib.sha256(second.numpy().tobytes()).hexdigest(), loss.item())


main(int(sys.argv[1]))
