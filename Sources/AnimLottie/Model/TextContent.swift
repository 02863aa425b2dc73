import AnimCore

/// The text of a layer. It is drawn with the glyph outlines stored in the file, or else with those
/// of a font.
struct TextContent: Sendable {
  /// In order of time; never empty. The first one also holds before its time.
  var documents: [(time: Double, document: TextDocument)]
  /// Computes the text itself.
  var expression: ExpressionID?
  var animators: [TextAnimator] = []
  var alignment = TextAlignment()
  /// What its lines follow; nil where they are straight.
  var path: TextPath?
}

/// A mask of the layer as the line that letters stand on. Flags are set where they are not zero.
struct TextPath: Sendable {
  /// The index in ``LayerModel/masks``.
  var mask: Int
  var isReversed: Animated<Double>
  /// Whether letters are turned with the path.
  var isPerpendicular: Animated<Double>
  /// Whether letters are spread over the whole path.
  var forcesAlignment: Animated<Double>
  /// Where lines begin, by length from the path's start.
  var firstMargin: Animated<Double>
}

struct TextDocument: Sendable {
  var text: String
  /// An index into ``AnimationModel/fonts``; nil if the file has no such font.
  var font: Int?
  var size: Double
  /// Red, green, blue and alpha, 0 ... 1; nil for text that is not filled.
  var fillColor: SIMD4<Double>?
  var strokeColor: SIMD4<Double>?
  var strokeWidth: Double
  var isStrokeOverFill: Bool
  var lineHeight: Double
  var baselineShift: Double
  /// Extra space between two characters, in thousandths of the size.
  var tracking: Double
  var justification: Justification
  /// The box in which lines are broken; nil for text at a point.
  var box: Rect?

  enum Justification: Int, Sendable {
    case left, right, center, lastLineLeft, lastLineRight, lastLineCenter, full
  }
}

/// The point about which animators turn and scale letters.
struct TextAlignment: Sendable {
  enum Grouping: Int, Sendable {
    case character = 1
    case word, line, all
  }
  var grouping = Grouping.character
  /// An offset of that point, in percent: 100 is half the group's width to the right, or 0.857
  /// of the font size down.
  var alignment = Animated.constant(SIMD2<Double>.zero)
}

/// Changes the characters that a selector selects.
struct TextAnimator: Sendable {
  var selector: TextSelector
  var transform: TransformProperties?
  var fillColor: Animated<SIMD4<Double>>?
  var strokeColor: Animated<SIMD4<Double>>?
  /// Added to the hue of the fill, in degrees, and to its saturation and brightness, in percent.
  var fillHue: Animated<Double>?
  var fillSaturation: Animated<Double>?
  var fillBrightness: Animated<Double>?
  var strokeWidth: Animated<Double>?
  var tracking: Animated<Double>?
  /// In percent; multiplies the alpha of the fill.
  var fillOpacity: Animated<Double>?
  /// In percent; multiplies the alpha of the stroke.
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
  /// In percent.
  var amount = Animated.constant(100.0)
  /// In percent.
  var maximumEase = Animated.constant(0.0)
  /// In percent.
  var minimumEase = Animated.constant(0.0)
  /// In percent.
  var smoothness = Animated.constant(100.0)
  /// The seed that shuffles the order in which units are selected; nil for the order of the text.
  var randomSeed: UInt64?
  /// Computes how far each unit is selected.
  var expression: ExpressionID?
}

struct FontModel: Sendable {
  var name: String
  var family: String
  var style: String
  /// In percent of the size.
  var ascent: Double
  /// The outlines of characters, in hundredths of the size. A composed character is found only in
  /// the form that the text has.
  var glyphs: [Character: GlyphModel]
  /// What draws the other characters; nil if nothing does.
  var font: (any LottieFont)?

  /// Returns the letters of a line whose form or place depends on their neighbours, or `nil` if each
  /// character has its own glyph.
  ///
  /// - Parameter steps: See ``LottieFont/letters(ofLine:steps:)``.
  func shapedLetters(ofLine line: String, steps: inout Int) -> [LottieShapedLetter]? {
    guard let font, line.contains(where: { $0.dependsOnNeighbours }),
      !line.contains(where: { glyphs[$0] != nil }),
      let letters = font.letters(ofLine: line, steps: &steps), letters.count == line.count
    else { return nil }
    return letters
  }

  /// Whether a character is drawn.
  func has(_ character: Character) -> Bool {
    glyphs[character] != nil || font?.steps(of: character) != nil
  }
}

struct GlyphModel: Sendable {
  /// In hundredths of the size.
  var width: Double
  var shapes: [ShapeItem]
}

extension Character {
  /// Whether the character belongs to a script that joins its letters, or is written from right to
  /// left.
  var dependsOnNeighbours: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      // Hebrew to Sinhala, Tibetan, Myanmar, Khmer, Mongolian, Balinese, and the presentation forms of
      // Hebrew and Arabic.
      case 0x590...0xDFF, 0xF00...0x109F, 0x1780...0x18AF, 0x1A20...0x1C4F, 0xA840...0xA87F,
        0xA8E0...0xA9FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE:
        true
      // Scripts from right to left, Brahmic scripts, Mende Kikakui and Adlam.
      case 0x10800...0x11FFF, 0x1E800...0x1E95F, 0x1EE00...0x1EEFF: true
      default: false
      }
    }
  }
}
