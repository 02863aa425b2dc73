@testable import AnimGraphics

/// The area of a shape in a pixel, by integration over vertical lines, on each of which the covered
/// length is exact. It shares only the rounded geometry with the rasteriser.
struct ExactArea {
  /// The covered intervals of the vertical line at x.
  let intervals: (_ x: Double) -> [ClosedRange<Double>]

  func coverage(x: Int, y: Int, lines: Int) -> Double {
    var sum = 0.0
    for line in 0..<lines {
      let at = Double(x) + (Double(line) + 0.5) / Double(lines)
      for interval in intervals(at) {
        sum += max(
          0, min(interval.upperBound, Double(y + 1)) - max(interval.lowerBound, Double(y)))
      }
    }
    return sum / Double(lines)
  }

  static func disc(_ disc: Disc) -> ExactArea {
    ExactArea { x in
      let dx = x - disc.x.pixels
      let square = disc.radius.pixels * disc.radius.pixels - dx * dx
      guard square > 0 else { return [] }
      return [disc.y.pixels - square.squareRoot()...disc.y.pixels + square.squareRoot()]
    }
  }

  /// Returns the half plane on the side of a line through a point that `normal` points to.
  private static func halfPlane(
    _ point: (x: Double, y: Double), _ normal: (x: Double, y: Double), at x: Double
  ) -> ClosedRange<Double>? {
    let rest = normal.x * (x - point.x)
    if normal.y == 0 { return rest >= 0 ? -1e9...1e9 : nil }
    let edge = min(max(point.y - rest / normal.y, -1e9), 1e9)
    return normal.y > 0 ? edge...1e9 : -1e9...edge
  }

  private static func intersection(
    _ a: ClosedRange<Double>?, _ b: ClosedRange<Double>?
  ) -> ClosedRange<Double>? {
    guard let a, let b, a.overlaps(b) else { return nil }
    return a.clamped(to: b)
  }

  static func sector(_ sector: Sector) -> ExactArea {
    let disc = disc(sector.disc)
    let center = (x: sector.disc.x.pixels, y: sector.disc.y.pixels)
    let sign = sector.isReflex ? -1.0 : 1.0
    let afterStart = (x: -sign * Double(sector.start.dy), y: sign * Double(sector.start.dx))
    let beforeEnd = (x: sign * Double(sector.end.dy), y: -sign * Double(sector.end.dx))
    return ExactArea { x in
      guard let whole = disc.intervals(x).first else { return [] }
      let both = intersection(
        halfPlane(center, afterStart, at: x), halfPlane(center, beforeEnd, at: x))
      guard sector.isReflex else {
        return intersection(whole, both).map { [$0] } ?? []
      }
      guard let gap = intersection(whole, both) else { return [whole] }
      return [whole.lowerBound...gap.lowerBound, gap.upperBound...whole.upperBound]
    }
  }

  /// Returns a convex outline with its corners in clockwise order.
  static func polygon(_ corners: [FixedPoint]) -> ExactArea {
    let points = corners.map { (x: $0.x.pixels, y: $0.y.pixels) }
    return ExactArea { x in
      var inside: ClosedRange<Double>? = -1e9...1e9
      for index in points.indices {
        let a = points[index]
        let b = points[(index + 1) % points.count]
        inside = intersection(inside, halfPlane(a, (x: a.y - b.y, y: b.x - a.x), at: x))
      }
      return inside.map { [$0] } ?? []
    }
  }

  /// Describes the first pixel of an image that is off by more than 1/255.
  func mismatch(_ image: PixelImage) -> String? {
    for y in 0..<image.size.height {
      for x in 0..<image.size.width {
        // A few lines are enough if the pixel has no edge.
        let lines = image.isEven(x, y) ? 40 : 200
        let exact = coverage(x: x, y: y, lines: lines) * 255
        if abs(exact - Double(image.level(x, y))) > 1 {
          return "(\(x), \(y)): \(image.level(x, y)) instead of \(exact)"
        }
      }
    }
    return nil
  }
}

extension PixelImage {
  /// Returns whether a pixel and its neighbours are all the same.
  fileprivate func isEven(_ x: Int, _ y: Int) -> Bool {
    for y2 in max(0, y - 1)...min(size.height - 1, y + 1) {
      for x2 in max(0, x - 1)...min(size.width - 1, x + 1) where self[x2, y2] != self[x, y] {
        return false
      }
    }
    return true
  }
}
