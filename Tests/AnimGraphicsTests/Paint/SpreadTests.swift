import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Paints beyond their ends") struct SpreadTests {
  private static let stops = GradientStops([
    .init(at: 0.5, .red), .init(at: 0.5, Color(rgb: 0x0000FF)),
  ])

  /// Returns the first row of an image of 16 by 1 pixels, with a letter for each colour.
  private func row(_ paint: Paint, transform: Transform = .identity) -> String {
    let size = PixelSize(width: 16, height: 1)
    var list = DisplayList(size: size, background: .clear)
    var path = Path()
    path.addRect(Rect(x: -100, y: -100, width: 300, height: 300))
    list.fill(path, paint, transform: transform)
    let image = PixelImage(size: size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: image)
    let letters: [UInt32: String] = [
      0xFFFF_0000: "r", 0xFF00_00FF: "b", 0xFF00_8000: "g", 0: ".",
    ]
    return (0..<16).map { letters[image[$0, 0]] ?? "?" }.joined()
  }

  @Test("a gradient is continued, repeated or reflected") func spreads() {
    let line = Gradient.Geometry.linear(start: Point(x: 4, y: 0), end: Point(x: 8, y: 0))
    let circle = Gradient.Geometry.radial(
      center: Point(x: 0, y: 0.5), radius: 4, focus: Point(x: 0, y: 0.5))
    let rows: [(Gradient.Geometry, Gradient.Spread, String)] = [
      (line, .pad, "rrrrrrbbbbbbbbbb"), (line, .repeat, "rrbbrrbbrrbbrrbb"),
      (line, .reflect, "bbrrrrbbbbrrrrbb"), (circle, .pad, "rrbbbbbbbbbbbbbb"),
      (circle, .repeat, "rrbbrrbbrrbbrrbb"), (circle, .reflect, "rrbbbbrrrrbbbbrr"),
    ]
    for (geometry, spread, expected) in rows {
      expectEqual(row(.gradient(Gradient(geometry, stops: Self.stops, spread: spread))), expected)
    }
  }

  @Test("a gradient that starts at a circle has its first colour inside, and none outside its cone")
  func focusRadius() {
    func gradient(_ center: Double, _ radius: Double, _ focus: Double, _ first: Double) -> Paint {
      .gradient(
        Gradient(
          .radial(
            center: Point(x: center, y: 0.5), radius: radius, focus: Point(x: focus, y: 0.5),
            focusRadius: first), stops: Self.stops))
    }
    expectEqual(row(gradient(0, 12, 0, 4)), "rrrrrrrrbbbbbbbb")
    // Circles of one size along a line: the upper row is inside all of them, and a row above it
    // isn't.
    expectEqual(row(gradient(12, 2, 4, 2)), "rrrrrrbbbbbbbbbb")
    #expect(
      row(gradient(12, 2, 4, 2), transform: Transform(translation: Vector(dx: 0, dy: 3)))
        == "................")
  }

  @Test("a conic gradient runs clockwise around its centre from its start angle")
  func conic() {
    let colors: [Color] = [.red, Color(rgb: 0x0000FF), Color(rgb: 0x008000), .clear]
    var stops: [GradientStops.ColorStop] = []
    for (quarter, color) in colors.enumerated() {
      stops.append(.init(at: Double(quarter) / 4, color))
      stops.append(.init(at: Double(quarter + 1) / 4, color))
    }
    let quarters = GradientStops(stops)
    func corners(_ start: Double, _ transform: Transform = .identity) -> String {
      let paint = Paint.gradient(
        Gradient(
          .conic(center: Point(x: 0, y: 0), start: .degrees(start)), stops: quarters,
          transform: transform))
      func side(_ y: Double) -> [Character] {
        Array(row(paint, transform: Transform(translation: Vector(dx: 8, dy: y))))
      }
      let (below, above) = (side(-3.5), side(4.5))
      // To the lower right of the centre, and on clockwise.
      return String([below[13], below[2], above[2], above[13]])
    }
    expectEqual(corners(0), "rbg.")
    expectEqual(corners(90), ".rbg")
    expectEqual(corners(-90), "bg.r")
    expectEqual(corners(0, Transform(scaleX: -1, y: 1)), "br.g")
    expectEqual(corners(360 * 1000), corners(0))
    // Without a direction, only the last colour is painted.
    expectEqual(corners(.infinity), "....")
  }

  @Test("an image tiles the plane, with both kinds of sampling") func tiles() throws {
    let words: [UInt32] = [0xFFFF_0000, 0xFF00_8000, 0xFF00_00FF]
    let image = try #require(Image(size: PixelSize(width: 3, height: 1), premultiplied: words))
    for sampling in [ImagePaint.Sampling.nearest, .bilinear] {
      var paint = ImagePaint(image, sampling: sampling, isRepeated: true)
      expectEqual(row(.image(paint)), "rgbrgbrgbrgbrgbr")
      paint.transform = Transform(translation: Vector(dx: 1, dy: 7))
      expectEqual(row(.image(paint)), "brgbrgbrgbrgbrgb")
    }
    #expect(Image(size: PixelSize(width: 2, height: 1), premultiplied: words) == nil)
  }

  @Test("a dash without length is drawn at the start of a closed path") func firstDash() {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 10, height: 10))
    let style = StrokeStyle(width: 2, cap: .round, dashes: [0, 10])
    let outline = path.outline(of: style)
    for corner in [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10), Point(x: 0, y: 10)] {
      #expect(outline.contains(corner))
    }
  }
}
