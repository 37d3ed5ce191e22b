"""The pipeline of opencv_pipeline.cpp with the OpenCV of PyPI.

usage: opencv5_pipeline.py WIDTH HEIGHT FRAMES; prints checksums, and on stderr the time of a frame
"""

import hashlib
import sys
import time

import cv2
import numpy as np


def edges(frame):
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    smooth = cv2.GaussianBlur(grey, (5, 5), 1.5)
    across = cv2.convertScaleAbs(cv2.Sobel(smooth, cv2.CV_16S, 1, 0))
    along = cv2.convertScaleAbs(cv2.Sobel(smooth, cv2.CV_16S, 0, 1))
    return cv2.threshold(cv2.addWeighted(across, 0.5, along, 0.5, 0), 40, 255, cv2.THRESH_BINARY)[1]


def checksum(image):
    return hashlib.sha256(image.get().tobytes()).hexdigest()


def main(width, height, frames):
    if not cv2.ocl.useOpenCL():
        sys.exit("OpenCV found no OpenCL device")
    frame = cv2.UMat(np.random.default_rng(25).integers(0, 256, (height, width, 3), np.uint8))
    for i in range(-(frames + 9) // 10, frames):
        if i == 0:
            start, processor = time.perf_counter(), time.process_time()
        result = edges(frame)
        cv2.ocl.finish()
        if i < 0:
            print(checksum(result))
        frame = cv2.addWeighted(frame, 0.98, frame, 0, 1)
    wall, processor = time.perf_counter() - start, time.process_time() - processor
    print(f"time frame {wall / frames * 1e6:.3f} {processor / frames * 1e6:.3f}", file=sys.stderr)
    print(checksum(edges(frame)))


main(*map(int, sys.argv[1:4]))
