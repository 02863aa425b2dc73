import AnimCore

/// The text of a layer. It is drawn with the glyph outlines in the file, or otherwise with a font.
struct LayerText: Sendable {
  /// The text documents in chronological order, at least one. The first one also applies before its
  /// time.
  var documents: [(time: Double, document: TextDocument)]
  /// The expression that computes the text.
  var expression: ExpressionID?
  var animators: [TextAnimator] = []
  var alignment = TextAlignment()
  /// The path along which lines run, or `nil` for straight lines.
  var path: TextPath?
}

/// A mask of the layer as the baseline of the text. Flags are set if they aren't zero.
struct TextPath: Sendable {
  /// The index in ``LayerModel/masks``.
  var mask: Int
  var isReversed: Animated<Double>
  /// Whether letters are rotated with the path.
  var isPerpendicular: Animated<Double>
  /// Whether letters are spread over the entire path.
  var forcesAlignment: Animated<Double>
  /// The start of lines, as a distance from the path's start.
  var firstMargin: Animated<Double>
}

struct TextDocument: Sendable {
  var text: String
  /// An index into ``AnimationModel/fonts``, or `nil` if the file doesn't have the font.
  var font: Int?
  var size: Double
  /// Red, green, blue and alpha, 0 ... 1, or `nil` for text without a fill.
  var fillColor: SIMD4<Double>?
  var strokeColor: SIMD4<Double>?
  var strokeWidth: Double
  var isStrokeOverFill: Bool
  var lineHeight: Double
  var baselineShift: Double
  /// Additional space between two characters, in thousandths of the size.
  var tracking: Double
  var justification: Justification
  /// The box for breaking lines, or `nil` for point text.
  var box: Rect?

  enum Justification: Int, Sendable {
    case left, right, center, lastLineLeft, lastLineRight, lastLineCenter, full
  }
}

/// The point around which animators rotate and scale letters.
struct TextAlignment: Sendable {
  enum Grouping: Int, Sendable {
    case character = 1
    case word, line, all
  }
  var grouping = Grouping.character
  /// The offset of that point, in percent: 100 is half the group's width to the right, or 0.857 of
  /// the font size down.
  var alignment = Animated.constant(SIMD2<Double>.zero)
}

/// Changes the characters that a selector selects.
struct TextAnimator: Sendable {
  var selector: TextSelector
  var transform: TransformProperties?
  var fillColor: Animated<SIMD4<Double>>?
  var strokeColor: Animated<SIMD4<Double>>?
  /// The value added to the hue of the fill, in degrees, and to its saturation and brightness, in
  /// percent.
  var fillHue: Animated<Double>?
  var fillSaturation: Animated<Double>?
  var fillBrightness: Animated<Double>?
  var strokeWidth: Animated<Double>?
  var tracking: Animated<Double>?
  /// The factor for the alpha of the fill, in percent.
  var fillOpacity: Animated<Double>?
  /// The factor for the alpha of the stroke, in percent.
  var strokeOpacity: Animated<Double>?
}

struct TextSelector: Sendable {
  enum Unit: Int, Sendable {
    case percent = 1
    case index
  }
  enum Basis: Int, Sendable {
    case characters = 1
    case charactersWithoutSpaces, words, lines
  }
  enum Shape: Int, Sendable {
    case square = 1
    case rampUp, rampDown, triangle, round, smooth
  }

  var unit = Unit.percent
  var basis = Basis.characters
  var shape = Shape.square
  var start = Animated.constant(0.0)
  var end = Animated.constant(100.0)
  var offset = Animated.constant(0.0)
  /// The amount, in percent.
  var amount = Animated.constant(100.0)
  /// The maximum ease, in percent.
  var maximumEase = Animated.constant(0.0)
  /// The minimum ease, in percent.
  var minimumEase = Animated.constant(0.0)
  /// The smoothness, in percent.
  var smoothness = Animated.constant(100.0)
  /// The seed for shuffling the order of selection, or `nil` for text order.
  var randomSeed: UInt64?
  /// The expression that computes the degree of selection of each unit.
  var expression: ExpressionID?
}

struct FontModel: Sendable {
  var name: String
  var family: String
  var style: String
  /// The ascent, in percent of the size.
  var ascent: Double
  /// The outlines of characters, in hundredths of the size. A composed character is only found in
  /// the same normalization form as in the text.
  var glyphs: [Character: GlyphModel]
  /// The font for other characters, or `nil` if they aren't drawn.
  var font: (any LottieFont)?

  /// Returns the letters of a line whose shape or position depends on their neighbours, or `nil` if
  /// each character has its own glyph.
  ///
  /// - Parameter steps: See ``LottieFont/letters(ofLine:steps:)``.
  func shapedLetters(ofLine line: String, steps: inout Int) -> [LottieShapedLetter]? {
    guard let font, line.contains(where: { $0.dependsOnNeighbours }),
      !line.contains(where: { glyphs[$0] != nil }),
      let letters = font.letters(ofLine: line, steps: &steps), letters.count == line.count
    else { return nil }
    return letters
  }

  /// Returns whether a character is drawn.
  func has(_ character: Character) -> Bool {
    glyphs[character] != nil || font?.steps(of: character) != nil
  }
}

struct GlyphModel: Sendable {
  /// The width, in hundredths of the size.
  var width: Double
  var shapes: [ShapeItem]
}

extension Character {
  /// Whether the character belongs to a script with joining letters or to a right-to-left script.
  var dependsOnNeighbours: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      // Hebrew to Sinhala, Tibetan, Myanmar, Khmer, Mongolian, Balinese, and the presentation forms of
      // Hebrew and Arabic.
      case 0x590...0xDFF, 0xF00...0x109F, 0x1780...0x18AF, 0x1A20...0x1C4F, 0xA840...0xA87F,
        0xA8E0...0xA9FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE:
        true
      // Right-to-left scripts, Brahmic scripts, Mende Kikakui and Adlam.
      case 0x10800...0x11FFF, 0x1E800...0x1E95F, 0x1EE00...0x1EEFF: true
      default: false
      }
    }
  }

  // A file may combine any number of scalars into a character.
  private static let maximumScalars = 4

  /// The character as text, without excessive scalars.
  var text: String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(Self.maximumScalars)))
  }

  /// The code points, such as `U+0041`.
  var codePoints: String {
    unicodeScalars.prefix(Self.maximumScalars).map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }.joined(separator: " ")
  }
}
