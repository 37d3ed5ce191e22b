#!/usr/bin/env python3
"""Takes the pictures of the page that the documents show: screenshots.py COMMAND [--accept].

Compares them with docs/pictures and prints which differ in more than 1 % of their pixels; that fails nothing, since
another version of Chromium draws a little differently. With --accept, writes those that differ at all or are missing."""

import argparse
import io
import pathlib
import tempfile

import recordings
from browser import Browser
from PIL import Image, ImageChops

PICTURES = recordings.ROOT / "docs/pictures"
SHARE = 0.01
NOTICEABLE = 24  # of 255, in a colour
# name: view, scheme, width, height; of a program, but "replay", which is of a recorded trace
SHOWN = {
    "replay": ("time", "light", 1280, 800),
    "view-time": ("time", "light", 1280, 800),
    "view-time-dark": ("time", "dark", 1280, 800),
    "view-instant": ("instant", "light", 1280, 800),
    "view-holders": ("holders", "light", 1280, 800),
    "view-leaks": ("leaks", "light", 1280, 500),
    "view-temporaries": ("temporaries", "light", 1280, 500),
    "view-failures": ("failures", "light", 1280, 600),
    "view-phone": ("time", "light", 390, 844),
}


def picture(browser, page, view, scheme, width, height):
    browser.open(page, width=width, height=height, scheme=scheme)
    browser.show(view)
    browser.settle()
    browser.run("document.activeElement?.blur(); window.scrollTo(0, 0);")
    taken = Image.open(io.BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB")
    return taken.quantize(256)  # a quarter of the size, and no visible difference


def share_that_differs(before, after):
    """The share of pixels with a noticeable difference; 1 if the sizes differ."""
    if before.size != after.size:
        return 1.0
    bands = ImageChops.difference(before.convert("RGB"), after.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    histogram = most.histogram()
    return sum(histogram[NOTICEABLE:]) / (before.size[0] * before.size[1])


def compare(name, taken, accept):
    """Prints what is different, and writes the picture if that is accepted."""
    path = PICTURES / f"{name}.png"
    if path.is_file():
        with Image.open(path) as before:
            share = share_that_differs(before, taken)
        if share <= (0 if accept else SHARE):
            return
        print(f"docs/pictures/{name}.png: {share:.1%} of the pixels differ")
    else:
        print(f"docs/pictures/{name}.png: missing")
    if accept:
        PICTURES.mkdir(parents=True, exist_ok=True)
        taken.save(path, optimize=True)
        print(f"wrote docs/pictures/{name}.png: {path.stat().st_size} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", metavar="COMMAND", help="the clmem command")
    parser.add_argument("--accept", action="store_true", help="write the pictures that differ")
    arguments = parser.parse_args()
    browser = Browser()
    try:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            page = recordings.page_of(arguments.command, folder / "page.html", recordings.program(folder))
            replayed = recordings.replayed(arguments.command, folder, recordings.ROOT / "bench/traces/gpt2.csv.gz")
            for name, how in SHOWN.items():
                compare(name, picture(browser, replayed if name == "replay" else page, *how), arguments.accept)
    finally:
        browser.close()


if __name__ == "__main__":
    main()
