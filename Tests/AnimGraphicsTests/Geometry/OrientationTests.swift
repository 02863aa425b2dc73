import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Rotating by quarter turns and flipping")
struct OrientationTests {
  private static let all = [false, true].flatMap { swaps in
    [false, true].flatMap { rows in
      [false, true].map {
        Orientation(swapsAxes: swaps, mirrorsRows: rows, mirrorsColumns: $0)
      }
    }
  }

  /// Returns the rows of an image, whose pixels are letters.
  private func rotate(_ rows: [String], _ orientation: Orientation) -> [String] {
    let size = PixelSize(width: rows[0].count, height: rows.count)
    let words = rows.joined().unicodeScalars.map(\.value)
    var rotated = [UInt32](repeating: 0, count: words.count)
    words.withUnsafeBufferPointer { words in
      rotated.withUnsafeMutableBufferPointer { orientation.copy(words, of: size, to: $0) }
    }
    let width = orientation.size(of: size).width
    return stride(from: 0, to: words.count, by: width).map { start in
      String(
        String.UnicodeScalarView(rotated[start..<start + width].compactMap(Unicode.Scalar.init)))
    }
  }

  @Test("moves every pixel to its position, and has the words for it")
  func letters() {
    let flip = Orientation.flippedHorizontally
    for (orientation, isMirrored, turns, rows) in [
      (.upright, false, 0, ["abc", "def"]),
      (Orientation(quarterTurns: 1), false, 1, ["da", "eb", "fc"]),
      (Orientation(quarterTurns: -2), false, 2, ["fed", "cba"]),
      (Orientation(quarterTurns: -1), false, 3, ["cf", "be", "ad"]),
      (flip, true, 0, ["cba", "fed"]),
      (flip.followed(by: Orientation(quarterTurns: 1)), true, 1, ["fc", "eb", "da"]),
      (.flippedVertically, true, 2, ["def", "abc"]),
      (flip.followed(by: Orientation(quarterTurns: 3)), true, 3, ["ad", "be", "cf"]),
    ] {
      expectEqual(rotate(["abc", "def"], orientation), rows)
      #expect(orientation.isMirrored == isMirrored && orientation.quarterTurns == turns)
    }
  }

  @Test("two orientations in succession are another one, and each has an inverse")
  func group() {
    let rows = ["abcde", "fghij", "klmno"]
    for first in Self.all {
      expectEqual(rotate(rotate(rows, first), first.inverse), rows)
      expectEqual(first.followed(by: first.inverse), .upright)
      for second in Self.all {
        expectEqual(
          rotate(rows, first.followed(by: second)), rotate(rotate(rows, first), second),
          "\(first), \(second)")
      }
    }
  }

  @Test("moves points, areas and pixels alike, whatever the size", arguments: all)
  func positions(orientation: Orientation) {
    for (width, height) in [(1, 1), (5, 1), (1, 7), (16, 33), (50, 20)] {
      let size = PixelSize(width: width, height: height)
      let view = Size(width: Double(width), height: Double(height))
      let words = (0..<UInt32(width * height)).map { $0 }
      var rotated = words
      rotated.withUnsafeMutableBufferPointer { target in
        words.withUnsafeBufferPointer { orientation.copy($0, of: size, to: target) }
      }
      let rotatedWidth = orientation.size(of: size).width
      for y in 0..<height {
        for x in 0..<width {
          let pixel = PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1)
          let area = orientation.area(of: pixel, in: size)
          expectEqual(rotated[area.y0 * rotatedWidth + area.x0], UInt32(y * width + x))
          let middle = orientation.point(
            of: Point(x: Double(x) + 0.5, y: Double(y) + 0.5), in: view)
          expectEqual(middle, Point(x: Double(area.x0) + 0.5, y: Double(area.y0) + 0.5))
        }
      }
      let part = orientation.rect(of: Rect(x: 0, y: 0, width: view.width, height: 0.5), in: view)
      expectEqual(part.size, orientation.size(of: Size(width: view.width, height: 0.5)))
      #expect(part.minX >= 0 && part.maxX <= Double(rotatedWidth))
    }
  }
}
