"""Uses the library by ctypes: animrender_test.py LIBRARY FILE FRAME WIDTH HEIGHT

Prints the hash of the frame, which is also computed here from the pixels.
"""

import ctypes
import hashlib
import struct
import sys

library = ctypes.CDLL(sys.argv[1])
frame, width, height = map(int, sys.argv[3:])
library.animrender_message.restype = ctypes.c_char_p
library.animrender_message.argtypes = [ctypes.c_void_p]
library.animrender_close.argtypes = [ctypes.c_void_p]

with open(sys.argv[2], "rb") as file:
    data = file.read()
animation = ctypes.c_void_p()
message = ctypes.create_string_buffer(200)
status = library.animrender_open(
    data, ctypes.c_size_t(len(data)), None, ctypes.byref(animation), message, ctypes.c_size_t(200))
assert status == 0, message.value

pixels = bytearray(width * height * 4)
memory = (ctypes.c_char * len(pixels)).from_buffer(pixels)
status = library.animrender_draw_frame(
    animation, frame, memory, width, height, ctypes.c_size_t(width * 4), 0)
assert status == 0, library.animrender_message(animation)
status = library.animrender_draw_frame(
    animation, 1_000_000, memory, width, height, ctypes.c_size_t(width * 4), 0)
assert status == 1 and b"does not exist" in library.animrender_message(animation)

own = hashlib.sha256(struct.pack(">II", width, height) + pixels).hexdigest()
found = ctypes.create_string_buffer(65)
assert library.animrender_hash_frame(animation, frame, width, height, found) == 0
assert found.value.decode() == own, (found.value, own)
library.animrender_close(animation)
print(own)
