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
  private let store: Mutex<FrameStore>
  private let series: ImageSeries
  /// Whether colours are converted to sRGB.
  private let convertsColors: Bool

  /// The bytes that canvases at checkpoints take together.
  package static let defaultCheckpointBudget = 24 << 20

  /// Opens an animation.
  ///
  /// - Parameter checkpointBudget: the bytes that it may keep so that a jump takes less time; see
  ///   ``FrameStore``.
  /// - Parameter convertsColors: Whether to convert the colours of the file to sRGB, rather than show the stored
  ///   values.
  /// - Throws: a reason why no picture can come of it.
  package init(
    _ bytes: any RasterBytes, checkpointBudget: Int = defaultCheckpointBudget,
    convertsColors: Bool = true
  ) throws(RasterError) {
    let index = try Self.index(of: bytes)
    if index.frames.count > 1 { try index.canvas.check(limit: RasterLimits.maximumMovingArea) }
    self.index = index
    self.convertsColors = convertsColors
    series = ImageSeries { index.difference($0, $1) }
    store = Mutex(FrameStore(index, bytes, budget: checkpointBudget))
  }

  /// What a file contains.
  package static func index(of bytes: any RasterBytes) throws(RasterError) -> RasterIndex {
    var reader = ByteReader(bytes)
    guard let start = reader.bytes(min(bytes.count, 12)) else { throw .unknownFormat }
    switch RasterFormat(start) {
    case .gif?: return try GIFContainer.index(of: bytes)
    #if !hasFeature(Embedded)
      case .png?: return try PNGContainer.index(of: bytes)
      case .webp?: return try WebPContainer.index(of: bytes)
      case .jpeg?: return try JPEGContainer.index(of: bytes)
      case nil: throw .unknownFormat
    #else
      // What decodes them is not there without a C library.
      default: throw .unknownFormat
    #endif
    }
  }

  /// The picture of a frame, counted from 0, on any thread.
  package func picture(of frame: Int) throws(RasterError) -> Image {
    guard
      let image = Image(
        size: index.size, straight: try pixels(of: frame, in: series.takeWords()), frame: frame,
        of: series)
    else { throw .outOfMemory(width: index.size.width, height: index.size.height) }
    return image
  }

  /// Returns the numbers of the frames whose data ends before their last pixel, though the file is complete otherwise.
  /// Reads all data.
  package func truncatedFrames() -> [Int] { store.withLock { $0.truncatedFrames() } }

  /// Does a part of the work after which jumps take little time: as much as a picture. In between, pictures
  /// can be had.
  ///
  /// - Returns: whether there is more.
  package func prepareJumps() -> Bool { store.withLock { $0.keepAhead() } }

  /// The pixels of a frame, row by row, as words 0xAARRGGBB with straight alpha.
  ///
  /// - Parameter words: memory for them, with any values.
  package func pixels(
    of frame: Int, in words: consuming [UInt32] = []
  ) throws(RasterError) -> [UInt32] {
    let frame = min(max(frame, 0), index.frames.count - 1)
    var pixels = words
    let failure = store.withLock { store -> RasterError? in
      do throws(RasterError) {
        try store.copyPicture(of: frame, into: &pixels)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    if convertsColors { index.colors?.conversion.apply(to: &pixels) }
    return pixels
  }
}
