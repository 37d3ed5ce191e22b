"""Fourier transforms with pyvkfft, of arrays of pyopencl.

usage: pyvkfft_transforms.py STEPS; prints checksums
"""

import hashlib
import sys

import numpy as np
import pyopencl as cl
import pyopencl.array as cla
from pyvkfft.opencl import VkFFTApp


def main(steps):
    device = cl.get_platforms()[0].get_devices()[0]
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    numbers = np.random.default_rng(25)
    for step in range(steps):
        shape = (64 + 16 * (step % 4), 128)
        host = (numbers.random(shape) + 1j * numbers.random(shape)).astype(np.complex64)
        source = cla.to_device(queue, host)
        target = cla.empty_like(source)
        app = VkFFTApp(shape, np.complex64, queue=queue, ndim=2, inplace=False)
        app.fft(source, target)
        print(hashlib.sha256(target.get().tobytes()).hexdigest())
        app.ifft(target, source)
        print(np.abs(source.get() - host).max() < 1e-4)


main(int(sys.argv[1]))
