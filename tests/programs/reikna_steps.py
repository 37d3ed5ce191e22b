"""Transforms, reductions and random numbers with reikna.

usage: reikna_steps.py STEPS; prints checksums
"""

import hashlib
import sys

import numpy as np
import reikna.cluda as cluda
from reikna.algorithms import Reduce, predicate_sum
from reikna.fft import FFT
from reikna.linalg import MatrixMul


def main(steps):
    thread = cluda.ocl_api().Thread.create(device_filters=None)
    numbers = np.random.default_rng(25)
    for step in range(steps):
        size = 64 + 64 * (step % 2)
        values = [thread.to_device(numbers.random((size, size)).astype(np.float32)) for _ in range(2)]
        product = thread.array((size, size), np.float32)
        MatrixMul(*values, out_arr=product).compile(thread)(product, *values)
        print(hashlib.sha256(product.get().tobytes()).hexdigest())
        reduce = Reduce(product, predicate_sum(np.float32)).compile(thread)
        total = thread.empty_like(reduce.parameter.output)
        reduce(total, product)
        print(total.get())
        waves = thread.to_device(product.get().astype(np.complex64))
        FFT(waves).compile(thread)(waves, waves)
        print(hashlib.sha256(waves.get().tobytes()).hexdigest())


main(int(sys.argv[1]))
