import AnimCore

/// A CSS gradient: linear or radial (CSS Images 3, 3), or conic (CSS Images 4).
struct ImageGradient: Hashable, Sendable {
  let shape: Shape
  /// Whether the stops are repeated before the first stop and after the last one.
  let isRepeated: Bool
  let stops: [Stop]

  enum Shape: Hashable, Sendable {
    /// A gradient along a direction in degrees, clockwise from the top.
    case linear(Double)
    /// A gradient towards a corner, given by the signs of its x and y.
    case corner(x: Double, y: Double)
    case radial(RadialSize, center: TransformOrigin)
    /// A gradient around a point, from a direction in degrees, clockwise from the top.
    case conic(from: Double, center: TransformOrigin)
  }

  enum RadialSize: Hashable, Sendable {
    case lengths(Length, Length)
    case extent(Extent, isCircle: Bool)
  }

  enum Extent: String, Sendable {
    case closestSide = "closest-side"
    case farthestSide = "farthest-side"
    case closestCorner = "closest-corner"
    case farthestCorner = "farthest-corner"
  }

  /// A colour at a position. Without a position, it is placed between its neighbours.
  struct Stop: Hashable, Sendable {
    /// The colour, or `nil` for `currentColor`.
    var color: ExactColor?
    /// The distance along the gradient. Angles are fractions of a turn in percent.
    var position: Length?
    /// Whether the stop only sets the position at which its neighbours are mixed equally.
    var isHint = false
  }

  /// Parses a gradient function. Returns `nil` for any other function, and if the gradient is
  /// invalid or its colour space isn't supported.
  ///
  /// - Parameter context: The colours that functions depend on, or `nil` if they aren't known.
  init?(_ text: String, at context: ColorContext?) throws(ParsingLimit) {
    var scanner = TextScanner(text)
    guard var name = scanner.name()?.lowercased(), scanner.skips(UInt8(ascii: "(")),
      text.utf8.last == UInt8(ascii: ")")
    else { return nil }
    isRepeated = name.hasPrefix("repeating-")
    if isRepeated { name = String(name.dropFirst("repeating-".utf8.count)) }
    var parts = ComponentList.parts(String(scanner.rest.dropLast()))
    // Everything before the first comma, unless that is a stop.
    let isConic = name == "conic-gradient"
    var words: [String] = []
    if let first = parts.first,
      try Stop.list(first, isConic: isConic, at: context)?.first?.isHint != false
    {
      words = ComponentList.words(first.lowercased())
      parts.removeFirst()
    }
    let shape: Shape? =
      switch name {
      case "linear-gradient": Self.linear(words)
      case "radial-gradient": try Self.radial(words)
      case "conic-gradient": try Self.conic(words)
      default: nil
      }
    guard let shape else { return nil }
    self.shape = shape
    var stops: [Stop] = []
    for part in parts {
      try ParsingLimit.gradientStops.check(stops.count + 1)
      guard let list = try Stop.list(part, isConic: isConic, at: context) else { return nil }
      stops += list
    }
    // A hint stands between two colours.
    let isHint = [true] + stops.map(\.isHint) + [true]
    guard !stops.isEmpty, !zip(isHint, isHint.dropFirst()).contains(where: { $0 && $1 }) else {
      return nil
    }
    self.stops = stops
  }

  private static func linear(_ words: [String]) -> Shape? {
    guard let first = words.first else { return .linear(180) }
    guard first == "to" else {
      var scanner = TextScanner(first)
      guard words.count == 1, let angle = scanner.angle(), scanner.isAtEnd, angle.isFinite else {
        return nil
      }
      return .linear(angle)
    }
    let sides = words.dropFirst()
    let x = sides.compactMap { ["left": -1.0, "right": 1.0][$0] }
    let y = sides.compactMap { ["top": -1.0, "bottom": 1.0][$0] }
    guard x.count <= 1, y.count <= 1, x.count + y.count == sides.count else { return nil }
    switch (x.first, y.first) {
    case (let x?, let y?): return .corner(x: x, y: y)
    case (let x?, nil): return .linear(x > 0 ? 90 : 270)
    case (nil, let y?): return .linear(y > 0 ? 180 : 0)
    case (nil, nil): return nil
    }
  }

  private static func radial(_ words: [String]) throws(ParsingLimit) -> Shape? {
    guard let (words, center) = try split(words) else { return nil }
    var (isCircle, isEllipse) = (false, false)
    var (extent, lengths) = (Extent?.none, [Length]())
    for word in words {
      if word == "circle" {
        isCircle = true
      } else if word == "ellipse" {
        isEllipse = true
      } else if extent == nil, let named = Extent(rawValue: word) {
        extent = named
      } else if let length = try Length(word), length.value >= 0 {
        lengths.append(length)
      } else {
        return nil
      }
    }
    guard !(isCircle && isEllipse), extent == nil || lengths.isEmpty else { return nil }
    switch lengths.count {
    case 0:
      return .radial(.extent(extent ?? .farthestCorner, isCircle: isCircle), center: center)
    case 1 where !isEllipse && !lengths[0].hasPercentage:
      return .radial(.lengths(lengths[0], lengths[0]), center: center)
    case 2 where !isCircle: return .radial(.lengths(lengths[0], lengths[1]), center: center)
    default: return nil
    }
  }

  private static func conic(_ words: [String]) throws(ParsingLimit) -> Shape? {
    guard let (words, center) = try split(words) else { return nil }
    guard let first = words.first else { return .conic(from: 0, center: center) }
    var scanner = TextScanner(words.last ?? "")
    guard first == "from", words.count == 2, let angle = scanner.angle(), scanner.isAtEnd,
      angle.isFinite
    else { return nil }
    return .conic(from: angle, center: center)
  }

  /// Returns the words before `at`, and the position after it, which is the middle by default.
  private static func split(
    _ words: [String]
  ) throws(ParsingLimit) -> (words: [String], center: TransformOrigin)? {
    guard let context = words.firstIndex(of: "at") else { return (words, .middle) }
    let position = words[(context + 1)...].joined(separator: " ")
    guard let center = try TransformOrigin(position: position) else { return nil }
    return (Array(words[..<context]), center)
  }
}

extension ImageGradient.Stop {
  /// Returns the stops of a colour with up to two positions, or a hint, or `nil` if the text is
  /// invalid.
  fileprivate static func list(
    _ text: String, isConic: Bool, at context: ColorContext?
  ) throws(ParsingLimit) -> [Self]? {
    var (color, hasColor) = (ExactColor?.none, false)
    var positions: [Length] = []
    for word in ComponentList.words(text) {
      if let position = try position(word, isConic: isConic) {
        positions.append(position)
      } else {
        if hasColor { return nil }
        hasColor = true
        if word.lowercased() == "currentcolor" { continue }
        var scanner = TextScanner(word)
        guard let found = try scanner.color(at: context), scanner.isAtEnd else { return nil }
        color = found
      }
    }
    guard hasColor else {
      return positions.count == 1 ? [Self(position: positions[0], isHint: true)] : nil
    }
    switch positions.count {
    case 0: return [Self(color: color)]
    case 1, 2: return positions.map { Self(color: color, position: $0) }
    default: return nil
    }
  }

  private static func position(
    _ word: String, isConic: Bool
  ) throws(ParsingLimit) -> Length? {
    guard isConic else { return try Length(word) }
    var scanner = TextScanner(word)
    if let angle = scanner.angle(), scanner.isAtEnd { return Length(angle / 3.6, .percent) }
    return try Length(word).flatMap { $0.unit == .percent ? $0 : nil }
  }
}
