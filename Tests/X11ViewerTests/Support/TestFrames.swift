import AnimGraphics
import TestSupport

/// Images for tests, with moving shapes of every kind.
enum TestFrames {
  static let size = PixelSize(width: 320, height: 200)

  /// Returns the frame with a number. Between frames, a few shapes move, as in an animation.
  static func frame(_ number: Int, size: PixelSize = size, scale: Double = 1) -> DisplayList {
    var list = DisplayList(size: size, scale: scale, background: Color(rgb: 0x10_2030))
    let t = Double(number)
    let (w, h) = (Double(size.width) / scale, Double(size.height) / scale)
    list.fill(Rect(x: 10.5, y: 20.25, width: w / 3, height: h / 2), Color(rgb: 0x30_8040))
    list.fillDisc(
      center: Point(x: w / 2 + 3 * t, y: h / 2), radius: h / 5, Color(argb: 0xC0FF_8000))
    list.withView(Rect(x: w / 2, y: 0, width: w / 2, height: h / 2)) { list in
      list.fillSector(
        center: Point(x: w / 4, y: h / 4), radius: h / 3, start: .degrees(-90),
        sweep: .degrees(15 * t + 5), Color(rgb: 0x00_00FF))
    }
    list.stroke(
      from: Point(x: 0, y: h), to: Point(x: w, y: h - 10 * t), width: 3, .white)
    list.fillPolygon(
      [Point(x: 5, y: h - 60), Point(x: 70, y: h - 30), Point(x: 30 + t, y: h - 5)],
      Color(rgb: 0xE0_2060))
    var random = SeededGenerator(seed: 1)
    let squares = (0..<12).map { _ in
      (
        Point(x: .random(in: 0...w, using: &random), y: .random(in: 0...h, using: &random)),
        Vector(dx: .random(in: -4...4, using: &random), dy: .random(in: -4...4, using: &random)),
        Color(rgb: .random(in: 0...0xFF_FFFF, using: &random))
      )
    }
    list.fillSquares(count: squares.count, side: 9) { index in
      (squares[index].0 + squares[index].1 * t, squares[index].2)
    }
    return list
  }
}
