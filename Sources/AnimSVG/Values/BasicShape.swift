import AnimCore

/// A CSS shape for `clip-path` and `offset-path`: CSS Shapes 1, 3.
struct BasicShape: Hashable, Sendable {
  private var outline: Outline
  private(set) var rule = FillRule.nonzero
  /// The reference box of the shape.
  let box: Box

  enum Box: Hashable, Sendable { case fill, stroke, view }

  fileprivate enum Outline: Hashable, Sendable {
    /// The distances from the upper, right, lower and left side, and the radii of the corners,
    /// clockwise from the upper left corner: all radii along x, then all along y.
    case inset([Length], radii: [Length])
    /// The radii along x and y.
    case ellipse(Radius, Radius, center: TransformOrigin, isCircle: Bool)
    /// The x and y coordinates of the corners.
    case polygon([Length])
    case path(PathCommands)
  }

  fileprivate enum Radius: Hashable, Sendable {
    case length(Length)
    case closestSide, farthestSide
  }

  /// Creates the rounded box of an element.
  ///
  /// - Parameter cornerRadii: The radii along x, clockwise from the upper left corner, followed by
  ///   those along y.
  init(cornerRadii: [Length]) {
    outline = .inset(Array(repeating: .zero, count: 4), radii: cornerRadii)
    box = .view
  }

  /// Parses a shape and its reference box, in either order. A box alone is also a shape. Returns
  /// `nil` if the text is invalid.
  init?(_ text: String) throws(ParsingLimit) {
    var scanner = TextScanner(text)
    var (outline, box): (Outline?, Box?)
    scanner.skipSpace()
    while let name = scanner.name()?.lowercased() {
      if scanner.skips(UInt8(ascii: "(")) {
        guard outline == nil, let read = try scanner.outline(name, &rule) else { return nil }
        outline = read
      } else {
        guard box == nil, let named = Self.boxes[name] else { return nil }
        box = named
      }
      scanner.skipSpace()
    }
    guard scanner.isAtEnd, outline != nil || box != nil else { return nil }
    self.outline =
      outline
      ?? .inset(
        Array(repeating: .zero, count: 4), radii: Array(repeating: .zero, count: 8))
    // The border box of an SVG element is its stroke box: CSS Masking 1, 5.1.
    self.box = box ?? .stroke
  }

  private static let boxes: [String: Box] = [
    "content-box": .fill, "padding-box": .fill, "fill-box": .fill, "border-box": .stroke,
    "margin-box": .stroke, "stroke-box": .stroke, "view-box": .view,
  ]

  /// The number of lengths and coordinates.
  var count: Int {
    switch outline {
    case .inset(let sides, let radii): sides.count + radii.count
    case .ellipse: 4
    case .polygon(let lengths): lengths.count
    case .path(let data): data.numbers.count
    }
  }

  /// Returns the outline in a box, which is a point if the shape is empty.
  ///
  /// - Parameter resolve: A closure that returns a length in user units.
  func path(in box: Rect, _ resolve: (Length, ElementReader.Axis) -> Double) -> Path {
    switch outline {
    case .inset(let sides, let radii):
      let (top, right) = (resolve(sides[0], .y), resolve(sides[1], .x))
      let (bottom, left) = (resolve(sides[2], .y), resolve(sides[3], .x))
      let size = Size(width: box.width - left - right, height: box.height - top - bottom)
      let corner = Point(x: box.minX + left, y: box.minY + top)
      guard size.width > 0, size.height > 0 else { return Path(point: corner) }
      let corners = (0..<4).map {
        Size(
          width: max(resolve(radii[$0], .x), 0), height: max(resolve(radii[$0 + 4], .y), 0))
      }
      return Path(
        Rect(origin: corner, size: size), corners: corners)
    case .ellipse(let rx, let ry, let origin, let isCircle):
      let center = Point(
        x: box.minX + resolve(origin.x, .x), y: box.minY + resolve(origin.y, .y))
      let x = [(center.x - box.minX).magnitude, (box.maxX - center.x).magnitude]
      let y = [(center.y - box.minY).magnitude, (box.maxY - center.y).magnitude]
      func radius(_ radius: Radius, _ axis: ElementReader.Axis, _ sides: [Double]) -> Double {
        switch radius {
        case .length(let length): max(resolve(length, isCircle ? .diagonal : axis), 0)
        case .closestSide: sides.min() ?? 0
        case .farthestSide: sides.max() ?? 0
        }
      }
      let size = Size(
        width: radius(rx, .x, isCircle ? x + y : x), height: radius(ry, .y, isCircle ? x + y : y))
      guard size.width > 0, size.height > 0 else {
        return Path(point: Point(x: center.x + size.width, y: center.y))
      }
      var path = Path()
      path.addEllipse(in: Rect(center: center, size: size * 2))
      return path
    case .polygon(let lengths):
      var points: [Double] = []
      for index in stride(from: 0, to: lengths.count - 1, by: 2) {
        points.append(box.minX + resolve(lengths[index], .x))
        points.append(box.minY + resolve(lengths[index + 1], .y))
      }
      return Path(points: points, isClosed: true)
    case .path(let data):
      return data.path.transformed(by: Transform(translation: box.origin - .zero))
    }
  }

