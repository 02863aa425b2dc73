import AnimCore
import Glibc

/// Draws the cases of page.py, which draws them with other libraries and compares the results.
///
/// The cases are in a file with one item per line: `case`, which starts an image of ``size``
/// pixels, or
///
///     fill RULE MODE PAINT PATH
///     stroke WIDTH CAP JOIN MITER PHASE DASHES MODE PAINT PATH
///
/// DASHES are separated by commas, or `-` for none. MODE is a case of ``BlendMode``. PATH is as in
/// SVG, with absolute coordinates and a space between any two words. PAINT is one of
///
///     color ARGB
///     linear X Y X Y STOPS
///     radial X Y RADIUS FOCUSX FOCUSY STOPS
///
/// STOPS is the number of stops, followed by the position and colour of each.
enum Page {
  static let size = PixelSize(width: 96, height: 96)

  /// Writes all images to standard output, with three bytes per pixel.
  static func draw(_ text: String) {
    let image = PixelImage(size: size)
    let rasterizer = Rasterizer(threads: 1)
    let cases = text.split(separator: "case\n")
    for lines in cases {
      var list = DisplayList(size: size, background: .white)
      for line in lines.split(separator: "\n") {
        var words = Words(line)
        words.appendItem(to: &list)
      }
      rasterizer.paint(list, into: image)
      image.withPixels { pixels in
        for word in pixels { for shift in [16, 8, 0] { putchar(Int32(word >> shift & 255)) } }
      }
    }
  }
}

/// The rest of a line. Words that can't be read count as zero.
private struct Words {
  private var rest: ArraySlice<Substring>

  init(_ line: Substring) { rest = line.split(separator: " ")[...] }

  private mutating func word() -> Substring { rest.popFirst() ?? "" }
  private mutating func number() -> Double { Double(word()) ?? 0 }
  private mutating func point() -> Point {
    let x = number()
    return Point(x: x, y: number())
  }
  private mutating func color() -> Color { Color(argb: UInt32(word()) ?? 0) }

  mutating func appendItem(to list: inout DisplayList) {
    if word() == "fill" {
      let rule: FillRule = word() == "evenodd" ? .evenOdd : .nonzero
      let (mode, paint, path) = (mode(), paint(), path())
      list.withGroup(GroupStyle(blendMode: mode)) { $0.fill(path, paint, rule: rule) }
    } else {
      let style = strokeStyle()
      let (mode, paint, path) = (mode(), paint(), path())
      list.withGroup(GroupStyle(blendMode: mode)) { $0.stroke(path, style, paint) }
    }
  }

  private mutating func strokeStyle() -> StrokeStyle {
    let width = number()
    let cap: StrokeStyle.Cap = .init(rawValue: String(word())) ?? .butt
    let join: StrokeStyle.Join = .init(rawValue: String(word())) ?? .miter
    let (limit, phase) = (number(), number())
    return StrokeStyle(
      width: width, cap: cap, join: join, miterLimit: limit,
      dashes: word().split(separator: ",").compactMap { Double($0) }, dashPhase: phase)
  }

  private mutating func mode() -> BlendMode {
    let name = word()
    return BlendMode.allCases.first { "\($0)" == name } ?? .normal
  }

  private mutating func paint() -> Paint {
    switch word() {
    case "linear":
      let (start, end) = (point(), point())
      return .gradient(Gradient(.linear(start: start, end: end), stops: stops()))
    case "radial":
      let (center, radius, focus) = (point(), number(), point())
      return .gradient(
        Gradient(.radial(center: center, radius: radius, focus: focus), stops: stops()))
    default: return .color(color())
    }
  }

  private mutating func stops() -> GradientStops {
    GradientStops(
      (0..<Int(number())).map { _ in
        let position = number()
        return GradientStops.ColorStop(at: position, color())
      })
  }

  private mutating func path() -> Path {
    var path = Path()
    while let command = rest.popFirst() {
      switch command {
      case "M": path.move(to: point())
      case "L": path.addLine(to: point())
      case "Q":
        let control = point()
        path.addQuadCurve(to: point(), control: control)
      case "C":
        let (first, second) = (point(), point())
        path.addCurve(to: point(), control1: first, control2: second)
      default: path.close()
      }
    }
    return path
  }
}
