/// A batch of squares of a display list, as plain memory.
struct Batch {
  let x: UnsafeBufferPointer<Int32>
  let y: UnsafeBufferPointer<Int32>
  let argb: UnsafeBufferPointer<UInt32>
  /// In 1/4096 pixel.
  let side: Int
  /// The pixels that may be painted.
  let bounds: PixelRect
  /// The batch's index among those that are sorted; nil for the others.
  let bin: Int?

  var count: Int { x.count }

  /// One of `shares` consecutive parts of the indices.
  func share(_ share: Int, of shares: Int) -> Range<Int> {
    count * share / shares..<count * (share + 1) / shares
  }
}