  /// Returns the shape interpolated with another shape, or `nil` if their types differ.
  func mixed(with other: BasicShape, _ progress: Double) -> BasicShape? {
    guard box == other.box, rule == other.rule else { return nil }
    func mix(_ a: [Length], _ b: [Length]) -> [Length]? {
      a.count == b.count ? zip(a, b).map { $0.mixed(with: $1, progress) } : nil
    }
    func mix(_ a: Radius, _ b: Radius) -> Radius? {
      if case .length(let first) = a, case .length(let second) = b {
        return .length(first.mixed(with: second, progress))
      }
      return a == b ? a : nil
    }
    var shape = self
    switch (outline, other.outline) {
    case (.inset(let a, let radii), .inset(let b, let otherRadii)):
      guard let sides = mix(a, b), let radii = mix(radii, otherRadii) else { return nil }
      shape.outline = .inset(sides, radii: radii)
    case (.ellipse(let x1, let y1, let a, let isCircle), .ellipse(let x2, let y2, let b, let other)):
      guard isCircle == other, let x = mix(x1, x2), let y = mix(y1, y2) else { return nil }
      let center = TransformOrigin(
        x: a.x.mixed(with: b.x, progress), y: a.y.mixed(with: b.y, progress))
      shape.outline = .ellipse(x, y, center: center, isCircle: isCircle)
    case (.polygon(let a), .polygon(let b)):
      guard let corners = mix(a, b) else { return nil }
      shape.outline = .polygon(corners)
    case (.path(let a), .path(let b)):
      guard let data = a.combined(b, { $0 + ($1 - $0) * progress }) else { return nil }
      shape.outline = .path(data)
    default: return nil
    }
    return shape
  }
}

// MARK: - Parsing

extension TextScanner {
  /// Parses the arguments of a function up to its closing bracket.
  fileprivate mutating func outline(
    _ name: String, _ rule: inout FillRule
  ) throws(ParsingLimit) -> BasicShape.Outline? {
    let outline: BasicShape.Outline?
    skipSpace()
    switch name {
    case "inset": outline = try inset(sides())
    case "rect": outline = try inset(rectangle())
    case "xywh": outline = try inset(placedRectangle())
    case "circle": outline = try ellipse(isCircle: true)
    case "ellipse": outline = try ellipse(isCircle: false)
    case "polygon":
      readRule(&rule)
      outline = try polygon()
    case "path":
      readRule(&rule)
      let data = quoted().map { PathCommands.read($0) }
      if let limit = data?.limit { throw limit }
      outline = data.map { .path($0.data) }
    default: outline = nil
    }
    skipSpace()
    return skips(UInt8(ascii: ")")) ? outline : nil
  }

  private mutating func readRule(_ rule: inout FillRule) {
    let isEvenOdd = skips("evenodd")
    guard isEvenOdd || skips("nonzero") else { return }
    if isEvenOdd { rule = .evenOdd }
    skipCommaSpace()
  }

  /// Parses the sides of `rect()`, which are all relative to the upper left corner.
  private mutating func rectangle() throws(ParsingLimit) -> [Length]? {
    var sides: [Length?] = []
    while sides.count < 4 {
      if skips("auto") {
        sides.append(nil)
      } else if let length = try length() {
        sides.append(length)
      } else {
        return nil
      }
      skipSpace()
    }
    return [
      sides[0] ?? .zero, sides[1]?.fromEnd ?? .zero, sides[2]?.fromEnd ?? .zero,
      sides[3] ?? .zero,
    ]
  }

  /// Parses the corner and the size of `xywh()`.
  private mutating func placedRectangle() throws(ParsingLimit) -> [Length]? {
    var lengths: [Length] = []
    while lengths.count < 4, let length = try length() {
      lengths.append(length)
      skipSpace()
    }
    guard lengths.count == 4, lengths[2].value >= 0, lengths[3].value >= 0 else { return nil }
    return [
      lengths[1], lengths[0].adding(lengths[2]).fromEnd,
      lengths[1].adding(lengths[3]).fromEnd, lengths[0],
    ]
  }

