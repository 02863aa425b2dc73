/// A batch of squares of a display list, as plain memory.
struct Batch {
  let x: UnsafePointer<Int32>
  let y: UnsafePointer<Int32>
  let argb: UnsafePointer<UInt32>
  let count: Int
  /// In 1/4096 pixel.
  let side: Int
  /// The pixels that may be painted.
  let bounds: PixelRect
  /// Whether the squares are likely to lie on whole pixels, as the first one does.
  let isWhole: Bool
  /// The batch's number among those that are sorted; nil for the others.
  let bin: Int?

  /// One of `shares` parts of the indices, in order.
  func share(_ share: Int, of shares: Int) -> Range<Int> {
    count * share / shares..<count * (share + 1) / shares
  }
}
