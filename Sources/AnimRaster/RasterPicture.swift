import AnimCore

/// A picture or an animation from a file, for an `ImageLayer`: GIF, PNG with frames or without, WebP, or JPEG.
///
/// ```swift
/// let layer = ImageLayer(try RasterPicture(bytes))
/// layer.gravity = .resizeAspect
/// ```
///
/// Opening it reads where the frames are and how long each is shown; the pixels of a frame are decoded when it is drawn.
/// Any is there at any time, whichever was shown before, in memory that does not grow with their number.
///
/// A picture and the layers that show it belong to one thread.
public final class RasterPicture: MovingPicture {
  /// The size of all frames, a point for each pixel, turned as the EXIF data of a PNG or JPEG says.
  public let size: Size
  /// When each frame is shown. Delays of at most 10 ms count as 100 ms, as in browsers.
  public let playback: Playback
  /// How the frames are sampled where they are not shown at their own size. Initially bilinear.
  public var sampling = ImagePaint.Sampling.bilinear
  /// Why the first frame that could not be decoded is missing; nil if all that were drawn could be. A frame that is
  /// missing is not drawn.
  public private(set) var error: RasterError?

  private let animation: RasterAnimation
  private let path: Path
  private var shown: (frame: Int, image: Image?)?

  /// Opens a file.
  /// - Parameters:
  ///   - bytes: all bytes of the file.
  ///   - obeysLoopCount: whether it is played as often as the file says, and then shows its last frame; if not, without
  ///     end.
  /// - Throws: ``RasterError``, which says why there is no picture in it.
  public init(_ bytes: [UInt8], obeysLoopCount: Bool = false) throws(RasterError) {
    animation = try RasterAnimation(BytesInMemory(bytes))
    let index = animation.index
    size = Size(width: Double(index.size.width), height: Double(index.size.height))
    path = Path(Rect(origin: .zero, size: size))
    playback = Playback(
      index.times(\.secondsInBrowsers), repetitions: obeysLoopCount ? index.plays : nil,
      hasSubframes: false)
  }

  /// The number of frames, at least 1.
  public var frameCount: Int { animation.index.frames.count }

  /// Infinite, unless it is played so many times; 0 for a picture that does not move.
  public var duration: Seconds { playback.duration }

  /// When the next frame is due; nil if the last one stays.
  public func nextChange(after time: Seconds) -> Seconds? { playback.nextChange(after: time) }

  /// Appends the frame of a time.
  public func draw(at time: Seconds, into list: inout DisplayList, transform: Transform) {
    guard let image = image(of: Int(playback.frame(at: time))) else { return }
    list.fill(path, .image(ImagePaint(image, sampling: sampling)), transform: transform)
  }

  /// A frame, from memory if it was the last one shown.
  private func image(of frame: Int) -> Image? {
    if let shown, shown.frame == frame { return shown.image }
    var image: Image?
    do throws(RasterError) {
      image = try animation.picture(of: frame)
    } catch {
      self.error = self.error ?? error
    }
    shown = (frame, image)
    return image
  }
}
