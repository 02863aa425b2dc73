import AnimCore

#if os(Linux)
  import Synchronization
#endif

/// An animation that consists of pictures, in a file: GIF, PNG with frames or without, WebP, or JPEG.
///
/// Opening it reads where the frames are and how long each is shown, and no pixels. The pixels of a frame
/// are a function of the file and of its number alone.
package final class RasterAnimation: Sendable {
  package let index: RasterIndex
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var store: FrameStore
    var images: FrameImages
  }

  /// The bytes that canvases at checkpoints take together.
  package static let defaultCheckpointBudget = 24 << 20
  /// The most images that are used again: those of the two display lists that take turns, of a scene, and
  /// of what is read ahead.
  private static let mostImages = 5

  /// Opens an animation.
  ///
  /// - Parameter checkpointBudget: the bytes that it may keep so that a jump takes less time; see
  ///   ``FrameStore``.
  /// - Throws: a reason why no picture can come of it.
  package init(
    _ bytes: some RasterBytes, checkpointBudget: Int = defaultCheckpointBudget
  ) throws(RasterError) {
    let index = try Self.index(of: bytes)
    if index.frames.count > 1 { try index.size.check(limit: RasterLimits.maximumMovingArea) }
    self.index = index
    let chains = FrameChains(index)
    let checkpoints = Checkpoints(chains, budget: checkpointBudget)
    state = Mutex(
      State(
        store: FrameStore(chains, FrameDecoder(index, bytes), checkpoints),
        images: FrameImages(
          of: ImageSeries { index.difference($0, $1) },
          limit: index.frames.count > 1 ? Self.mostImages : 0)))
  }

  /// What a file contains.
  package static func index(of bytes: some RasterBytes) throws(RasterError) -> RasterIndex {
    var reader = ByteReader(bytes)
    guard let start = reader.bytes(min(bytes.count, 12)) else { throw .unknownFormat }
    switch RasterFormat(start) {
    case .gif?: return try GIFContainer.index(of: bytes)
    case .png?: return try PNGContainer.index(of: bytes)
    case .webp?: return try WebPContainer.index(of: bytes)
    case .jpeg?: return try JPEGContainer.index(of: bytes)
    case nil: throw .unknownFormat
    }
  }

  /// The picture of a frame, counted from 0, on any thread.
  package func picture(of frame: Int) throws(RasterError) -> Image {
    let (frame, size) = (clamped(frame), index.size)
    let image = try state.withLock { (state) throws(RasterError) -> Image? in
      let words = try state.store.show(frame)
      return state.images.image(of: frame, size: size, straight: words)
    }
    guard let image else { throw .outOfMemory(width: size.width, height: size.height) }
    return image
  }

  /// Calls `body` with the pixels of a frame, row by row, as words 0xAARRGGBB with straight alpha.
  package func withPixels<Result: Sendable>(
    of frame: Int, _ body: (UnsafeBufferPointer<UInt32>) -> Result
  ) throws(RasterError) -> Result {
    let frame = clamped(frame)
    return try state.withLock { (state) throws(RasterError) in body(try state.store.show(frame)) }
  }

  /// The pixels of a frame, row by row, as words 0xAARRGGBB with straight alpha.
  package func pixels(of frame: Int) throws(RasterError) -> [UInt32] {
    try withPixels(of: frame) { Array($0) }
  }

  private func clamped(_ frame: Int) -> Int { min(max(frame, 0), index.frames.count - 1) }
}
