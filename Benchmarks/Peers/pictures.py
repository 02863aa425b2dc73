"""Pillow: reads all frames of a picture that moves, as red, green, blue and alpha.

    pictures.py FILE
"""

import sys

from PIL import Image, ImageSequence

for frame in ImageSequence.Iterator(Image.open(sys.argv[1])):
    frame.convert("RGBA").tobytes()
