import AnimCore

/// A length as it is written: a number and a unit, or a calculation.
package struct Length: Hashable, Sendable {
  package enum Unit: UInt8, Sendable {
    case user, percent, em, ex, ch, ic, cap, rem, pixel, point, pica, inch, centimetre, millimetre,
      quarter
    case viewWidth, viewHeight, viewMinimum, viewMaximum
    /// That of a ``calculation``, which has the value 0.
    case several
  }

  package var value: Double
  package var unit: Unit
  /// What a length of several units is; nil for others.
  package let calculation: LengthCalculation?

  package init(_ value: Double, _ unit: Unit = .user) {
    self.value = value
    self.unit = unit
    calculation = nil
  }

  init(_ calculation: LengthCalculation) {
    value = 0
    unit = .several
    self.calculation = calculation
  }

  package static let zero = Length(0)

  private static let units: [String: Unit] = [
    "": .user, "%": .percent, "em": .em, "ex": .ex, "ch": .ch, "rem": .rem, "px": .pixel,
    "pt": .point, "pc": .pica, "in": .inch, "cm": .centimetre, "mm": .millimetre, "q": .quarter,
    "ic": .ic, "cap": .cap,
  ].merging(viewUnits) { $1 }

  /// The view is always as large as it can be and as small as it can be, and lines are horizontal.
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

  /// A length with nothing around it but white space; nil if it is none.
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

  /// The length in pixels of 1/96 inch where it depends on neither a font nor a view; nil otherwise.
  package var absolute: Double? {
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

  /// The length in user units.
  ///
  /// - Parameters:
  ///   - reference: what 100 % are.
  ///   - font: The lengths of the font's units.
  ///   - view: the size of the outermost view.
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
  /// The length in user units where there is neither a view nor an element with a font.
  var resolvedWithoutPlace: Double {
    let size = LengthContext.mediumFontSize
    return resolved(
      reference: 0, font: FontUnits(size: size), rootFontSize: size, view: .zero)
  }

  var isZero: Bool { value == 0 && calculation == nil }

  /// Whether the length, or a term of it, is in per cent.
  var hasPercentage: Bool { contains { $0 == .percent } }

  /// Whether the length, or a term of it, depends on the letters of a font, rather than only on its size.
  var dependsOnLetters: Bool { contains { [.ex, .ch, .ic, .cap].contains($0) } }

  /// Whether the length, or a term of it, depends on a view around it.
  var dependsOnView: Bool { contains { $0 == .percent || $0.isOfView } }

  /// Whether a unit is the length's, or that of a term of it.
  func contains(_ isWanted: (Unit) -> Bool) -> Bool {
    calculation?.contains(isWanted) ?? isWanted(unit)
  }

  /// The length, or each term of it, replaced by another one.
  func mapped(_ replacement: (Length) -> Length) -> Length {
    calculation.map { Length($0.mapped(replacement)) } ?? replacement(self)
  }

  /// What is so far from the left or from above, counted from the other side.
  var fromEnd: Length {
    Length(.sum(.length(Length(100, .percent)), .product(.length(self), -1)))
  }

  /// The length on the way to another one.
  func mixed(with other: Length, _ progress: Double) -> Length {
    if unit == other.unit, calculation == nil {
      return Length(value + (other.value - value) * progress, unit)
    }
    if calculation == nil, other.isZero { return Length(value * (1 - progress), unit) }
    if other.calculation == nil, isZero { return Length(other.value * progress, other.unit) }
    let sum = LengthCalculation.sum(
      .product(.length(self), 1 - progress), .product(.length(other), progress))
    return Self.short(sum) ?? (progress < 0.5 ? self : other)
  }

  /// The sum with another length; the length itself if that would be too long.
  func adding(_ other: Length) -> Length {
    if unit == other.unit, calculation == nil { return Length(value + other.value, unit) }
    return Self.short(.sum(.length(self), .length(other))) ?? self
  }

  /// More than one function has, but no more than can be computed for each of many animations that build on each other.
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
  /// A length; nil if none is next, and then nothing is skipped.
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

  /// Lengths with white space and commas between them; nil if there is anything else.
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

  /// An angle in degrees; nil if none is next. Without a unit it is in degrees.
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
