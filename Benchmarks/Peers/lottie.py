"""Lottie files for the peers, and frames of them by ThorVG.

    lottie.py unpack FOLDER INTO            all files of a folder and those below it, as plain JSON
    lottie.py draw SIZE FRAMES ROUNDS FILE  as rlottie_frames, by ThorVG

Of a dotLottie file the first animation is taken, with its pictures inside. What calls take from Python is
subtracted.
"""

import base64
import gzip
import io
import json
import os
import sys
import time
import zipfile


def plain(data):
    """The bytes of a file as JSON."""
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:2] != b"PK":
        return data
    archive = zipfile.ZipFile(io.BytesIO(data))
    names = archive.namelist()
    first = json.loads(archive.read("manifest.json"))["animations"][0]["id"]
    path = next(name for name in names if name in (f"a/{first}.json", f"animations/{first}.json"))
    document = json.loads(archive.read(path))
    for asset in document.get("assets") or []:
        for name in names:
            if "layers" not in asset and name.split("/")[-1] == asset.get("p"):
                picture = base64.b64encode(archive.read(name)).decode()
                asset.update(p="data:image/png;base64," + picture, u="", e=1)
    return json.dumps(document).encode()


def unpack(folder, into):
    for parent, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if not name.endswith((".json", ".lot", ".tgs", ".lottie")):
                continue
            path = os.path.join(parent, name)
            flat = os.path.relpath(path, folder).replace("/", "-").rsplit(".", 1)[0] + ".json"
            try:
                with open(path, "rb") as file:
                    data = plain(file.read())
            except (OSError, ValueError, KeyError, StopIteration, zipfile.BadZipFile):
                continue
            with open(os.path.join(into, flat), "wb") as file:
                file.write(data)


def milliseconds(work):
    start = time.process_time_ns()
    work()
    return (time.process_time_ns() - start) / 1e6


def draw(size, frames, rounds, path):
    import thorvg_python as t

    engine = t.Engine(threads=0)
    times = [float("inf")] * (frames + 1)
    with open(path, "rb") as file:
        data = file.read()
    for _ in range(rounds):
        canvas = t.SwCanvas(engine)
        animation = t.LottieAnimation(engine)
        picture = animation.get_picture()

        def load():
            # Copied, or it would be kept by its address from round to round.
            if picture.load_data(data, "lottie", None, True) != t.Result.SUCCESS:
                sys.exit("ThorVG cannot load it")

        times[0] = min(times[0], milliseconds(load))
        _, width, height = picture.get_size()
        scale = size / max(width, height)
        width, height = max(1, round(width * scale)), max(1, round(height * scale))
        canvas.set_target(width, height)
        picture.set_size(width, height)
        canvas.add(picture)
        _, total = animation.get_total_frame()

        def step(frame):
            animation.set_frame(frame)
            canvas.update()
            canvas.draw(True)
            canvas.sync()

        def calls():
            for _ in range(4):
                animation.get_frame()

        python = min(milliseconds(calls) for _ in range(20))
        for index in range(frames):
            frame = float(int(total * index / frames))
            times[index + 1] = min(times[index + 1], milliseconds(lambda: step(frame)) - python)
    print(" ".join("%.4f" % value for value in times))
    sys.stdout.flush()
    # What the library does at its end is not part of it.
    os._exit(0)


def main():
    if sys.argv[1] == "unpack":
        unpack(*sys.argv[2:4])
    else:
        draw(float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])


main()
