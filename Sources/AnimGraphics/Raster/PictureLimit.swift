/// The largest picture that can be drawn on a window.
package enum PictureLimit {
  /// The most pixels each way. The protocol has 16 bits for sizes and, with a sign, for
  /// coordinates.
  package static let side = 32_767
  /// The most pixels in all. Sixteen displays of 3840×2160 pixels, a wall of four by four, are just
  /// below. Each of the two buffers, at four bytes a pixel, then takes 512 MiB, and painting all of
  /// it takes seconds: a larger picture would bring the machine down without ever moving.
  package static let area = 1 << 27

  /// The limit in words, for messages.
  package static let description = "at most \(side) pixels each way and \(area) in all"
}

extension PixelSize {
  /// Whether a window of this size can be drawn on.
  package var isDrawable: Bool {
    let sides = 1...PictureLimit.side
    return sides.contains(width) && sides.contains(height) && width * height <= PictureLimit.area
  }
}
