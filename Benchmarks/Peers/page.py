"""The same small pictures by us, Cairo and Blend2D, side by side, to be looked at.

    page.py KERNELS PICTURE

KERNELS is the program of Benchmarks/Sources/Kernels, which draws ours; the library of Cairo is that of the
system. Saves PICTURE, two cases a row, each five times: ours, Cairo's, Blend2D's, enlarged, then how much
ours differs from each, eight times as bright. Prints the largest difference of a channel for each case, where it is, and how
many pixels differ by more than 2.
"""

import ctypes
import math
import subprocess
import sys
import tempfile
from ctypes import c_char_p, c_double, c_int, c_void_p

import blend2d
import numpy

SIZE = 96
SCALE = 3
# In pixels. Finer than the peers' own, so that their curves are not what differs.
TOLERANCE = 0.01
INK, RED, BLUE, GREEN = 0xFF22304A, 0xFFC03A2B, 0xC02F6FED, 0xC01FA187


def star(corners, step, radius=44):
    points = [
        (48 + radius * math.sin(2 * math.pi * i * step / corners), 48 - radius * math.cos(2 * math.pi * i * step / corners))
        for i in range(corners)
    ]
    return "M " + " L ".join("%.6f %.6f" % point for point in points) + " Z"


def circle(x, y, radius):
    k = 0.5522847498307936 * radius
    return (
        f"M {x + radius} {y} C {x + radius} {y + k} {x + k} {y + radius} {x} {y + radius} "
        f"C {x - k} {y + radius} {x - radius} {y + k} {x - radius} {y} "
        f"C {x - radius} {y - k} {x - k} {y - radius} {x} {y - radius} "
        f"C {x + k} {y - radius} {x + radius} {y - k} {x + radius} {y} Z"
    )


def fill(path, color=INK, rule="nonzero", mode="normal", paint=None):
    return f"fill {rule} {mode} {paint or f'color {color}'} {path}"


def stroke(path, width, cap="butt", join="miter", limit=4, dashes=(), phase=0, color=INK):
    lengths = ",".join(str(dash) for dash in dashes) or "-"
    return f"stroke {width} {cap} {join} {limit} {phase} {lengths} normal color {color} {path}"


ZIGZAG = "M 8 80 L 24 14 L 40 80 L 52 14 L 60 80 L 66 14 L 70 80 L 88 30"
LOOP = "M 8 70 C 120 -30 -24 -30 88 70"
CUSP = "M 10 80 C 90 10 6 10 86 80"
WAVE = "M 6 48 C 20 -10 34 -10 48 48 C 62 106 76 106 90 48"
STOPS = f"3 0 {0xFFFFC145} 0.4 {0xFF1FA187} 1 {0x602F6FED}"
SQUARE = "M 6 6 L 90 6 L 90 90 L 6 90 Z"

CASES = {
    "circle": [fill(circle(48.3, 47.6, 40.2))],
    "ring, even-odd": [fill(circle(48, 48, 42) + " " + circle(48, 48, 41), rule="evenodd")],
    "star, nonzero": [fill(star(7, 3))],
    "star, even-odd": [fill(star(7, 3), rule="evenodd")],
    "slivers": [fill(" ".join(f"M 4 {4 + 9 * i} L 92 {5 + 9.3 * i} L 92 {5.2 + 9.3 * i + 0.1 * i} Z" for i in range(10)))],
    "a fan of triangles that abut": [
        fill(
            f"M 48 48 L {48 + 44 * math.cos(i * math.pi / 12):.6f} {48 + 44 * math.sin(i * math.pi / 12):.6f} "
            f"L {48 + 44 * math.cos((i + 1) * math.pi / 12):.6f} {48 + 44 * math.sin((i + 1) * math.pi / 12):.6f} Z",
            INK)
        for i in range(24)
    ],
    "curves that cross themselves": [fill(LOOP + " Z", RED), fill(CUSP + " Z", BLUE)],
    "miter joins, butt caps": [stroke(ZIGZAG, 4)],
    "miter joins, limit 20": [stroke(ZIGZAG, 4, limit=20)],
    "round joins and caps": [stroke(ZIGZAG, 5, "round", "round", color=BLUE)],
    "bevel joins, square caps": [stroke(ZIGZAG, 5, "square", "bevel", color=BLUE)],
    "round dashes": [stroke(circle(48, 48, 38), 5, "round", dashes=(10, 9))],
    "butt dashes, phase": [stroke(WAVE, 6, dashes=(7, 3, 2, 3), phase=4.5)],
    "dashes over corners": [stroke(ZIGZAG, 3, dashes=(30, 5), join="round")],
    "hairlines of 0.4 pixels": [stroke(WAVE, 0.4), stroke(LOOP, 0.4), stroke("M 4 4 L 92 11", 0.4)],
    "wide stroke of a tight curve": [stroke("M 20 20 C 90 30 90 60 20 66", 30, color=GREEN)],
    "stroke of a cusp": [stroke(CUSP, 9, "round", "round", color=BLUE)],
    "stroke of a closed loop": [stroke(LOOP + " Z", 7, join="miter", color=GREEN)],
    "linear gradient": [fill(SQUARE, paint=f"linear 20 12 80 70 {STOPS}")],
    "radial gradient": [fill(SQUARE, paint=f"radial 48 48 40 48 48 {STOPS}")],
    "radial gradient, focus": [fill(SQUARE, paint=f"radial 48 48 40 30 36 {STOPS}")],
    "translucent overlaps": [fill(circle(36, 38, 28), BLUE), fill(circle(60, 38, 28), GREEN), fill(circle(48, 60, 28), 0xC0C03A2B)],
} | {
    mode: [fill(circle(38, 48, 32), 0xFF2F6FED), fill(circle(58, 48, 32), 0xD0F0A030, mode=mode)]
    for mode in ["multiply", "screen", "overlay", "colorDodge", "colorBurn", "softLight", "difference"]
}


