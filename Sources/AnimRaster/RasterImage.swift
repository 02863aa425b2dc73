import AnimCodecs
import AnimCore

/// An image or animation from a file, for an `ImageLayer`: GIF, PNG, APNG, WebP, or JPEG.
///
/// ```swift
/// let layer = ImageLayer(try RasterImage(bytes))
/// layer.gravity = .resizeAspect
/// ```
///
/// Opening it reads the positions and delays of the frames. The pixels of a frame are decoded when it is drawn. Every
/// frame is available at any time, in bounded memory.
///
/// An image and the layers that show it belong to one thread.
public final class RasterImage: AnimatedImage {
  /// The size of all frames, with a point for each pixel, after the rotation in the EXIF data of a PNG or JPEG.
  public let size: Size
  /// The timing of the frames. Delays of at most 10 ms count as 100 ms, as in browsers.
  public let playback: Playback
  /// The sampling of frames that are scaled. Initially bilinear.
  public var sampling = ImagePaint.Sampling.bilinear
  /// The error of the first frame that couldn't be decoded, or `nil` if there was no error. Such frames aren't drawn.
  public private(set) var error: RasterError?

  private let animation: RasterAnimation
  private let path: Path
  private var shown: (frame: Int, image: Image?)?

  /// Opens a file.
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - obeysLoopCount: Whether to follow the loop count in the file and then keep showing the last frame, rather than
  ///     loop forever.
  /// - Throws: ``RasterError`` if the file has no valid image.
  public init(_ bytes: [UInt8], obeysLoopCount: Bool = false) throws(RasterError) {
    animation = try RasterAnimation(BytesInMemory(bytes))
    let index = animation.index
    size = Size(width: Double(index.size.width), height: Double(index.size.height))
    path = Path(Rect(origin: .zero, size: size))
    playback = Playback(
      animation.times(\.secondsInBrowsers), repetitions: obeysLoopCount ? index.plays : nil,
      hasSubframes: false)
  }

  /// The number of frames, at least 1.
  public var frameCount: Int { animation.index.frames.count }

  /// The duration in seconds: infinite for an animation that loops forever, and 0 for a still image.
  public var duration: Seconds { playback.duration }

  /// The first round, or `nil` if the file ends or is a still image.
  public var loop: Range<Seconds>? { playback.loop }

  /// Returns the time of the next frame, or `nil` if the last frame remains.
  public func nextChange(after time: Seconds) -> Seconds? { playback.nextChange(after: time) }

  /// Appends the frame at a time to a display list.
  public func draw(at time: Seconds, into list: inout DisplayList, transform: Transform) {
    guard let image = image(of: Int(playback.frame(at: time))) else { return }
    list.fill(path, .image(ImagePaint(image, sampling: sampling)), transform: transform)
  }

  /// Returns a frame, which is cached until another one is shown.
  private func image(of frame: Int) -> Image? {
    if let shown, shown.frame == frame { return shown.image }
    var image: Image?
    do throws(RasterError) {
      image = try animation.image(of: frame)
    } catch {
      self.error = self.error ?? error
    }
    shown = (frame, image)
    return image
  }
}
