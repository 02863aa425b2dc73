import AnimCore

/// A length as written: a number with a unit, or a calculation.
struct Length: Hashable, Sendable {
  enum Unit: UInt8, Sendable {
    case user, percent, em, ex, ch, ic, cap, rem, pixel, point, pica, inch, centimetre, millimetre,
      quarter
    case viewWidth, viewHeight, viewMinimum, viewMaximum
    /// The unit of a ``calculation``, whose value is 0.
    case several
  }

  var value: Double
  var unit: Unit
  /// The calculation of a length with several units, or `nil`.
  let calculation: LengthCalculation?

  init(_ value: Double, _ unit: Unit = .user) {
    self.value = value
    self.unit = unit
    calculation = nil
  }

  init(_ calculation: LengthCalculation) {
    value = 0
    unit = .several
    self.calculation = calculation
  }

  static let zero = Length(0)

  private static let units: [String: Unit] = [
    "": .user, "%": .percent, "em": .em, "ex": .ex, "ch": .ch, "rem": .rem, "px": .pixel,
    "pt": .point, "pc": .pica, "in": .inch, "cm": .centimetre, "mm": .millimetre, "q": .quarter,
    "ic": .ic, "cap": .cap,
  ].merging(viewUnits) { $1 }

  /// The units that are relative to the view, by name. The largest, smallest and dynamic views have
  /// the same size, and lines are horizontal.
  private static let viewUnits: [String: Unit] = {
    var units: [String: Unit] = [:]
    for size in ["", "d", "l", "s"] {
      for name in ["vw", "vi"] { units[size + name] = .viewWidth }
      for name in ["vh", "vb"] { units[size + name] = .viewHeight }
      units[size + "vmin"] = .viewMinimum
      units[size + "vmax"] = .viewMaximum
    }
    return units
  }()

  /// Parses a length, optionally surrounded by white space, or returns `nil` if it is invalid.
  init?(_ text: some StringProtocol) throws(ParsingLimit) {
    var scanner = TextScanner(text)
    scanner.skipSpace()
    guard let length = try scanner.length() else { return nil }
    scanner.skipSpace()
    guard scanner.isAtEnd else { return nil }
    self = length
  }

  init?(_ value: Double, unit: String) {
    guard value.isFinite, let unit = Self.units[unit] else { return nil }
    self.init(value, unit)
  }

  /// The length in CSS pixels (1/96 inch) if it depends on neither a font nor a view, and `nil` otherwise.
  var absolute: Double? {
    switch unit {
    case .user, .pixel: value
    case .point: value * 4 / 3
    case .pica: value * 16
    case .inch: value * 96
    case .centimetre: value * 96 / 2.54
    case .millimetre: value * 96 / 25.4
    case .quarter: value * 96 / 101.6
    default: nil
    }
  }

  /// Returns the length in user units.
  ///
  /// - Parameters:
  ///   - reference: The value of 100 %.
  ///   - font: The lengths of the font's units.
  ///   - view: The size of the outermost view.
  func resolved(reference: Double, font: FontUnits, rootFontSize: Double, view: Size) -> Double {
    if let absolute { return absolute }
    if let calculation {
      return calculation.value {
        $0.resolved(
          reference: reference, font: font, rootFontSize: rootFontSize, view: view)
      }
    }
    return switch unit {
    case .percent: value / 100 * reference
    case .em: value * font.size
    case .ex: value * font.xHeight
    case .ch: value * font.zeroAdvance
    case .ic: value * font.ideographAdvance
    case .cap: value * font.capHeight
    case .rem: value * rootFontSize
    case .viewWidth: value / 100 * view.width
    case .viewHeight: value / 100 * view.height
    case .viewMinimum: value / 100 * min(view.width, view.height)
    case .viewMaximum: value / 100 * max(view.width, view.height)
    default: value
    }
  }
}

extension Length {
  /// The length in user units without a view or an element with a font.
  var resolvedWithoutPlace: Double {
    let size = LengthContext.mediumFontSize
    return resolved(
      reference: 0, font: FontUnits(size: size), rootFontSize: size, view: .zero)
  }

  /// The length in the syntax of style sheets.
  var text: String {
    if let calculation { return "calc(\(calculation.text))" }
    return "\(value)\(unit == .user ? "px" : Self.names[unit] ?? "")"
  }

  private static let names = Dictionary(units.map { ($1, $0) }) { min($0, $1) }

  var isZero: Bool { value == 0 && calculation == nil }

  /// The number of lengths and operations in a calculation.
  var cost: Int { calculation?.count ?? 0 }

