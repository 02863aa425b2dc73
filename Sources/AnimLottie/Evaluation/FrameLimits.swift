/// How much of a frame is drawn, so that none takes for ever. What is beyond is left out.
enum FrameLimits {
  /// Layers, those of nested compositions and mattes included.
  static let layers = 50_000
  /// Compositions and mattes within each other, and repeaters of one list.
  static let depth = 128
  /// Copies that repeaters make of one layer's shapes, all together.
  static let copies = 10_000
  /// Shapes of all layers, with those of copies, and points that modifiers make of them.
  static let shapes = 1 << 18
  /// Corners of one outline.
  static let outlinePoints = 1 << 18
  /// Corners of all outlines.
  static let points = 1 << 20
}
