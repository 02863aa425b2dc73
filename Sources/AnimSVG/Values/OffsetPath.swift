import AnimCore

/// The path that an element follows (`offset-path`, Motion Path 1).
enum OffsetPath: Hashable, Sendable {
  /// The outline of the shape with an identifier.
  case element(String)
  case shape(BasicShape)
  case ray(OffsetRay)
}

/// An infinite ray.
struct OffsetRay: Hashable, Sendable {
  /// The direction in degrees, clockwise from the top.
  private var angle: Double
  private let size: Size
  /// The start, or `nil` for the `offset-position`.
  private var start: TransformOrigin?

  private enum Size: String {
    case closestSide = "closest-side"
    case farthestSide = "farthest-side"
    case closestCorner = "closest-corner"
    case farthestCorner = "farthest-corner"
    case sides
  }

  /// Parses `ray()`, or returns `nil` if it is invalid.
  init?(_ text: String) throws(ParsingLimit) {
    let text = text.lowercased()
    guard text.hasPrefix("ray("), text.hasSuffix(")") else { return nil }
    let all = ComponentList.words(String(text.dropFirst(4).dropLast()))
    let words = all.prefix { $0 != "at" }
    if words.count < all.count {
      guard
        let place = try TransformOrigin(
          position: all.dropFirst(words.count + 1).joined(separator: " "))
      else { return nil }
      start = place
    }
    var (angle, size) = (Double?.none, Size.closestSide)
    for word in words where word != "contain" {
      var scanner = TextScanner(word)
      if let degrees = scanner.angle(), scanner.isAtEnd, degrees.isFinite {
        angle = degrees
      } else if let cached = Size(rawValue: word) {
        size = cached
      } else {
        return nil
      }
    }
    guard let angle else { return nil }
    (self.angle, self.size) = (angle, size)
  }

  /// Returns the ray interpolated with another ray, or `nil` if their sizes or starts differ in
  /// kind.
  func mixed(with other: OffsetRay, _ progress: Double) -> OffsetRay? {
    guard size == other.size, (start == nil) == (other.start == nil) else { return nil }
    var ray = self
    ray.angle += (other.angle - angle) * progress
    if let start, let end = other.start { ray.start = start.mixed(with: end, progress) }
    return ray
  }

  /// Returns the start, the direction, and the length of 100%.
  ///
  /// - Parameter point: A closure that returns a position in the box.
  func line(
    from position: TransformOrigin?, _ point: (TransformOrigin) -> Point
  ) -> (start: Point, direction: Angle, length: Double) {
    let start = (start ?? position).map(point) ?? .zero
    // The box has no size, so that both sides of a kind are as far away.
    let (dx, dy) = (start.x.magnitude, start.y.magnitude)
    let length =
      switch size {
      case .closestSide: min(dx, dy)
      case .farthestSide: max(dx, dy)
      case .closestCorner, .farthestCorner: (dx * dx + dy * dy).squareRoot()
      case .sides: 0.0
      }
    return (start, .degrees(angle - 90), length)
  }
}

/// The rotation of an element on its path (`offset-rotate`, Motion Path 1).
struct OffsetRotation: Hashable, Sendable {
  /// Whether the element rotates with the path.
  private(set) var followsPath = true
  /// The additional rotation in degrees.
  private(set) var angle = 0.0

  init() {}

  /// Parses the property, or returns `nil` if it is invalid.
  init?(_ text: String) {
    var hasAngle = false
    followsPath = false
    for word in ComponentList.words(text.lowercased()) {
      var scanner = TextScanner(word)
      if word == "auto" || word == "reverse" {
        followsPath = true
        if word == "reverse" { angle += 180 }
      } else if let degrees = scanner.angle(), scanner.isAtEnd, degrees.isFinite, !hasAngle {
        angle += degrees
        hasAngle = true
      } else {
        return nil
      }
    }
  }

  /// Returns the rotation interpolated with another rotation, or `nil` if only one of them follows
  /// the path.
  func mixed(with other: OffsetRotation, _ progress: Double) -> OffsetRotation? {
    guard followsPath == other.followsPath else { return nil }
    var rotation = self
    rotation.angle += (other.angle - angle) * progress
    return rotation
  }
}
