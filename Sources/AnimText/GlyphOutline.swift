import AnimGraphics
import CFonts

/// Reads the outline of a glyph from FreeType: contours of points on the curve and of quadratic or
/// cubic control points.
///
/// The coordinates are whole font units. The midpoint of two quadratic control points, which is
/// also on the curve, may be at half a unit. Every coordinate is therefore exact.
struct GlyphOutline {
  private let points: UnsafeBufferPointer<fonts_ft_vector>
  private let tags: UnsafeBufferPointer<UInt8>
  private let contours: UnsafeBufferPointer<UInt16>
  private(set) var path = Path()

  private enum Tag {
    case on, quadratic, cubic

    init(_ bits: UInt8) { self = bits & 1 != 0 ? .on : bits & 2 != 0 ? .cubic : .quadratic }
  }

  /// Converts an outline. Returns `nil` if it is corrupt or has more than
  /// ``FontLimits/glyphPoints`` points.
  init?(_ outline: fonts_ft_outline) {
    let count = Int(outline.point_count)
    guard count <= FontLimits.glyphPoints else { return nil }
    points = UnsafeBufferPointer(start: outline.points, count: count)
    tags = UnsafeBufferPointer(start: outline.tags, count: count)
    contours = UnsafeBufferPointer(start: outline.contours, count: Int(outline.contour_count))
    var first = 0
    for end in contours {
      let last = Int(end)
      // A contour has at least one point.
      guard last >= first, last < count else { return nil }
      guard append(first...last) else { return nil }
      first = last + 1
    }
    guard path.error == nil else { return nil }
  }

  /// Flips the y axis, which points down in paths and up in fonts.
  private func point(_ index: Int) -> Point {
    Point(x: Double(points[index].x), y: -Double(points[index].y))
  }

  private func middle(_ a: Point, _ b: Point) -> Point {
    Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
  }

  /// Returns `false` for points that don't form a contour.
  private mutating func append(_ range: ClosedRange<Int>) -> Bool {
    guard let start = start(of: range) else { return false }
    path.move(to: start.point)
    // The next point of the contour, and the one after its last.
    var index = start.next
    let end = start.end
    while index < end {
      switch Tag(tags[index]) {
      case .on:
        path.addLine(to: point(index))
        index += 1
      case .quadratic:
        let control = point(index)
        index += 1
        guard index < end else {
          path.addQuadCurve(to: start.point, control: control)
          break
        }
        switch Tag(tags[index]) {
        case .on:
          path.addQuadCurve(to: point(index), control: control)
          index += 1
        case .quadratic: path.addQuadCurve(to: middle(control, point(index)), control: control)
        case .cubic: return false
        }
      case .cubic:
        guard index + 1 < end, Tag(tags[index + 1]) == .cubic else { return false }
        let isLast = index + 2 == end
        guard isLast || Tag(tags[index + 2]) == .on else { return false }
        path.addCurve(
          to: isLast ? start.point : point(index + 2), control1: point(index),
          control2: point(index + 1))
        index += 3
      }
    }
    path.close()
    return true
  }

  /// Returns the start of a contour, which can be the midpoint of two control points, and the
  /// points after it.
  private func start(
    of range: ClosedRange<Int>
  ) -> (point: Point, next: Int, end: Int)? {
    let (first, last) = (range.lowerBound, range.upperBound)
    switch (Tag(tags[first]), Tag(tags[last])) {
    case (.on, _): return (point(first), first + 1, last + 1)
    case (.quadratic, .on): return (point(last), first, last)
    case (.quadratic, .quadratic): return (middle(point(first), point(last)), first, last + 1)
    default: return nil
    }
  }
}
