import AnimGraphics

/// Styles to imitate if a family lacks a face for them (CSS Fonts 4, 5.6).
package struct FontSynthesis: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier stems for bold text.
  package static let weight = FontSynthesis(rawValue: 1)
  /// Slanted letters for italic text.
  package static let style = FontSynthesis(rawValue: 2)
  package static let all: FontSynthesis = [.weight, .style]

  /// The width added to stems, in ems. Between the values that Skia uses for small and for large text.
  private static let boldness = 1.0 / 28
  /// The horizontal distance by which letters lean for each unit of height, as in Skia.
  private static let slant = 0.25

  /// Returns an outline in the imitated style.
  func applied(to outline: Path, unitsPerEm: Int) -> Path {
    var outline = outline
    if contains(.weight) {
      outline = outline.emboldened(by: (Double(unitsPerEm) * Self.boldness).rounded())
    }
    if contains(.style) {
      outline = outline.transformed(
        by: Transform(a: 1, b: 0, c: -Self.slant, d: 1, tx: 0, ty: 0))
    }
    return outline
  }
}

extension Path {
  /// Returns the outline with stems that are wider by a distance.
  ///
  /// Every point, also a control point, moves along the normals of the lines to the points before and after it.
  /// Contours around holes run in the opposite direction, so holes become narrower.
  func emboldened(by strength: Double) -> Path {
    var contours: [[Point]] = []
    for element in elements {
      switch element {
      case .move(let end): contours.append([end])
      case .line(let end): contours.append(to: [end])
      case .quadratic(let control, let end): contours.append(to: [control, end])
      case .cubic(let control1, let control2, let end):
        contours.append(to: [control1, control2, end])
      case .close: break
      }
    }
    let area = contours.reduce(0) { $0 + Self.area($1) }
    let distance = area < 0 ? -strength / 2 : strength / 2
    var moved = contours.map { Self.moved($0, by: distance).makeIterator() }
    var path = Path()
    var contour = -1
    func next() -> Point { moved[contour].next() ?? .zero }
    for element in elements {
      switch element {
      case .move:
        contour += 1
        path.move(to: next())
      case .line: path.addLine(to: next())
      case .quadratic:
        let control = next()
        path.addQuadCurve(to: next(), control: control)
      case .cubic:
        let (control1, control2) = (next(), next())
        path.addCurve(to: next(), control1: control1, control2: control2)
      case .close: path.close()
      }
    }
    return path
  }

  /// Returns twice the area of a polygon, which is negative for a counterclockwise polygon.
  private static func area(_ points: [Point]) -> Double {
    zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { sum, side in
      sum + side.0.x * side.1.y - side.1.x * side.0.y
    }
  }

  private static func moved(_ points: [Point], by distance: Double) -> [Point] {
    // The unit vector from each point to the one after it, or `nil` if they are equal.
    let sides = points.indices.map { index -> Vector? in
      let side = points[(index + 1) % points.count] - points[index]
      let length = side.length
      return length > 0 ? Vector(dx: side.dx / length, dy: side.dy / length) : nil
    }
    let existing = sides.compactMap { $0 }
    guard var before = existing.last, var next = existing.first else { return points }
    // The unit vector from each point to the next different one.
    var after = Array(repeating: next, count: points.count)
    for index in points.indices.reversed() {
      next = sides[index] ?? next
      after[index] = next
    }
    return points.indices.map { index in
      defer { before = sides[index] ?? before }
      let after = after[index]
      // Limit the distance for sharp corners.
      let scale = distance / max(1 + before.dx * after.dx + before.dy * after.dy, 0.25)
      return Point(
        x: points[index].x + (before.dy + after.dy) * scale,
        y: points[index].y - (before.dx + after.dx) * scale)
    }
  }
}

extension [[Point]] {
  /// Appends points to the last contour.
  fileprivate mutating func append(to points: [Point]) {
    if isEmpty { append([.zero]) }
    self[count - 1] += points
  }
}
