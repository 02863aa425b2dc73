/// How heavy a font is, and whether it is slanted.
public struct FontStyle: Hashable, Sendable {
  /// From 100 for thin to 900 for black, as in CSS; 400 is regular, and 700 bold.
  public var weight: Int
  /// Whether the letters are italic or oblique.
  public var isItalic: Bool

  /// Creates a style.
  public init(weight: Int = 400, isItalic: Bool = false) {
    self.weight = weight
    self.isItalic = isItalic
  }

  /// Reads the name of a style as fonts and their users have it, such as `SemiBold Italic`,
  /// `Bold-Oblique` or `500`; what it does not know is regular.
  public init(named name: String) {
    self.init()
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    isItalic = letters.contains("italic") || letters.contains("oblique")
    if let number = Int(letters.prefix { $0.isNumber }), 1...1000 ~= number {
      weight = number
    } else if let known = Self.weights.first(where: { letters.contains($0.name) }) {
      weight = known.weight
    }
  }

  /// Longer names stand before those that they contain.
  private static let weights: [(name: String, weight: Int)] = [
    ("thin", 100), ("hairline", 100), ("extralight", 200), ("ultralight", 200), ("light", 300),
    ("medium", 500), ("semibold", 600), ("demi", 600), ("extrabold", 800), ("ultrabold", 800),
    ("bold", 700), ("black", 900), ("heavy", 900),
  ]
}