  /// Whether the length, or one of its terms, is a percentage.
  var hasPercentage: Bool { contains { $0 == .percent } }

  /// Whether the length, or one of its terms, depends on the letters of a font, rather than only on its size.
  var dependsOnLetters: Bool { contains { [.ex, .ch, .ic, .cap].contains($0) } }

  /// Whether the length, or one of its terms, depends on a surrounding view.
  var dependsOnView: Bool { contains { $0 == .percent || $0.isOfView } }

  /// Returns whether the length, or one of its terms, has a unit.
  func contains(_ isWanted: (Unit) -> Bool) -> Bool {
    calculation?.contains(isWanted) ?? isWanted(unit)
  }

  /// Returns the length with it, or each of its terms, replaced.
  func mapped(_ replacement: (Length) -> Length) -> Length {
    calculation.map { Length($0.mapped(replacement)) } ?? replacement(self)
  }

  /// The same distance, measured from the right or from the bottom.
  var fromEnd: Length {
    Length(.sum(.length(Length(100, .percent)), .product(.length(self), -1)))
  }

  /// Returns the interpolation with another length.
  func mixed(with other: Length, _ progress: Double) -> Length {
    if unit == other.unit, calculation == nil {
      return Length(value + (other.value - value) * progress, unit)
    }
    // Units such as those of inches and pixels are mixed alike.
    if let first = absolute, let second = other.absolute {
      return Length(first + (second - first) * progress)
    }
    if calculation == nil, other.isZero { return Length(value * (1 - progress), unit) }
    if other.calculation == nil, isZero { return Length(other.value * progress, other.unit) }
    let sum = LengthCalculation.sum(
      .product(.length(self), 1 - progress), .product(.length(other), progress))
    return Self.short(sum) ?? (progress < 0.5 ? self : other)
  }

  /// Returns the length multiplied by a factor.
  private func scaled(by factor: Double) -> Length {
    calculation.map { Length(.product($0, factor)) } ?? Length(value * factor, unit)
  }

  /// Returns the sum with a multiple of another length, or the length itself if the sum would have too many terms.
  func adding(_ other: Length, times count: Double = 1) -> Length {
    if unit == other.unit, calculation == nil { return Length(value + other.value * count, unit) }
    if let first = absolute, let second = other.absolute { return Length(first + second * count) }
    if other.isZero { return self }
    let other = count == 1 ? other : other.scaled(by: count)
    if isZero { return other }
    return Self.short(.sum(.length(self), .length(other))) ?? self
  }

  /// A maximum that exceeds the number of terms of any function. It is still small enough for many animations that
  /// build on each other.
  private static let maximumCount = 256

  private static func short(_ calculation: LengthCalculation) -> Length? {
    calculation.count <= maximumCount ? Length(calculation) : nil
  }
}

extension Length.Unit {
  fileprivate var isOfView: Bool {
    switch self {
    case .viewWidth, .viewHeight, .viewMinimum, .viewMaximum: true
    default: false
    }
  }
}

extension TextScanner {
  /// Parses a length. If no length is next, returns `nil` without skipping anything.
  mutating func length() throws(ParsingLimit) -> Length? {
    let start = index
    guard let value = number() else { return try calculatedLength() }
    if skips(UInt8(ascii: "%")) { return Length(value, .percent) }
    let unitStart = index
    while let byte = next, (byte | 0x20) &- 0x61 < 26 { index += 1 }
    let unit = String(decoding: bytes[unitStart..<index], as: UTF8.self).lowercased()
    guard let length = Length(value, unit: unit) else {
      index = start
      return nil
    }
    return length
  }

  /// Parses lengths separated by white space and commas, or returns `nil` if the text contains anything else.
  mutating func lengths() throws(ParsingLimit) -> [Length]? {
    var lengths: [Length] = []
    skipSpace()
    while !isAtEnd {
      guard let length = try length() else { return nil }
      lengths.append(length)
      skipCommaSpace()
    }
    return lengths
  }

  /// Parses an angle in degrees, which is the default unit, or returns `nil` if none is next.
  mutating func angle() -> Double? {
    let start = index
    guard let value = number() else { return nil }
    if skips("deg") { return value }
    if skips("grad") { return value * 0.9 }
    if skips("rad") { return value * (180 / .pi) }
    if skips("turn") { return value * 360 }
    if let byte = next, TextScanner.isNameByte(byte) || byte == UInt8(ascii: "%") {
      index = start
      return nil
    }
    return value
  }
}
