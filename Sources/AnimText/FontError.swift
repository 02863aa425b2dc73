/// An error that prevents the use of a font.
public enum FontError: Error, Hashable, Sendable {
  /// A library for text isn't installed, or lacks a function.
  case missingLibrary(String)
  /// The file can't be read, for this reason from the system.
  case unreadable(reason: String)
  /// The file has more bytes than ``FontLimits/fileBytes``.
  case tooLarge
  /// The bytes are neither a TrueType nor an OpenType font, with or without WOFF compression.
  case unknownFormat
  /// The font is corrupt, or has no face with that index.
  case damaged
  /// The font has images of its glyphs instead of outlines.
  case noOutlines
}

extension FontError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingLibrary(let name):
      "\(name) is not installed and is required for text"
        + (Self.packages[name].map { "; install the package \($0)" } ?? "")
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .tooLarge: "the font has more than \(FontLimits.fileBytes) bytes (limit of this program)"
    case .unknownFormat: "not a TrueType or OpenType font"
    case .damaged: "the font is corrupt"
    case .noOutlines: "the font has no outlines"
    }
  }

  /// The packages of libraries in Debian and Ubuntu.
  private static let packages = [
    "libfreetype.so.6": "libfreetype6", "libharfbuzz.so.0": "libharfbuzz0b",
    "libfribidi.so.0": "libfribidi0", "libfontconfig.so.1": "libfontconfig1",
  ]
}

/// The limits on fonts and text, which keep both from exhausting the memory or the time.
public enum FontLimits {
  /// The maximum number of bytes of a font file. Fonts with all Chinese characters have 20 million.
  public static let fileBytes = 64 << 20
  /// The maximum number of points of a glyph. Real glyphs have a few hundred. Glyphs with more
  /// points aren't drawn.
  public static let glyphPoints = 20_000
  /// The maximum number of bytes that FreeType can allocate to read a glyph. Real glyphs need
  /// twenty thousand, and one with ``glyphPoints`` a million. Glyphs that need more aren't drawn.
  static let glyphMemory = 4 << 20
  /// The maximum number of bytes that FreeType can allocate to open or vary a font, in addition to the file.
  static let fontMemory = 64 << 20
  /// The maximum number of points in the outline cache of a font.
  static let keptPoints = 1 << 20
  /// The maximum number of steps for reading one glyph: operators, numbers, points and components,
  /// each about ten nanoseconds. Real glyphs take up to a few thousand. Glyphs with more steps
  /// aren't drawn.
  public static let glyphSteps = 1 << 16
  /// The maximum number of outlines of a colour glyph. Real glyphs have a few dozen. Glyphs with
  /// more aren't drawn.
  static let glyphLayers = 256
  /// The maximum width and height of the image of a glyph, in pixels. Real images have a few hundred.
  static let glyphImageSide = 1024
  /// The maximum number of bytes of an image or document that is drawn as a glyph.
  static let glyphImageBytes = 4 << 20
  /// The maximum number of axes of a variable font. A font with more is treated as not variable.
  static let axes = 64
  /// The maximum number of Unicode scalars of a line. Further scalars aren't drawn.
  public static let lineScalars = 4096
  /// The maximum number of glyphs of a line. Further glyphs aren't drawn.
  public static let lineGlyphs = 16_384
}
