"""Filters and features of images with silx.

usage: silx_filters.py STEPS; prints checksums
"""

import hashlib
import sys

import numpy as np
from silx.opencl.convolution import Convolution
from silx.opencl.medfilt import MedianFilter2D
from silx.opencl.sinofilter import SinoFilter


def main(steps):
    rows, columns = np.mgrid[:256, :256]
    noise = np.random.default_rng(25).random((256, 256)) / 4
    picture = (np.sin(rows / 17) * np.cos(columns / 23) + noise).astype(np.float32)
    kernel = np.exp(-(np.linspace(-2, 2, 9) ** 2)).astype(np.float32)
    for step in range(steps):
        image = picture + np.float32(step / 100)
        results = [
            MedianFilter2D(image.shape, (5, 5), platformid=0, deviceid=0).medfilt2d(image),
            Convolution(image.shape, kernel)(image),
            SinoFilter(image.shape, platformid=0, deviceid=0)(image),
        ]
        for result in results:
            print(hashlib.sha256(np.ascontiguousarray(result).tobytes()).hexdigest())


main(int(sys.argv[1]))
