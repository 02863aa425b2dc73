/// Limits on what is drawn in one frame, so that every frame ends. Anything beyond them is left
/// out.
enum FrameLimits {
  /// Layers, including those of nested compositions and mattes.
  static let layers = 50_000
  /// Levels of nested compositions and mattes; also repeaters in one list.
  static let depth = 128
  /// Copies that all repeaters together make of one layer's shapes.
  static let copies = 10_000
  /// Shapes of all layers, including copies, plus the points that modifiers make of them.
  static let shapes = 1 << 18
  /// Corners of one outline.
  static let outlinePoints = 1 << 18
  /// Corners of all outlines.
  static let points = 1 << 20
}
