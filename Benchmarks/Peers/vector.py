"""Paths by a library that comes as a package of Python.

    vector.py Blend2D|Skia|ThorVG FILE REPEATS [PICTURE]

FILE is as for cairo_vector. Prints the mean microseconds of processor time of one picture of all its
paths, on one thread. What the same calls take with paths that are empty is subtracted: Python's part. With
PICTURE the last picture is saved there: a portable pixmap of ThorVG's, else by the file's ending.
"""

import sys
import time

SIZE = 512


def read(path):
    """Width of the stroke or 0, colour, and commands with their coordinates."""
    counts = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}
    items = []
    for line in open(path):
        words = line.split()
        commands, index = [], 2
        while index < len(words):
            count = counts[words[index]]
            values = [float(word) for word in words[index + 1 : index + 1 + count]]
            commands.append((words[index], values))
            index += 1 + count
        items.append((float(words[0]), int(words[1]), commands))
    return items


def blend2d(items):
    import blend2d as b

    image = b.Image(SIZE, SIZE)
    context = b.Context(image)

    def make(commands):
        path = b.Path()
        steps = {
            "M": path.move_to, "L": path.line_to, "Q": path.quad_to, "C": path.cubic_to,
            "Z": path.close,
        }
        for name, values in commands:
            steps[name](*values)
        return path

    paths = [(width, b.Rgba32(color), make(commands)) for width, color, commands in items]

    def draw(offset):
        context.save()
        context.translate(offset, 0)
        for width, color, path in paths:
            if width > 0:
                context.set_stroke_style(color)
                context.stroke_width = width
                context.stroke_path(path)
            else:
                context.set_fill_style(color)
                context.fill_path(path)
        context.restore()
        context.flush()

    return draw, lambda name: image.write_to_file(name)


def skia(items):
    import numpy
    import skia as s

    pixels = numpy.zeros((SIZE, SIZE, 4), dtype=numpy.uint8)
    surface = s.Surface(pixels)
    canvas = surface.getCanvas()

    def make(commands):
        path = s.Path()
        steps = {
            "M": path.moveTo, "L": path.lineTo, "Q": path.quadTo, "C": path.cubicTo,
            "Z": path.close,
        }
        for name, values in commands:
            steps[name](*values)
        # Redrawn paths are not worth a cache to Skia.
        path.setIsVolatile(True)
        return path

    paths = []
    for width, color, commands in items:
        paint = s.Paint(AntiAlias=True, Color=color)
        if width > 0:
            paint.setStyle(s.Paint.kStroke_Style)
            paint.setStrokeWidth(width)
        paths.append((make(commands), paint))

    def draw(offset):
        canvas.save()
        canvas.translate(offset, 0)
        for path, paint in paths:
            canvas.drawPath(path, paint)
        canvas.restore()

    # What the surface points to must stay.
    draw.keep = pixels
    return draw, lambda name: surface.makeImageSnapshot().save(name, s.kPNG)


def thorvg(items):
    import thorvg_python as t

    engine = t.Engine(threads=0)
    canvas = t.SwCanvas(engine)
    canvas.set_target(SIZE, SIZE)
    scene = t.Scene(engine)
    shapes = []
    for width, color, commands in items:
        shape = t.Shape(engine)
        x = y = 0.0
        for name, v in commands:
            if name == "M":
                shape.move_to(*v)
            elif name == "L":
                shape.line_to(*v)
            elif name == "C":
                shape.cubic_to(*v)
            elif name == "Q":
                shape.cubic_to(
                    (x + 2 * v[0]) / 3, (y + 2 * v[1]) / 3, (v[2] + 2 * v[0]) / 3,
                    (v[3] + 2 * v[1]) / 3, v[2], v[3])
            else:
                shape.close()
            if v:
                x, y = v[-2:]
        rgba = (color >> 16 & 255, color >> 8 & 255, color & 255, color >> 24)
        if width > 0:
            shape.set_stroke_width(width)
            shape.set_stroke_color(*rgba)
            shape.set_stroke_join(t.StrokeJoin.MITER)
        else:
            shape.set_fill_color(*rgba)
        scene.add(shape)
        shapes.append(shape)
    canvas.add(scene)

    def draw(offset):
        scene.translate(offset, 0)
        canvas.update()
        canvas.draw(False)
        canvas.sync()

    def save(name):
        # Red is in the lowest byte.
        rows = b"".join(bytes((word & 255, word >> 8 & 255, word >> 16 & 255)) for word in canvas.buffer_arr)
        with open(name, "wb") as file:
            file.write(b"P6 %d %d 255\n" % (SIZE, SIZE) + rows)

    # What the library points to must stay.
    draw.keep = (engine, canvas, scene, shapes)
    return draw, save


def measure(draw, repeats):
    draw(0.0)
    draw(0.25)
    start = time.process_time()
    for index in range(repeats):
        draw((index & 3) / 4)
    return (time.process_time() - start) * 1e6 / repeats


def main():
    library = {"Blend2D": blend2d, "Skia": skia, "ThorVG": thorvg}[sys.argv[1]]
    items = read(sys.argv[2])
    repeats = int(sys.argv[3])
    draw, save = library(items)
    whole = measure(draw, repeats)
    if len(sys.argv) > 4:
        save(sys.argv[4])
    empty, _ = library([(width, color, []) for width, color, _ in items])
    print("%.4f" % (whole - measure(empty, repeats)))


main()
