"""Animations, by the functions of animrender.h."""

import builtins
import ctypes
import json
import os
import typing

from . import _program

_library = ctypes.CDLL(os.path.join(_program.folder, "lib", "libanimrender.so.0"))

_FORMATS = {"rgba": 0, "rgba-premultiplied": 1, "bgra-premultiplied": 2}


class _Options(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("animation", ctypes.c_char_p),
        ("theme", ctypes.c_char_p),
        ("marker", ctypes.c_char_p),
        ("font_folder", ctypes.c_char_p),
        ("resource_folder", ctypes.c_char_p),
        ("flags", ctypes.c_uint32),
    ]


class _Properties(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("width", ctypes.c_uint32),
        ("height", ctypes.c_uint32),
        ("first_frame", ctypes.c_uint32),
        ("frame_count", ctypes.c_uint32),
        ("frame_rate", ctypes.c_double),
        ("duration", ctypes.c_int64),
    ]


def _declare(name, result, *arguments):
    function = getattr(_library, "animrender_" + name)
    function.restype = result
    function.argtypes = arguments
    return function


_handle = ctypes.c_void_p
_image = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_size_t, ctypes.c_int]
_open = _declare(
    "open", ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(_Options), ctypes.POINTER(_handle),
    ctypes.c_char_p, ctypes.c_size_t)
_copy = _declare("copy", ctypes.c_int, _handle, ctypes.POINTER(_handle))
_close = _declare("close", None, _handle)
_message = _declare("message", ctypes.c_char_p, _handle)
_get_properties = _declare("get_properties", ctypes.c_int, _handle, ctypes.POINTER(_Properties))
_info = _declare("info", ctypes.c_char_p, _handle)
_get_frame_time = _declare(
    "get_frame_time", ctypes.c_int, _handle, ctypes.c_uint32, ctypes.POINTER(ctypes.c_int64))
_draw_frame = _declare("draw_frame", ctypes.c_int, _handle, ctypes.c_uint32, *_image)
_draw_time = _declare("draw_time", ctypes.c_int, _handle, ctypes.c_int64, *_image)
_hash_frame = _declare(
    "hash_frame", ctypes.c_int, _handle, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_char_p)


class Error(Exception):
    """A file that can't be drawn, or an invalid argument."""


class Frame(typing.NamedTuple):
    """A drawn frame."""

    number: int
    #: The time since the start, in seconds.
    time: float
    #: A numpy array of height × width × 4 bytes.
    pixels: typing.Any