class Words:
    def __init__(self, line):
        self.words = iter(line.split())

    def word(self):
        return next(self.words)

    def numbers(self, count):
        return [float(self.word()) for _ in range(count)]

    def paint(self):
        kind = self.word()
        if kind == "color":
            return kind, int(self.word()), []
        geometry = self.numbers({"linear": 4, "radial": 5}[kind])
        stops = [(float(self.word()), int(self.word())) for _ in range(int(self.word()))]
        return kind, geometry, stops

    def path(self):
        for word in self.words:
            yield word, self.numbers({"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}[word])


def items(lines):
    """Each line as a dictionary."""
    for line in lines:
        words = Words(line)
        item = {"kind": words.word()}
        if item["kind"] == "fill":
            item["rule"] = words.word()
        else:
            item["width"], item["cap"], item["join"] = float(words.word()), words.word(), words.word()
            item["limit"], item["phase"] = words.numbers(2)
            item["dashes"] = [float(dash) for dash in words.word().replace("-", "").split(",") if dash]
        item["mode"] = words.word()
        item["paint"] = words.paint()
        item["path"] = list(words.path())
        yield item


def channels(argb):
    return [(argb >> shift & 255) / 255 for shift in (16, 8, 0, 24)]


def by_cairo(lines):
    library = ctypes.CDLL("libcairo.so.2")

    def call(name, *arguments, result=c_void_p):
        function = getattr(library, "cairo_" + name)
        function.restype = result
        return function(*[c_double(a) if isinstance(a, float) else a for a in arguments])

    pixels = numpy.full((SIZE, SIZE, 4), 255, dtype=numpy.uint8)
    surface = c_void_p(
        call("image_surface_create_for_data", c_void_p(pixels.ctypes.data), c_int(0), c_int(SIZE), c_int(SIZE), c_int(SIZE * 4)))
    context = c_void_p(call("create", surface))
    call("set_tolerance", context, TOLERANCE)
    modes = dict(normal=2, multiply=14, screen=15, overlay=16, colorDodge=19, colorBurn=20, softLight=22, difference=23)
    for item in items(lines):
        kind, geometry, stops = item["paint"]
        if kind == "color":
            call("set_source_rgba", context, *channels(geometry))
        else:
            if kind == "linear":
                pattern = c_void_p(call("pattern_create_linear", *geometry))
            else:
                x, y, radius, fx, fy = geometry
                pattern = c_void_p(call("pattern_create_radial", fx, fy, 0.0, x, y, radius))
            for position, color in stops:
                call("pattern_add_color_stop_rgba", pattern, position, *channels(color))
            call("set_source", context, pattern)
        call("set_operator", context, c_int(modes[item["mode"]]))
        call("new_path", context)
        for name, values in item["path"]:
            call({"M": "move_to", "L": "line_to", "C": "curve_to", "Z": "close_path"}[name], context, *values)
        if item["kind"] == "fill":
            call("set_fill_rule", context, c_int(1 if item["rule"] == "evenodd" else 0))
            call("fill", context)
        else:
            call("set_line_width", context, item["width"])
            call("set_line_cap", context, c_int(["butt", "round", "square"].index(item["cap"])))
            call("set_line_join", context, c_int(["miter", "round", "bevel"].index(item["join"])))
            call("set_miter_limit", context, item["limit"])
            dashes = (c_double * max(1, len(item["dashes"])))(*item["dashes"])
            call("set_dash", context, dashes, c_int(len(item["dashes"])), item["phase"])
            call("stroke", context)
    call("surface_flush", surface)
    return pixels[:, :, 2::-1].copy()


def by_blend2d(lines):
    b = blend2d
    image = b.Image(SIZE, SIZE)
    context = b.Context(image)
    context.set_fill_style(b.Rgba32(0xFFFFFFFF))
    context.fill_all()
    context.set_flatten_tolerance(TOLERANCE)
    modes = dict(
        normal=b.CompOp.SRC_OVER, multiply=b.CompOp.MULTIPLY, screen=b.CompOp.SCREEN, overlay=b.CompOp.OVERLAY,
        colorDodge=b.CompOp.COLOR_DODGE, colorBurn=b.CompOp.COLOR_BURN,
        # From hard light on the package's numbers are one less than the library's.
        softLight=b.CompOp.SOFT_LIGHT + 1, difference=b.CompOp.DIFFERENCE + 1)
    for item in items(lines):
        path = b.Path()
        for name, values in item["path"]:
            {"M": path.move_to, "L": path.line_to, "C": path.cubic_to, "Z": path.close}[name](*values)
        kind, geometry, stops = item["paint"]
        if kind == "color":
            style = b.Rgba32(geometry)
        else:
            if kind == "linear":
                style = b.LinearGradient(*geometry)
            else:
                x, y, radius, fx, fy = geometry
                # The package has the two circles the wrong way round.
                style = b.RadialGradient(fx, fy, 0, x, y, radius)
            for position, color in stops:
                style.add_stop(position, b.Rgba32(color))
        context.comp_op = modes[item["mode"]]
        if item["kind"] == "fill":
            context.fill_rule = b.FillRule.EVEN_ODD if item["rule"] == "evenodd" else b.FillRule.NON_ZERO
            context.set_fill_style(style)
            context.fill_path(path)
        else:
            context.set_stroke_style(style)
            context.stroke_width = item["width"]
            context.set_stroke_caps(getattr(b.StrokeCap, item["cap"].upper()))
            context.stroke_join = getattr(b.StrokeJoin, {"miter": "MITER_BEVEL"}.get(item["join"], item["join"].upper()))
            context.stroke_miter_limit = item["limit"]
            if item["dashes"]:
                return None  # It has no dashes yet.
            context.stroke_path(path)
    context.flush()
    return image.to_numpy()[:, :, 2::-1].copy()


def by_us(kernels):
    text = "".join("case\n" + "\n".join(lines) + "\n" for lines in CASES.values())
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(text)
        file.flush()
        data = subprocess.run([kernels, "--page", file.name], check=True, stdout=subprocess.PIPE).stdout
    return numpy.frombuffer(data, dtype=numpy.uint8).reshape(len(CASES), SIZE, SIZE, 3)


def main():
    cells = []
    for (name, lines), ours in zip(CASES.items(), by_us(sys.argv[1])):
        print(name)
        pictures, differences = [ours], []
        for peer, picture in (("Cairo", by_cairo(lines)), ("Blend2D", by_blend2d(lines))):
            if picture is None:
                continue
            difference = numpy.abs(ours.astype(int) - picture).max(axis=2)
            y, x = numpy.unravel_index(difference.argmax(), difference.shape)
            print(
                f"  {peer:8} {difference.max():4} at {x}, {y}: {ours[y, x]} and {picture[y, x]}; "
                f"{(difference > 2).sum()} pixels by more than 2")
            pictures.append(picture)
            differences.append(numpy.clip(difference * 8, 0, 255)[:, :, None].repeat(3, axis=2))
        blank = numpy.full((SIZE, SIZE, 3), 128)
        row = pictures + [blank] * (3 - len(pictures)) + differences + [blank] * (2 - len(differences))
        cells.append(numpy.concatenate(row, axis=1))
    if len(cells) % 2:
        cells.append(numpy.full_like(cells[0], 128))
    pairs = [numpy.concatenate(cells[index : index + 2], axis=1) for index in range(0, len(cells), 2)]
    page = numpy.concatenate(pairs, axis=0).astype(numpy.uint8)
    page = page.repeat(SCALE, axis=0).repeat(SCALE, axis=1)
    blend2d.Image.from_numpy(page).write_to_file(sys.argv[2])


main()
