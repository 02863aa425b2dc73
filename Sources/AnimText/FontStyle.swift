/// The weight, width and slant of a font.
public struct FontStyle: Hashable, Sendable {
  /// The weight from 100 (thin) to 900 (black), as in CSS. 400 is regular, and 700 is bold.
  public var weight: Int
  /// A Boolean value that indicates whether the letters are italic or oblique.
  public var isItalic: Bool
  /// The width in percent of the regular width, from 50 (ultra-condensed) to 200 (ultra-expanded),
  /// as in CSS.
  public var width: Double

  /// Creates a style.
  public init(weight: Int = 400, isItalic: Bool = false, width: Double = 100) {
    self.weight = weight
    self.isItalic = isItalic
    self.width = width
  }

  /// Reads the name of a style as used by fonts and people, such as `SemiBold Italic`, `Bold-Oblique` or `500`. Unknown
  /// names are regular.
  public init(named name: String) {
    self.init()
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    isItalic = letters.contains("italic") || letters.contains("oblique")
    if let number = Int(letters.prefix { $0.isNumber }), 1...1000 ~= number {
      weight = number
    } else if let named = Self.weights.first(where: { letters.contains($0.name) }) {
      weight = named.weight
    }
  }

  /// Reads the style from the bytes that all versions of a font's OS/2 table share. Returns `nil` if
  /// there are fewer.
  init?(windowsTable table: some Collection<UInt8>) {
    let bytes = Array(table)
    guard bytes.count >= 64 else { return nil }
    func number(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
    let widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
    let width = number(6) - 1
    // Bit 0 is italic, and bit 9 oblique.
    self.init(
      weight: min(max(number(4), 1), 1000), isItalic: number(62) & 0x201 != 0,
      width: widths.indices.contains(width) ? widths[width] : 100)
  }

  /// The names of weights. Longer names precede those that they contain.
  private static let weights: [(name: String, weight: Int)] = [
    ("thin", 100), ("hairline", 100), ("extralight", 200), ("ultralight", 200), ("light", 300),
    ("medium", 500), ("semibold", 600), ("demi", 600), ("extrabold", 800), ("ultrabold", 800),
    ("bold", 700), ("black", 900), ("heavy", 900),
  ]
}

extension FontStyle {
  /// Returns whether a style is closer to this one than another, by the rules of CSS Fonts 4: width first, then slant,
  /// then weight.
  package func isNearer(_ a: FontStyle, than b: FontStyle) -> Bool { rank(a) < rank(b) }

  /// Returns the distance of another style, in the order in which styles are tried.
  private func rank(_ other: FontStyle) -> (Int, Double, Int, Int, Int) {
    let (widthSide, widthDistance): (Int, Double) =
      if other.width == width {
        (0, 0)
      } else if (width <= 100) == (other.width < width) {
        (1, (other.width - width).magnitude)
      } else {
        (2, (other.width - width).magnitude)
      }
    let slant = other.isItalic == isItalic ? 0 : 1
    let distance = abs(other.weight - weight)
    let weightSide: Int
    if distance == 0 {
      weightSide = 0
    } else if 400...500 ~= weight {
      // Up to 500 first, then lighter weights.
      weightSide = weight...500 ~= other.weight ? 1 : other.weight < weight ? 2 : 3
    } else {
      weightSide = (weight < 400) == (other.weight < weight) ? 1 : 2
    }
    return (widthSide, widthDistance, slant, weightSide, distance)
  }
}
