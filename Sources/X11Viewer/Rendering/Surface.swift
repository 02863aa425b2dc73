import AnimCore

/// A buffer that frames are painted into, and how far it is from being free and up to date.
final class Surface {
  let image: ImageBuffer
  /// Tiles in which the buffer may not hold the last drawn frame; never too few.
  var stale = TileSet(TileGrid(size: .zero))
  /// Puts that the server has not completed yet.
  private var pending = 0
  /// Those of them that a fence, once it has been passed, declares completed.
  private var beforeFence = 0

  init(_ image: ImageBuffer) { self.image = image }

  /// Whether the server may still read the pixels.
  var isBusy: Bool { pending > 0 }

  /// Notes a put whose completion the server will report.
  func put() { pending += 1 }

  /// Notes a reported completion. They come in the order of the puts.
  func complete() {
    pending = max(0, pending - 1)
    beforeFence = max(0, beforeFence - 1)
  }

  /// Notes a fence behind all puts so far.
  func didSetFence() { beforeFence = pending }

  /// Notes that the fence was passed: only later puts can still be under way.
  func fencePassed() {
    pending -= beforeFence
    beforeFence = 0
  }

  /// Lays the memory out for pictures of `size`, which must fit it, if it is not already.
  func fit(to size: PixelSize) {
    guard image.size != size else { return }
    image.resize(to: size)
    stale = .all(of: size)
  }

  /// The bytes to have for a picture of `needed` bytes where there are `current` now. While a
  /// window is dragged larger memory grows by one half at least, so that few of its sizes
  /// need a new segment; it is given back once three quarters of it lie idle.
  static func capacity(needed: Int, current: Int) -> Int {
    if needed <= current, needed >= current / 4 { return current }
    return wholePages(needed > current ? max(needed, current + current / 2) : needed)
  }

  /// The bytes of the pages that `count` bytes take.
  static func wholePages(_ count: Int) -> Int { (count + 4095) / 4096 * 4096 }
}
