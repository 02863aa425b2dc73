import AnimCore

// Colours in all formats of CSS Color 4, and the functions of CSS Color 5 that derive a colour from others.
extension TextScanner {
  /// Parses a colour. If no colour is next, returns `nil` without skipping anything.
  ///
  /// - Parameter context: The context, or `nil` if it is unknown, so that functions of `currentColor` are invalid.
  mutating func color(at context: ColorContext? = nil) throws(ParsingLimit) -> ExactColor? {
    var reader = ColorReader(self, context)
    guard let color = try reader.color(depth: 0) else { return nil }
    index = reader.scanner.index
    return color.exact
  }
}

/// The context that colours inside functions depend on.
struct ColorContext {
  /// The value of `currentColor`.
  var color = ExactColor(red: 0, green: 0, blue: 0)
  /// Whether to use the colours for dark screens.
  var isDark = false
}

private struct ColorReader {
  private(set) var scanner: TextScanner
  private let context: ColorContext?

  /// The maximum of components. It exceeds any colour, but doesn't cause overflows.
  private static let greatestComponent = 1e6

  init(_ scanner: TextScanner, _ context: ColorContext?) {
    self.scanner = scanner
    self.context = context
  }

  mutating func color(depth: Int) throws(ParsingLimit) -> SpacedColor? {
    try ParsingLimit.colorDepth.check(depth + 1)
    if scanner.skips(UInt8(ascii: "#")) { return hexadecimalColor() }
    guard let name = scanner.name()?.lowercased() else { return nil }
    if scanner.skips(UInt8(ascii: "(")) { return try function(name, depth: depth) }
    // On its own, it is a reference rather than a colour.
    if name == "currentcolor" { return depth > 0 ? context.map { SpacedColor($0.color) } : nil }
    return ColorNames.color(name).map { SpacedColor(ExactColor($0)) }
  }

