"""Sprites by Skia, all in one call.

    sprites.py FRAMES [PICTURE]

10,000 images of 32×32 in 1280×720, each with its own angle and opacity. Prints the mean microseconds
of a frame, on one thread. What the same call takes outside the canvas is subtracted: Python's part.
With PICTURE the last frame is saved there.
"""

import math
import sys
import time

import numpy
import skia

WIDTH, HEIGHT, COUNT, SIDE = 1280, 720, 10_000, 32


def sprite():
    """A disc with a soft edge."""
    y, x = numpy.mgrid[0:SIDE, 0:SIDE]
    distance = numpy.hypot(x - 15.5, y - 15.5)
    alpha = numpy.rint(255 * numpy.clip(16 - distance, 0, 1)).astype(numpy.uint8)
    words = numpy.zeros((SIDE, SIDE, 4), dtype=numpy.uint8)
    words[..., 0], words[..., 1], words[..., 3] = 255, y * 8, alpha
    return skia.Image.fromarray(words, colorType=skia.kRGBA_8888_ColorType)


def frame(number, offset):
    transforms = [
        skia.RSXform.MakeFromRadians(
            1, math.radians(index + number), index * 7919 % WIDTH + offset,
            index * 104_729 % HEIGHT, SIDE / 2, SIDE / 2)
        for index in range(COUNT)
    ]
    colors = [((index + number) % 200 + 56) << 24 | 0xFFFFFF for index in range(COUNT)]
    return transforms, colors


def main():
    frames = int(sys.argv[1])
    pixels = numpy.zeros((HEIGHT, WIDTH, 4), dtype=numpy.uint8)
    canvas = skia.Surface(pixels).getCanvas()
    image = sprite()
    areas = [skia.Rect.MakeWH(SIDE, SIDE)] * COUNT
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear)
    times = {0: 0.0, 10 * WIDTH: 0.0}
    for number in range(frames + 1):
        for offset in times:
            transforms, colors = frame(number, offset)
            start = time.perf_counter()
            canvas.clear(0xFF000000)
            canvas.drawAtlas(
                image, transforms, areas, colors, skia.BlendMode.kModulate, sampling)
            # The first frame fills the caches.
            if number > 0:
                times[offset] += time.perf_counter() - start
            if offset == 0 and len(sys.argv) > 2:
                skia.Image.fromarray(pixels).save(sys.argv[2])
    drawn, empty = times.values()
    print((drawn - empty) / frames * 1e6)


main()