class Animation:
    """An open animation. Use it on one thread at a time."""

    def __init__(self, handle):
        self._handle = handle
        properties = _Properties(ctypes.sizeof(_Properties))
        self._check(_get_properties(handle, properties))
        #: The intended size, in pixels.
        self.width = properties.width
        self.height = properties.height
        #: The numbers of the played frames.
        self.numbers = range(properties.first_frame, properties.first_frame + properties.frame_count)
        #: The number of frames per second, or `None` if frames have different durations.
        self.frame_rate = properties.frame_rate or None
        #: The duration of one cycle in seconds, 0 for still images.
        self.duration = properties.duration / 1e9

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()

    def close(self):
        """Release the animation's memory."""
        if getattr(self, "_handle", None):
            _close(self._handle)
            self._handle = None

    def copy(self) -> "Animation":
        """Return an animation for another thread, which shares the file."""
        handle = _handle()
        self._check(_copy(self._opened, handle))
        return Animation(handle)

    @property
    def _opened(self):
        if not self._handle:
            raise Error("animation: is closed; open the file again")
        return self._handle

    def _check(self, status):
        if status:
            raise Error(_message(self._handle).decode())

    @property
    def info(self) -> dict:
        """The contents of the file, with the fields of ``x11viewer info --json``."""
        return json.loads(_info(self._opened))

    @property
    def diagnostics(self) -> list:
        """The features that aren't drawn as intended."""
        return self.info["diagnostics"]

    def draw(self, frame=None, *, time=None, size=None, format="rgba", out=None):
        """Draw a frame, or the image at a time in seconds.

        size: The width and height, by default those of the animation.
        format: "rgba" (straight alpha), "rgba-premultiplied" or "bgra-premultiplied".
        out: A numpy array of height × width × 4 bytes to draw into, such as a part of a larger one. By default, a new
            array is returned.
        """
        if (frame is None) == (time is None):
            raise TypeError("draw: needs a frame or a time")
        if format not in _FORMATS:
            raise ValueError(f"format: '{format}' is unknown; use one of {', '.join(_FORMATS)}")
        if out is None:
            import numpy

            width, height = size or (self.width, self.height)
            out = numpy.empty((height, width, 4), numpy.uint8)
        memory, width, height, stride = _memory(out)
        if size not in (None, (width, height)):
            raise ValueError(f"out: has {width}x{height} pixels, and not {size[0]}x{size[1]}")
        image = (memory, width, height, stride, _FORMATS[format])
        if frame is not None:
            self._check(_draw_frame(self._opened, _number(frame, 32, "frame"), *image))
        else:
            nanoseconds = _number(round(time * 1e9), 63, "time")
            self._check(_draw_time(self._opened, nanoseconds, *image))
        return out

    def frames(self, *, size=None, format="rgba", out=None):
        """Yield all played frames, each with a new array, or all in the same one if `out` is passed."""
        for number in self.numbers:
            time = ctypes.c_int64()
            self._check(_get_frame_time(self._opened, number, time))
            pixels = self.draw(number, size=size, format=format, out=out)
            yield Frame(number, time.value / 1e9, pixels)

    def hash(self, frame, *, size=None) -> str:
        """Return the SHA-256 of a frame, as ``x11viewer render --hash`` prints it."""
        width, height = size or (self.width, self.height)
        text = ctypes.create_string_buffer(65)
        self._check(_hash_frame(self._opened, _number(frame, 32, "frame"), width, height, text))
        return text.value.decode()


def open(
    file, *, animation=None, theme=None, marker=None, fonts=None, resources=None, system_fonts=False,
    expressions=True,
) -> Animation:
    """Open an animation.

    file: A path, bytes, or a file object opened in binary mode.
    animation, theme: The identifiers of parts of a file.
    marker: The name of the part to play.
    fonts: A folder with fonts for text.
    resources: A folder with files that the animation may refer to. By default, the folder of the path.
    system_fonts: Whether to draw text with the fonts of the system if the file has none.
    expressions: Whether to evaluate expressions.
    """
    if isinstance(file, (bytes, bytearray, memoryview)):
        data = bytes(file)
    elif hasattr(file, "read"):
        data = file.read()
    else:
        with builtins.open(file, "rb") as opened:
            data = opened.read()
        resources = resources or os.path.dirname(os.path.abspath(file))
    options = _Options(
        ctypes.sizeof(_Options), *(None if text is None else os.fsencode(text) for text in (
            animation, theme, marker, fonts, resources)),
        (1 if system_fonts else 0) | (0 if expressions else 2))
    handle = _handle()
    message = ctypes.create_string_buffer(500)
    if _open(data, len(data), options, handle, message, len(message)):
        raise Error(message.value.decode())
    return Animation(handle)


def _number(value, bits, name):
    if not 0 <= value < 1 << bits:
        raise Error(f"{name}: {value} is out of range")
    return value


def _memory(array):
    """Return the address, width, height and stride of an array."""
    interface = getattr(array, "__array_interface__", None)
    if interface is None:
        raise TypeError("out: not a numpy array")
    shape, strides = interface["shape"], interface["strides"]
    if len(shape) != 3 or shape[2] != 4 or interface["typestr"] != "|u1":
        raise ValueError("out: needs the shape (height, width, 4) and the type uint8")
    height, width, _ = shape
    stride, *rest = strides or (width * 4, 4, 1)
    if rest != [4, 1] or stride < width * 4:
        raise ValueError("out: the bytes of a row must follow each other")
    address, is_read_only = interface["data"]
    if is_read_only:
        raise ValueError("out: is read-only")
    return address, width, height, stride
