import AnimCore

/// A part of the property `filter`: a reference to a `filter` element, or a CSS function (Filter Effects Module Level
/// 1, W3C).
enum FilterFunction: Hashable, Sendable {
  /// A `filter` element by its identifier, or `nil` for a reference to another file.
  case reference(String?)
  case blur(Length)
  /// A drop shadow. Without a colour, it has that of the element.
  case dropShadow(dx: Length, dy: Length, deviation: Length, ExactColor?)
  /// A hue rotation, in degrees.
  case hueRotate(Double)
  case adjust(Adjustment, Double)

  /// The functions with an amount, where 1 is 100 %.
  enum Adjustment: String, Sendable {
    case brightness, contrast, grayscale, invert, opacity, saturate, sepia
  }

  /// The maximum margin. It exceeds any image, but keeps the number of pixels in range.
  private static let greatestMargin = 1e6

  /// Returns the maximum distance of the function's result from its input. `filter` elements specify their own region.
  ///
  /// - Parameter resolve: A closure that returns a length in user units.
  func margin(_ resolve: (Length) -> Double) -> Size {
    let (offset, deviation): (Size, Length)
    switch self {
    case .blur(let length): (offset, deviation) = (.zero, length)
    case .dropShadow(let dx, let dy, let length, _):
      offset = Size(width: resolve(dx).magnitude, height: resolve(dy).magnitude)
      deviation = length
    case .reference, .hueRotate, .adjust: return .zero
    }
    // The reach of the three box blurs that approximate the blur.
    let reach = 3 * resolve(deviation)
    return Size(
      width: min(offset.width + reach, Self.greatestMargin),
      height: min(offset.height + reach, Self.greatestMargin))
  }

  /// Parses `text-shadow` as drop shadows, with half the blur radius as the deviation, or returns `nil` if it is
  /// invalid.
  static func textShadows(_ text: String) throws(ParsingLimit) -> [FilterFunction]? {
    if text.lowercased() == "none" { return [] }
    var shadows: [FilterFunction] = []
    for part in ComponentList.parts(text) {
      var scanner = TextScanner(part)
      try ParsingLimit.shadows.check(shadows.count + 1)
      guard case .dropShadow(let dx, let dy, let blur, let color)? = try scanner.dropShadow(),
        blur.calculation == nil
      else { return nil }
      scanner.skipSpace()
      guard scanner.isAtEnd else { return nil }
      let deviation = Length(blur.value / 2, blur.unit)
      shadows.append(.dropShadow(dx: dx, dy: dy, deviation: deviation, color))
    }
    return shadows
  }

  /// Parses the property, or returns `nil` if any part of it is invalid.
  static func list(_ text: String) throws(ParsingLimit) -> [FilterFunction]? {
    var scanner = TextScanner(text)
    var functions: [FilterFunction] = []
    scanner.skipSpace()
    if scanner.skips("none") {
      scanner.skipSpace()
      return scanner.isAtEnd ? [] : nil
    }
    while !scanner.isAtEnd {
      try ParsingLimit.filterFunctions.check(functions.count + 1)
      guard let function = try scanner.filterFunction() else { return nil }
      functions.append(function)
      scanner.skipSpace()
    }
    return functions
  }
}

extension TextScanner {
  fileprivate mutating func filterFunction() throws(ParsingLimit) -> FilterFunction? {
    if let address = address() {
      return .reference(
        address.utf8.first == UInt8(ascii: "#") ? String(address.dropFirst()) : nil)
    }
    guard let name = name()?.lowercased() else { return nil }
    skipSpace()
    guard skips(UInt8(ascii: "(")) else { return nil }
    skipSpace()
    let isEmpty = next == UInt8(ascii: ")")
    let function: FilterFunction?
    switch name {
    case "blur":
      function = try isEmpty ? .blur(.zero) : nonnegativeLength().map { .blur($0) }
    case "drop-shadow": function = try dropShadow()
    case "hue-rotate":
      function = isEmpty ? .hueRotate(0) : angleWithUnit().map { .hueRotate($0) }
    default:
      guard let adjustment = FilterFunction.Adjustment(rawValue: name) else { return nil }
      function = isEmpty ? .adjust(adjustment, 1) : amount().map { .adjust(adjustment, $0) }
    }
    skipSpace()
    return skips(UInt8(ascii: ")")) ? function : nil
  }

  /// Parses offsets, an optional deviation, and an optional colour before or after them.
  fileprivate mutating func dropShadow() throws(ParsingLimit) -> FilterFunction? {
    var color = try shadowColor()
    skipSpace()
    guard let dx = try lengthWithoutPercent() else { return nil }
    skipSpace()
    guard let dy = try lengthWithoutPercent() else { return nil }
    skipSpace()
    let deviation = try nonnegativeLength() ?? .zero
    skipSpace()
    if color == nil { color = try shadowColor() }
    return .dropShadow(dx: dx, dy: dy, deviation: deviation, color ?? nil)
  }

  /// Parses a colour, which is `nil` for `currentColor`. The outer optional is `nil` if no colour is next.
  private mutating func shadowColor() throws(ParsingLimit) -> ExactColor?? {
    let start = index
    if skips("currentColor") { return .some(nil) }
    if let color = try color() { return .some(color) }
    index = start
    return nil
  }

  private mutating func lengthWithoutPercent() throws(ParsingLimit) -> Length? {
    let start = index
    if let length = try length(), !length.hasPercentage { return length }
    index = start
    return nil
  }

  private mutating func nonnegativeLength() throws(ParsingLimit) -> Length? {
    let start = index
    if let length = try lengthWithoutPercent(), length.value >= 0 { return length }
    index = start
    return nil
  }

  /// Parses an angle in degrees, which needs a unit unless it is 0.
  private mutating func angleWithUnit() -> Double? {
    let start = index
    guard let plain = number() else { return nil }
    let end = index
    index = start
    guard let degrees = angle(), degrees.isFinite, plain == 0 || index > end else { return nil }
    return degrees
  }

  /// Parses a nonnegative number or percentage.
  private mutating func amount() -> Double? {
    guard let number = number(), number.isFinite, number >= 0 else { return nil }
    return skips(UInt8(ascii: "%")) ? number / 100 : number
  }
}
