/// The sizes up to which a document is drawn in one image. The rest is omitted and reported. ``WorkBudget`` limits
/// the time that it takes.
enum PaintingLimits {
  /// Elements, counted again wherever `use`, a marker, a pattern, a mask or a clip draws them.
  static let elements = 300_000
  /// Elements around an element, with those of `use` and the like: half as many in an image, and so on, so that all of
  /// them together need no more than half of the stack that threads usually have.
  ///
  /// - Parameter imageDepth: The number of SVG images that contain the document.
  static func depth(in imageDepth: Int) -> Int { 128 >> imageDepth }
  /// Groups, clips and masks around an element, of the display list's
  /// ``DisplayList/maximumDepth``.
  static let groups = 48
  /// Corners that all paths are turned into.
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
  /// Pixels of all images that are filtered, with those that filters refer to.
  static let filterPixels = 1 << 24
  /// The maximum number of times that the resolution of a filter is halved to meet these limits.
  static let filterHalvings = 3
  /// Steps of all filters, however few pixels they have.
  static let filterSteps = 1 << 16
  /// SVG images in SVG images.
  static let imageDepth = 4
  /// Bytes of a file that an image refers to.
  static let imageBytes = 32 << 20
  /// Bytes that all images take that an image shows, and those in them, each once: with four for a pixel.
  static let readBytes = 1 << 27
  /// Bytes that an image takes that is an SVG, beside those of the document.
  static let documentBytes = 1 << 13
  /// Paint servers, masks and clips that refer to each other.
  static let references = 32
  /// Characters of a text.
  static let characters = 20_000
  /// Characters of all texts of an image, each time that they are drawn or measured.
  static let textWork = 200_000
  /// Bytes and pixels of the images that fonts have for the glyphs of an image, each once.
  static let glyphImages = 1 << 24
  /// Steps for reading the glyphs of an image, of all fonts together.
  static let glyphSteps = 1 << 22
  /// Steps of a glyph that don't count, since real glyphs have no more and characters are limited.
  static let plainGlyphSteps = 256
  /// Points of the outlines of the characters of one style in a text.
  static let textPoints = 1 << 20
}