  /// Returns an outline with the given distances from the sides, and parses its optional radii.
  private mutating func inset(_ sides: [Length]?) throws(ParsingLimit) -> BasicShape.Outline? {
    guard let sides else { return nil }
    var radii = Array(repeating: Length.zero, count: 8)
    if skips("round") {
      guard let x = try self.sides() else { return nil }
      var y = x
      if skips(UInt8(ascii: "/")) {
        guard let other = try self.sides() else { return nil }
        y = other
      }
      radii = x + y
    }
    return .inset(sides, radii: radii)
  }

  /// Parses one to four lengths. A missing length equals the opposite one.
  private mutating func sides() throws(ParsingLimit) -> [Length]? {
    var lengths: [Length] = []
    skipSpace()
    while lengths.count < 4, let length = try length() {
      lengths.append(length)
      skipSpace()
    }
    switch lengths.count {
    case 1: return [lengths[0], lengths[0], lengths[0], lengths[0]]
    case 2: return [lengths[0], lengths[1], lengths[0], lengths[1]]
    case 3: return [lengths[0], lengths[1], lengths[2], lengths[1]]
    default: return lengths.count == 4 ? lengths : nil
    }
  }

  private mutating func ellipse(
    isCircle: Bool
  ) throws(ParsingLimit) -> BasicShape.Outline? {
    var radii: [BasicShape.Radius] = []
    while radii.count < 2 {
      if skips("closest-side") {
        radii.append(.closestSide)
      } else if skips("farthest-side") {
        radii.append(.farthestSide)
      } else if let length = try length() {
        guard length.value >= 0 else { return nil }
        radii.append(.length(length))
      } else {
        break
      }
      skipSpace()
    }
    if radii.isEmpty { radii = [.closestSide, .closestSide] }
    if isCircle, radii.count == 1 { radii.append(radii[0]) }
    guard radii.count == 2, !isCircle || radii[0] == radii[1] else { return nil }
    var center = TransformOrigin.middle
    if skips("at") {
      guard let position = try position() else { return nil }
      center = position
    }
    return .ellipse(radii[0], radii[1], center: center, isCircle: isCircle)
  }

  /// Parses a position up to a closing bracket.
  private mutating func position() throws(ParsingLimit) -> TransformOrigin? {
    try TransformOrigin(position: text { $0 == UInt8(ascii: ")") })
  }

  private mutating func polygon() throws(ParsingLimit) -> BasicShape.Outline? {
    var lengths: [Length] = []
    repeat {
      skipSpace()
      try ParsingLimit.polygonCorners.check(lengths.count / 2 + 1)
      guard let x = try length() else { return nil }
      skipSpace()
      guard let y = try length() else { return nil }
      lengths += [x, y]
      skipSpace()
    } while skips(UInt8(ascii: ","))
    return .polygon(lengths)
  }
}

extension Path {
  /// Creates a path that consists of a point, with an empty area.
  fileprivate init(point: Point) {
    self.init()
    move(to: point)
  }

  /// Creates a rectangle with individual corner radii, clockwise from the upper left one. If they don't fit, all of
  /// them are scaled down: CSS Backgrounds 3, 4.5.
  fileprivate init(_ rect: Rect, corners: [Size]) {
    self.init()
    let sides = [
      (rect.width, corners[0].width + corners[1].width),
      (rect.height, corners[1].height + corners[2].height),
      (rect.width, corners[2].width + corners[3].width),
      (rect.height, corners[3].height + corners[0].height),
    ]
    let factor = sides.reduce(1.0) { $1.1 > 0 ? min($0, $1.0 / $1.1) : $0 }
    let radii = corners.map { $0 * factor }
    func corner(_ radii: Size, _ x: Double, _ y: Double) {
      guard radii.width > 0, radii.height > 0 else { return }
      addArc(
        to: Point(x: x, y: y), radii: radii, rotation: 0, isLarge: false, isClockwise: true)
    }
    /// Returns the radii of a corner. They are zero unless both are positive.
    func reach(_ index: Int) -> Size {
      radii[index].width > 0 && radii[index].height > 0 ? radii[index] : .zero
    }
    move(to: Point(x: rect.minX + reach(0).width, y: rect.minY))
    addLine(to: Point(x: rect.maxX - reach(1).width, y: rect.minY))
    corner(radii[1], rect.maxX, rect.minY + reach(1).height)
    addLine(to: Point(x: rect.maxX, y: rect.maxY - reach(2).height))
    corner(radii[2], rect.maxX - reach(2).width, rect.maxY)
    addLine(to: Point(x: rect.minX + reach(3).width, y: rect.maxY))
    corner(radii[3], rect.minX, rect.maxY - reach(3).height)
    addLine(to: Point(x: rect.minX, y: rect.minY + reach(0).height))
    corner(radii[0], rect.minX + reach(0).width, rect.minY)
    close()
  }
}
