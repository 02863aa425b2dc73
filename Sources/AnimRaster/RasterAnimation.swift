import AnimCodecs
import AnimCore

#if os(Linux)
  import Synchronization
#endif

/// An animation or still image in a file: GIF, PNG, APNG, WebP, or JPEG.
///
/// Opening it reads the positions and delays of the frames, but no pixels. The pixels of a frame depend only on the
/// file and the frame number.
package final class RasterAnimation: RasterSource {
  package let index: RasterIndex
  private let store: Mutex<FrameStore>
  package let series: ImageSeries
  /// Whether colours are converted to sRGB.
  private let convertsColors: Bool

  /// The maximum size of all checkpoints, in bytes.
  package static let defaultCheckpointBudget = 24 << 20

  /// Opens an animation.
  ///
  /// - Parameter checkpointBudget: The maximum memory, in bytes, for making jumps faster; see ``FrameStore``.
  /// - Parameter convertsColors: Whether to convert the colours of the file to sRGB, rather than show the stored
  ///   values.
  /// - Throws: The reason why the file has no valid image.
  package init(
    _ bytes: any RasterBytes, checkpointBudget: Int = defaultCheckpointBudget,
    convertsColors: Bool = true
  ) throws(RasterError) {
    let index: RasterIndex
    do throws(CodecError) {
      index = try RasterIndex(bytes)
      if index.frames.count > 1 { try index.canvas.check(limit: RasterLimits.maximumMovingArea) }
    } catch {
      throw RasterError(error)
    }
    self.index = index
    self.convertsColors = convertsColors
    series = ImageSeries { index.difference($0, $1) }
    store = Mutex(FrameStore(index, bytes, budget: checkpointBudget))
  }

  /// Returns the contents of a file.
  package static func index(of bytes: any RasterBytes) throws(RasterError) -> RasterIndex {
    do throws(CodecError) {
      return try RasterIndex(bytes)
    } catch {
      throw RasterError(error)
    }
  }

  package var size: PixelSize { index.size }
  package var delays: [FrameDelay] { index.frames.map { $0.delay } }
  package var isAnimation: Bool { index.isAnimation }
  package var isOpaque: Bool {
    index.frames.first.map { $0.isOpaque && $0.area.covers(index.canvas) } ?? false
  }

  /// Returns the numbers of the frames whose data ends before their last pixel, though the file is complete otherwise.
  /// Reads all data.
  package func truncatedFrames() -> [Int] { store.withLock { $0.truncatedFrames() } }

  /// A diagnostic about truncated frames, or `nil` if all frames are complete. Reads all data.
  package var truncation: Diagnostic? {
    let frames = truncatedFrames()
    guard let first = frames.first else { return nil }
    let object =
      !index.isAnimation
      ? "the image" : frames.count == 1 ? "frame \(first)" : "\(frames.count) frames"
    return Diagnostic(
      code: RasterCode.truncated.rawValue, .invalid,
      "the file is truncated: the data of \(object) is incomplete")
  }

  /// Does a part of the work that makes later jumps fast, about as much as drawing one frame. Frames can be requested
  /// in between.
  ///
  /// - Returns: Whether more work remains.
  package func prepareJumps() -> Bool { store.withLock { $0.keepAhead() } }

  package func pixels(
    of frame: Int, in words: consuming [UInt32] = []
  ) throws(RasterError) -> [UInt32] {
    let frame = min(max(frame, 0), index.frames.count - 1)
    var pixels = words
    let failure = store.withLock { store -> CodecError? in
      do throws(CodecError) {
        try store.copyImage(of: frame, into: &pixels)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw RasterError(failure) }
    if convertsColors { index.colors?.conversion.apply(to: &pixels) }
    return pixels
  }
}
