/// A paint made ready for a frame: it gives premultiplied words, row by row. The word of a pixel
/// depends on its column and row alone, not on where a run of pixels begins.
struct PaintSource {
  /// The word 0xAARRGGBB of every pixel, where all have the same.
  let solid: UInt32?
  /// Whether every word has an alpha of 255.
  let isOpaque: Bool

  /// - Parameters:
  ///   - transform: from the shape's space to pixels. Where it has no inverse, nothing is painted.
  ///   - tables: keeps the tables of gradients from frame to frame.
  init(_ paint: Paint, _ transform: Transform, tables: GradientTables) {
    solid = 0
    isOpaque = false
  }

  /// Stores the words of `count` pixels of row `y`, from column `x` on.
  func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    for index in 0..<count { words[index] = solid ?? 0 }
  }
}
