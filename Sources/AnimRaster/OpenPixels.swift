import AnimCodecs
import AnimCore

/// The part of a canvas in which earlier frames are still visible, during a search backwards from a
/// frame. Areas that later frames cover are closed.
///
/// The state has at most ``side`` blocks per direction. A block is open until one frame covers it
/// completely, so the result may overestimate the open area, but never underestimates it. This
/// holds for every part of the search too: everything open in a search from an earlier frame is
/// also open in one from a later frame.
struct OpenPixels {
  private let size: PixelSize
  /// The width and height of a block, in pixels.
  private let step: PixelSize
  /// The open blocks of each row, one bit each, with the leftmost block in the lowest bit.
  private var rows: InlineArray<64, UInt64>

  /// The maximum number of blocks in a row and in a column.
  private static let side = 64

  /// Opens the entire canvas.
  init(_ size: PixelSize) {
    self.size = size
    step = PixelSize(
      width: (size.width + Self.side - 1) / Self.side,
      height: (size.height + Self.side - 1) / Self.side)
    rows = InlineArray(repeating: 0)
    let columns = Self.bits(0..<(size.width + step.width - 1) / step.width)
    for row in 0..<(size.height + step.height - 1) / step.height { rows[row] = columns }
  }

  var isEmpty: Bool {
    for row in 0..<Self.side where rows[row] != 0 { return false }
    return true
  }

  /// Returns whether a rectangle contains open pixels.
  func contains(_ area: RasterArea) -> Bool {
    let (x, y) = visible(area)
    guard !x.isEmpty, !y.isEmpty else { return false }
    let columns = Self.bits(x.lowerBound / step.width..<(x.upperBound - 1) / step.width + 1)
    for row in y.lowerBound / step.height...(y.upperBound - 1) / step.height
    where rows[row] & columns != 0 { return true }
    return false
  }

  /// Closes the blocks inside a rectangle.
  mutating func close(_ area: RasterArea) {
    let (x, y) = visible(area)
    let columns = Self.whole(x, step.width, size.width)
    for row in Self.whole(y, step.height, size.height) { rows[row] &= ~Self.bits(columns) }
  }

  /// Returns the columns and rows of a rectangle that are on the canvas.
  private func visible(_ area: RasterArea) -> (x: Range<Int>, y: Range<Int>) {
    let (right, bottom) = (
      min(area.x + area.width, size.width), min(area.y + area.height, size.height)
    )
    return (min(area.x, right)..<right, min(area.y, bottom)..<bottom)
  }

  /// Returns the blocks that are completely inside a range. The last block may be narrower than the
  /// others.
  private static func whole(_ range: Range<Int>, _ step: Int, _ length: Int) -> Range<Int> {
    let first = (range.lowerBound + step - 1) / step
    let end = range.upperBound == length ? (length + step - 1) / step : range.upperBound / step
    return min(first, end)..<end
  }

  private static func bits(_ range: Range<Int>) -> UInt64 {
    guard range.count < UInt64.bitWidth else { return .max }
    return (1 << UInt64(range.count) - 1) << UInt64(range.lowerBound)
  }
}
