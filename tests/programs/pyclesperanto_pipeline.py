"""A segmentation of blobs with pyclesperanto, whose every step makes a new image.

usage: pyclesperanto_pipeline.py STEPS; prints checksums
"""

import hashlib
import sys

import numpy as np
import pyclesperanto as cle


def main(steps):
    cle.select_device(0, "all")
    rows, columns = np.mgrid[:512, :512]
    noise = np.random.default_rng(25).random((512, 512)) / 4
    picture = (np.sin(rows / 17) * np.cos(columns / 23) + noise).astype(np.float32)
    for step in range(steps):
        image = cle.push(picture + step / 100)
        smooth = cle.gaussian_blur(image, sigma_x=2, sigma_y=2)
        background = cle.gaussian_blur(smooth, sigma_x=15, sigma_y=15)
        peaks = cle.greater_constant(cle.subtract_images(smooth, background), scalar=0.2)
        result = cle.sobel(cle.multiply_images(cle.binary_erode(peaks), smooth))
        print(hashlib.sha256(cle.pull(result).tobytes()).hexdigest())


main(int(sys.argv[1]))
