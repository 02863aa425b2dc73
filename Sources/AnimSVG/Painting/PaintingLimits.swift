/// The limits on the content of an image. Content beyond a limit is omitted and reported.
/// ``WorkBudget`` limits the drawing time.
enum PaintingLimits {
  /// Elements, each counted once for every `use`, marker, pattern, mask or clip that draws it.
  static let elements = 300_000
  /// Returns the maximum depth of nested elements, including `use` and similar references. It
  /// halves with each level of nested images, so that all levels together need at most half of a
  /// typical thread's stack.
  ///
  /// - Parameter imageDepth: The number of SVG images that contain the document.
  static func depth(in imageDepth: Int) -> Int { 128 >> imageDepth }
  /// Nested groups, clips and masks, of the ``DisplayList/maximumDepth`` in the display list.
  static let groups = 48
  /// Corners of all flattened paths.
  static let points = 8_000_000
  /// Stops of a gradient.
  static let stops = 1 << 12
  /// Markers of one shape.
  static let markers = 20_000
  /// Pixels of the tile of a pattern.
  static let tilePixels = 1 << 22
  /// Pixels of the tiles of all patterns.
  static let allTilePixels = 1 << 24
  /// Functions and references of a property `filter`.
  static let filters = 32
  /// Pixels of all filtered images and of the images that filters refer to.
  static let filterPixels = 1 << 24
  /// The maximum number of times that the resolution of a filter is halved to meet these limits.
  static let filterHalvings = 3
  /// Steps of all filters, regardless of their number of pixels.
  static let filterSteps = 1 << 16
  /// Levels of nested SVG images.
  static let imageDepth = 4
  /// Bytes of a file that an image refers to.
  static let imageBytes = 32 << 20
  /// Bytes of all files that an image uses, including nested images, with four bytes per pixel.
  /// Each file counts once.
  static let readBytes = 1 << 27
  /// Bytes that an SVG image requires in addition to its document.
  static let documentBytes = 1 << 13
  /// Levels of paint servers, masks and clips that refer to each other.
  static let references = 32
  /// Characters of a text.
  static let characters = 20_000
  /// Characters of all texts of an image, each time that they are drawn or measured.
  static let textWork = 200_000
  /// Bytes and pixels of the glyph images in fonts that an image uses. Each counts once.
  static let glyphImages = 1 << 24
  /// Steps for reading the glyphs of an image in all fonts together.
  static let glyphSteps = 1 << 22
  /// Steps of a glyph that don't count. Most glyphs need no more, and the number of characters is
  /// limited separately.
  static let plainGlyphSteps = 256
  /// Points of the outlines of the characters of one style in a text.
  static let textPoints = 1 << 20
}
