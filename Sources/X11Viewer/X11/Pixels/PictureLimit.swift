import AnimCore

/// The largest picture that is drawn on a window.
enum PictureLimit {
  /// The protocol has 16 bits for sizes and, with a sign, for coordinates.
  static let side = 32_767
  /// Sixteen displays of 3840×2160 pixels, as a wall of four by four, are just below. A buffer of
  /// four bytes a pixel takes 512 MiB then, of which there are two, and painting all of it takes
  /// seconds: what is larger would bring the machine down and not move.
  static let area = 1 << 27

  /// In words, for messages.
  static let description = "at most \(side) pixels each way and \(area) in all"
}

extension PixelSize {
  /// Whether a window of this size can be drawn on.
  var isDrawable: Bool {
    let sides = 1...PictureLimit.side
    return sides.contains(width) && sides.contains(height) && width * height <= PictureLimit.area
  }
}
