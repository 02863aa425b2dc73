/// Why there is no font.
public enum FontError: Error, Hashable, Sendable {
  /// A library that text needs is not installed, or lacks a function.
  case missingLibrary(String)
  /// The file cannot be read; the reason is the system's.
  case unreadable(reason: String)
  /// The file has more bytes than ``FontLimits/fileBytes``.
  case tooLarge
  /// The bytes are neither TrueType nor OpenType, nor these as WOFF.
  case unknownFormat
  /// The font is damaged, or has no face of that index.
  case damaged
  /// The font has pictures of its glyphs instead of outlines.
  case noOutlines
}

extension FontError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingLibrary(let name): "\(name) is not installed, so text is drawn without fonts"
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .tooLarge: "a font of more than \(FontLimits.fileBytes) bytes is not read"
    case .unknownFormat: "not a TrueType or OpenType font"
    case .damaged: "the font is damaged"
    case .noOutlines: "the font has no outlines"
    }
  }
}

/// How much of a font and of a text is used, so that neither can exhaust the memory or take forever.
public enum FontLimits {
  /// Bytes of a font file. Fonts of all Chinese characters have 20 million.
  public static let fileBytes = 64 << 20
  /// Points of one glyph; one with more is not drawn. Real glyphs have a few hundred.
  public static let glyphPoints = 20_000
  /// Bytes that FreeType may take to read a glyph, which is not drawn if it needs more: a real one takes twenty
  /// thousand, and one of ``glyphPoints`` a million.
  static let glyphMemory = 4 << 20
  /// Bytes that FreeType may take to open a font, besides those of the file, or to vary it.
  static let fontMemory = 64 << 20
  /// Points of all outlines of a font that are kept; beyond that they are found again.
  static let keptPoints = 1 << 20
  /// The maximum number of steps for reading one glyph: operators, numbers, points and components, each about ten
  /// nanoseconds. Real glyphs take up to a few thousand. Glyphs with more steps are not drawn.
  public static let glyphSteps = 1 << 16
  /// Outlines of one glyph with colours; those above are not drawn. Real glyphs have a few dozen.
  static let glyphLayers = 256
  /// Pixels of a side of the image of a glyph; real ones have some hundred.
  static let glyphPictureSide = 1024
  /// Bytes of an image or a document that is drawn for glyphs.
  static let glyphPictureBytes = 4 << 20
  /// Axes of a variable font; with more, it counts as not variable.
  static let axes = 64
  /// Unicode scalars of a line; those beyond are not drawn.
  public static let lineScalars = 4096
  /// Glyphs of a line; those beyond are not drawn.
  public static let lineGlyphs = 16_384
}
