"""Frames of animations: Lottie, SVG, GIF, APNG, WebP, AVIF and the other files of x11viewer.

    import x11viewer

    with x11viewer.open("cat.json") as animation:
        pixels = animation.draw(12)            # a numpy array of height × width × 4 bytes
        for frame in animation.frames():
            print(frame.number, frame.time, frame.pixels.mean())

The pixels and hashes are those of the command ``x11viewer render``. Use an animation on one thread at a time; each
thread can have its own `copy`.
"""

from ._program import program

__all__ = ["Animation", "Error", "Frame", "open", "program"]


def __getattr__(name):
    # The command and the fixture for pytest start without loading the library.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import _animation

    return getattr(_animation, name)
