/// A part of a group's picture in memory, premultiplied; around it all is clear. It is borrowed.
struct Picture {
  /// The pixels of ``area``, row by row without gaps.
  let words: UnsafeMutablePointer<UInt32>
  let area: PixelRect

  var canvas: Canvas {
    Canvas(words - (area.y0 * area.width + area.x0), stride: area.width, clip: area)
  }

  /// The pixel in column ``area``.x0 of a row.
  @inline(__always) func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    words + (y &- area.y0) &* area.width
  }
}
