import TestSupport

@testable import AnimGraphics

/// Helpers shared by the tests of drawing and painting.
enum RasterFixtures {
  /// A shape with its colour, as a scene would append it.
  struct Item {
    var append: (inout DisplayList) -> Void

    static func random(_ size: PixelSize, _ random: inout SeededGenerator) -> Item {
      let center = random.point(size)
      let length = random.length()
      let other = random.length()
      let color = random.color()
      switch Int.random(in: 0..<7, using: &random) {
      case 0:
        return Item {
          $0.fill(Rect(x: center.x, y: center.y, width: length, height: other), color)
        }
      case 1:
        return Item { $0.fillDisc(center: center, radius: length, color) }
      case 2, 3:
        let start = Angle(turns: .random(in: -1...1, using: &random))
        let sweep = Angle(turns: .random(in: -1.1...1.1, using: &random))
        return Item {
          $0.fillSector(center: center, radius: length, start: start, sweep: sweep, color)
        }
      case 4:
        let end = random.point(size)
        return Item { $0.stroke(from: center, to: end, width: other, color) }
      case 5:
        let corners = (0..<3).map { _ in random.point(size) }
        return Item { $0.fillPolygon(corners, color) }
      default:
        let squares = (0..<Int.random(in: 0...40, using: &random)).map { _ in
          (random.point(size), random.color())
        }
        let aligned = Bool.random(using: &random)
        return Item { list in
          list.fillSquares(count: squares.count, side: min(length, 200), isAligned: aligned) {
            squares[$0]
          }
        }
      }
    }
  }

  /// Returns the coverage of each pixel by the appended shapes, 0...255, read from white on black.
  static func coverage(
    _ size: PixelSize, _ append: (inout DisplayList) -> Void
  ) -> PixelImage {
    var list = DisplayList(size: size)
    append(&list)
    return list.painted()
  }
}

extension PixelImage {
  /// Returns the blue channel of a pixel, which is the coverage if white is painted on black.
  func level(_ x: Int, _ y: Int) -> Int { Int(self[x, y] & 0xFF) }
}

// Random parts of images.
extension SeededGenerator {
  /// Returns a point in or around an image, rarely very far away.
  mutating func point(_ size: PixelSize) -> Point {
    let reach = Int.random(in: 0..<20, using: &self) == 0 ? 1e6 : 30.0
    return Point(
      x: .random(in: -reach...Double(size.width) + reach, using: &self),
      y: .random(in: -reach...Double(size.height) + reach, using: &self))
  }

  mutating func length() -> Double {
    switch Int.random(in: 0..<12, using: &self) {
    case 0: 0
    case 1: .random(in: 0...0.01, using: &self)
    case 2: .random(in: 0...1e6, using: &self)
    default: .random(in: 0...60, using: &self)
    }
  }
}
