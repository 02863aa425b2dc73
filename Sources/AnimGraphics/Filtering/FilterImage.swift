/// A part of an image in memory, premultiplied and clear outside ``area``. The memory is borrowed.
struct FilterImage {
  /// The pixels of ``area``, in row order without gaps.
  let words: UnsafeMutablePointer<UInt32>
  let area: PixelRect

  var canvas: Canvas {
    Canvas(words - (area.y0 * area.width + area.x0), stride: area.width, clip: area)
  }

  /// Returns the pixel of a row in the first column of ``area``.
  @inline(__always) func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    words + (y &- area.y0) &* area.width
  }

  /// Returns some rows of the image.
  func rows(_ range: Range<Int>) -> FilterImage {
    FilterImage(
      words: row(range.lowerBound),
      area: PixelRect(x0: area.x0, y0: range.lowerBound, x1: area.x1, y1: range.upperBound))
  }

  /// Returns the word of a pixel, which may be outside ``area``.
  @inline(__always) func word(_ x: Int, _ y: Int) -> UInt32 {
    x >= area.x0 && x < area.x1 && y >= area.y0 && y < area.y1 ? row(y)[x &- area.x0] : 0
  }

  /// Copies a run of pixels, some of which may be outside ``area``.
  func copy(_ y: Int, from x: Int, count: Int, to words: UnsafeMutablePointer<UInt32>) {
    let isInside = y >= area.y0 && y < area.y1
    let start = isInside ? min(max(area.x0 - x, 0), count) : count
    let end = isInside ? max(min(area.x1 - x, count), start) : count
    words.update(repeating: 0, count: start)
    if start < end {
      (words + start).update(from: row(y) + (x + start - area.x0), count: end - start)
    }
    (words + end).update(repeating: 0, count: count - end)
  }

  /// Copies the image into `result`, and clears the rest of `result`.
  func copy(to result: FilterImage) {
    let area = result.area
    for y in area.y0..<area.y1 {
      copy(y, from: area.x0, count: area.width, to: result.row(y))
    }
  }

  /// Draws the image over `result`.
  func draw(over result: FilterImage) {
    let shown = result.area.intersection(area)
    for y in shown.y0..<shown.y1 {
      Blend.over(
        result.row(y) + (shown.x0 - result.area.x0), row(y) + (shown.x0 - area.x0),
        count: shown.width, coverage: 255)
    }
  }

  /// Stores the result of `body` for each word in `result`.
  @inline(__always)
  func map(to result: FilterImage, _ padded: inout PaddedRow, _ body: (UInt32) -> UInt32) {
    let area = result.area
    for y in area.y0..<area.y1 {
      let from = padded.row(y, of: self, from: area.x0, count: area.width)
      let to = result.row(y)
      // Flat areas are common, so the last result is kept.
      var (last, mapped) = (from[0], body(from[0]))
      for x in 0..<area.width {
        if from[x] != last { (last, mapped) = (from[x], body(from[x])) }
        to[x] = mapped
      }
    }
  }

  /// Stores the result of `body` for the position and the word of each pixel that isn't clear in
  /// `result`.
  @inline(__always)
  func mapPixels(
    to result: FilterImage, _ padded: inout PaddedRow, _ body: (Int, Int, UInt32) -> UInt32
  ) {
    let area = result.area
    for y in area.y0..<area.y1 {
      let from = padded.row(y, of: self, from: area.x0, count: area.width)
      let to = result.row(y)
      for x in 0..<area.width { to[x] = from[x] == 0 ? 0 : body(area.x0 &+ x, y, from[x]) }
    }
  }
}

/// A row of an image, padded with the clear pixels on either side that an operation reads.
struct PaddedRow {
  private var words = Scratch<UInt32>()

  func deallocate() { words.deallocate() }

  /// Returns a run of pixels, some of which may be outside the image. It is valid until the next call.
  @inline(__always)
  mutating func row(_ y: Int, of image: FilterImage, from x: Int, count: Int) -> UnsafePointer<
    UInt32
  > {
    let area = image.area
    if y >= area.y0, y < area.y1, x >= area.x0, x &+ count <= area.x1 {
      return UnsafePointer(image.row(y) + (x &- area.x0))
    }
    words.reserve(count)
    image.copy(y, from: x, count: count, to: words.base)
    return UnsafePointer(words.base)
  }
}