  private mutating func hexadecimalColor() -> SpacedColor? {
    var digits: [Double] = []
    while let byte = scanner.next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
      digits.append(Double(digit))
      scanner.index += 1
    }
    if let byte = scanner.next, TextScanner.isNameByte(byte) { return nil }
    switch digits.count {
    case 3, 4: digits = digits.flatMap { [$0, $0] }
    case 6, 8: break
    default: return nil
    }
    func channel(_ index: Int) -> Double { digits[2 * index] * 16 + digits[2 * index + 1] }
    return SpacedColor(
      ExactColor(
        red: channel(0), green: channel(1), blue: channel(2),
        alpha: digits.count == 8 ? channel(3) / 255 : 1))
  }

  /// Returns the result of a function, after its opening bracket.
  private mutating func function(
    _ name: String, depth: Int
  ) throws(ParsingLimit) -> SpacedColor? {
    scanner.skipSpace()
    let color: SpacedColor?
    switch name {
    case "color-mix": color = try mixture(depth: depth)
    case "light-dark": color = try schemeColor(depth: depth)
    default: color = try components(name, depth: depth)
    }
    scanner.skipSpace()
    // A missing bracket at the end of the text is supplied.
    guard scanner.skips(UInt8(ascii: ")")) || scanner.isAtEnd else { return nil }
    return color
  }

  /// Parses two colours and returns one of them. The screen is light unless `color-scheme` specifies otherwise.
  private mutating func schemeColor(depth: Int) throws(ParsingLimit) -> SpacedColor? {
    guard let light = try color(depth: depth + 1), scanner.skipCommaSpace(),
      let dark = try color(depth: depth + 1)
    else { return nil }
    return context?.isDark == true ? dark : light
  }

  // MARK: Mixing

  /// Parses a mixture: CSS Color 5, 3.
  private mutating func mixture(depth: Int) throws(ParsingLimit) -> SpacedColor? {
    var (space, path) = (CSSColorSpace.oklab, SpacedColor.HuePath.shorter)
    let start = scanner.index
    if scanner.name()?.lowercased() == "in" {
      scanner.skipSpace()
      guard let named = scanner.name().flatMap({ CSSColorSpace($0.lowercased()) }) else {
        return nil
      }
      space = named
      scanner.skipSpace()
      if space.hueIndex != nil, let word = scanner.name() {
        guard let named = SpacedColor.HuePath(rawValue: word.lowercased()) else { return nil }
        path = named
        scanner.skipSpace()
        guard scanner.name()?.lowercased() == "hue" else { return nil }
      }
      guard scanner.skipCommaSpace() else { return nil }
    } else {
      scanner.index = start
    }
    guard let first = try part(depth: depth), scanner.skipCommaSpace(),
      let second = try part(depth: depth)
    else { return nil }
    let share = first.fraction ?? second.fraction.map { 1 - $0 } ?? 0.5
    let other = second.fraction ?? 1 - share
    let sum = share + other
    var color = first.color.converted(to: space).mixed(
      with: second.color.converted(to: space), sum > 0 ? other / sum : 0.5, path)
    // If the percentages add up to less than 100 %, the remainder is transparent.
    color.components.w *= min(sum, 1)
    return color
  }

  /// Parses a colour with its percentage in the mixture, in either order.
  private mutating func part(
    depth: Int
  ) throws(ParsingLimit) -> (color: SpacedColor, fraction: Double?)? {
    var fraction = percentage()
    scanner.skipSpace()
    guard let color = try color(depth: depth + 1) else { return nil }
    scanner.skipSpace()
    if fraction == nil { fraction = percentage() }
    scanner.skipSpace()
    if let fraction, !(0...1).contains(fraction) { return nil }
    return (color, fraction)
  }

  /// Parses a percentage as a fraction of 1, or returns `nil` if none is next.
  private mutating func percentage() -> Double? {
    let start = scanner.index
    if let number = scanner.number(), scanner.skips(UInt8(ascii: "%")) { return number / 100 }
    scanner.index = start
    return nil
  }

  // MARK: Components

  /// The syntax of a function for the components of its space.
  private struct Format {
    var space: CSSColorSpace
    /// The names of the components in a relative colour.
    var names: [String]
    /// The values of the components at 100 %, or `nil` for a hue.
    var wholes: [Double?]
    /// The value of 1 in the space.
    var unit = 1.0

    init(_ space: CSSColorSpace, _ names: String, _ wholes: [Double?], unit: Double = 1) {
      self.space = space
      self.names = names.map { String($0) }
      self.wholes = wholes
      self.unit = unit
    }

    init?(_ function: String) {
      switch function {
      case "rgb", "rgba": self.init(.srgb, "rgb", [255, 255, 255], unit: 255)
      case "hsl", "hsla": self.init(.hsl, "hsl", [nil, 100, 100])
      case "hwb": self.init(.hwb, "hwb", [nil, 100, 100])
      case "lab": self.init(.lab, "lab", [100, 125, 125])
      case "lch": self.init(.lch, "lch", [100, 150, nil])
      case "oklab": self.init(.oklab, "lab", [1, 0.4, 0.4])
      case "oklch": self.init(.oklch, "lch", [1, 0.4, nil])
      default: return nil
      }
    }

    /// Creates the format of the function `color()`.
    init?(ofColor space: CSSColorSpace) {
      switch space {
      case .lab, .lch, .oklab, .oklch, .hsl, .hwb: return nil
      case .xyz, .xyz50: self.init(space, "xyz", [1, 1, 1])
      default: self.init(space, "rgb", [1, 1, 1])
      }
    }

    /// Returns components clamped to the range of their function.
    ///
    /// - Parameter isRelative: Whether the colour is relative to another one, which may exceed the range of sRGB.
    func clamped(_ components: SIMD4<Double>, isRelative: Bool) -> SIMD4<Double> {
      var components = components
      switch space {
      case .srgb where unit == 255 && !isRelative:
        components = components.clamped(
          lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
      case .hsl where !isRelative: components.y = max(components.y, 0)
      case .lab, .lch, .oklab, .oklch:
        components.x = min(max(components.x, 0), wholes[0] ?? 1)
        if space.hueIndex != nil { components.y = max(components.y, 0) }
      default: break
      }
      components.w = min(max(components.w, 0), 1)
      return components
    }
  }

  /// A component, which may be missing (`none`).
  private enum Component {
    case number(Double)
    /// A fraction of 100 %.
    case percentage(Double)
    case missing
  }

  /// Parses a colour from its components, which may be relative to another colour.
  private mutating func components(
    _ function: String, depth: Int
  ) throws(ParsingLimit) -> SpacedColor? {
    var origin: SpacedColor?
    let start = scanner.index
    if scanner.name()?.lowercased() == "from" {
      scanner.skipSpace()
      origin = try color(depth: depth + 1)
      if origin == nil { return nil }
      scanner.skipSpace()
    } else {
      scanner.index = start
    }
    let format: Format?
    if function == "color" {
      format = scanner.name().flatMap { CSSColorSpace($0.lowercased()) }
        .flatMap { Format(ofColor: $0) }
      scanner.skipSpace()
    } else {
      format = Format(function)
    }
    guard let format else { return nil }
    var names: [String: Double] = [:]
    if let converted = origin?.converted(to: format.space) {
      for (index, name) in format.names.enumerated() {
        names[name] = converted.components[index] * format.unit
      }
      names["alpha"] = converted.components.w
    }
    var color = SpacedColor(format.space, SIMD4(0, 0, 0, origin?.components.w ?? 1))
    color.isLegacy =
      origin == nil && function != "color" && [.srgb, .hsl, .hwb].contains(format.space)
    func set(_ index: Int, _ component: Component, unit: Double) {
      switch component {
      case .number(let number), .percentage(let number): color.components[index] = number / unit
      case .missing: (color.components[index], color.missing[index]) = (0, true)
      }
    }
    // A bit for each component: whether it is a percentage, and whether a comma follows.
    var (percentages, commas) = (0, 0)
    for (index, whole) in format.wholes.enumerated() {
      guard let component = try component(whole: whole, names) else { return nil }
      set(index, component, unit: format.unit)
      if case .percentage = component { percentages |= 1 << index }
      if scanner.skipCommaSpace() { commas |= 1 << index }
    }
    if commas != 0 {
      // CSS Color 4, 4.2.2: commas must be between all components or none, and aren't allowed in newer functions.
      let isUniform =
        format.space == .srgb
        ? percentages == 0 || percentages == 0b111 : percentages & 0b110 == 0b110
      guard color.isLegacy, format.space != .hwb, commas & 0b11 == 0b11, isUniform,
        color.missing == .init(repeating: false)
      else { return nil }
    }
    if commas != 0 ? commas & 0b100 != 0 : scanner.skips(UInt8(ascii: "/")) {
      scanner.skipSpace()
      guard let alpha = try component(whole: 1, names) else { return nil }
      set(3, alpha, unit: 1)
    }
    color.components = format.clamped(color.components, isRelative: origin != nil)
    return color
  }

  /// Parses a component, or returns `nil` if none is next.
  ///
  /// - Parameters:
  ///   - whole: The value of 100 %, or `nil` for a hue.
  ///   - names: The components of the colour that this one is relative to.
  private mutating func component(
    whole: Double?, _ names: [String: Double]
  ) throws(ParsingLimit) -> Component? {
    let start = scanner.index
    var value: Double?
    var isPercentage = false
    if whole == nil, let angle = scanner.angle() {
      value = angle
    } else if let number = scanner.number() {
      isPercentage = scanner.skips(UInt8(ascii: "%"))
      value = isPercentage ? whole.map { number * $0 / 100 } : number
    } else if let name = scanner.name()?.lowercased(), scanner.next != UInt8(ascii: "(") {
      if name == "none" { return .missing }
      value = names[name]
    } else {
      scanner.index = start
      if let (number, unit) = try scanner.calculation(names), number.isFinite {
        switch unit {
        case "": value = number
        case "%":
          isPercentage = true
          value = whole.map { number * $0 / 100 }
        case "deg": value = whole == nil ? number : nil
        default: break
        }
      }
    }
    return value.map {
      let value = min(max($0, -Self.greatestComponent), Self.greatestComponent)
      return isPercentage ? .percentage(value) : .number(value)
    }
  }
}
