/// A part of a group's picture in memory, premultiplied and clear outside ``area``. The memory is
/// borrowed.
struct Picture {
  /// The pixels of ``area``, row by row without gaps.
  let words: UnsafeMutablePointer<UInt32>
  let area: PixelRect

  var canvas: Canvas {
    Canvas(words - (area.y0 * area.width + area.x0), stride: area.width, clip: area)
  }

  /// The pixel of a row in the first column of ``area``.
  @inline(__always) func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    words + (y &- area.y0) &* area.width
  }
}
