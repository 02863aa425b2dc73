"""rlottie with Pillow: draws the frames of a Lottie file and saves each as PNG, on all processors.

    video.py FILE SIZE FRAMES FOLDER

Prints frames per second. Processes rather than threads, each with its own copy of the animation: what is
fastest in Python. Starting them is not counted.
"""

import multiprocessing
import os
import sys
import time

from rlottie_python import LottieAnimation

path, size, frames, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
animation = None


def load(barrier):
    global animation
    animation = LottieAnimation.from_file(path)
    animation.render_pillow_frame(frame_num=0, width=size, height=size)
    barrier.wait()


def save(frame):
    picture = animation.render_pillow_frame(frame_num=frame, width=size, height=size)
    picture.save(f"{folder}/{frame:06d}.png")


if __name__ == "__main__":
    workers = os.cpu_count() or 1
    barrier = multiprocessing.Barrier(workers + 1)
    with multiprocessing.Pool(workers, load, (barrier,)) as pool:
        barrier.wait()
        start = time.monotonic()
        pool.map(save, range(frames), chunksize=4)
        print(frames / (time.monotonic() - start))
