/// An image whose content is a function of time.
///
/// This protocol carries animations of all formats into an ``ImageLayer`` and into pixels: an
/// ``ImageSequence`` here, `RasterImage` in AnimRaster, `LottieImage` in AnimLottie, `SVGImage` in
/// AnimSVG, or a custom type:
///
/// ```swift
/// struct Blinker: AnimatedImage {
///   let size = Size(width: 20, height: 20)
///
///   func draw(at time: Seconds, into list: inout DisplayList, transform: Transform) {
///     let isOn = time.truncatingRemainder(dividingBy: 1) < 0.5
///     list.fill(Path(ellipseIn: Rect(origin: .zero, size: size)), isOn ? .red : .gray, transform: transform)
///   }
///
///   func nextChange(after time: Seconds) -> Seconds? { ((time * 2).rounded(.down) + 1) / 2 }
/// }
/// ```
public protocol AnimatedImage {
  /// The size in points. The content extends from the origin, and neither side is zero.
  var size: Size { get }
  /// The time after which the content doesn't change, in seconds. The default is infinity.
  var duration: Seconds { get }
  /// The first iteration of an endless loop, in seconds, or `nil` if the content doesn't repeat.
  /// At the upper bound, the content continues as at the lower bound. The default is `nil`.
  var loop: Range<Seconds>? { get }

  /// Returns the first time after `time` at which the content changes, `time` itself while it
  /// changes continuously, or `nil` if it doesn't change again. Nothing is drawn before that time.
  /// By default, the content changes continuously until its ``duration``.
  ///
  /// An image that changes continuously at 0 is assumed to do so until its duration.
  /// - Parameter time: A time in seconds, which isn't negative.
  func nextChange(after time: Seconds) -> Seconds?

  /// Appends the content at a time to a display list.
  /// - Parameters:
  ///   - time: The time in seconds, which isn't negative.
  ///   - list: The display list.
  ///   - transform: The transform from the space of the image to points of the view.
  func draw(at time: Seconds, into list: inout DisplayList, transform: Transform)
}

extension AnimatedImage {
  /// Infinity.
  public var duration: Seconds { .infinity }

  /// `nil`.
  public var loop: Range<Seconds>? { nil }

  /// Returns `time` before the ``duration``, and `nil` from then on.
  public func nextChange(after time: Seconds) -> Seconds? { time < duration ? time : nil }

  /// Returns the content at a time as pixels, which are identical on every machine.
  /// - Parameters:
  ///   - time: The time in seconds. Negative times count as 0.
  ///   - pixelSize: The size in pixels, to which the content is stretched.
  ///   - background: The colour behind the content. If it is opaque, the result is opaque.
  public func pixels(
    at time: Seconds, size pixelSize: PixelSize, background: Color = .clear
  ) -> PixelImage {
    let transform = Transform(
      scaleX: Double(pixelSize.width) / size.width, y: Double(pixelSize.height) / size.height)
    var list = DisplayList(size: pixelSize, background: background)
    draw(at: max(time, 0), into: &list, transform: transform)
    let image = PixelImage(size: pixelSize, isOpaque: background.alpha == 255)
    Rasterizer().paint(list, into: image)
    return image
  }
}

/// Images that are shown one after the other, such as the frames of a GIF or of a sheet of sprites.
///
/// ```swift
/// let frames = FrameTimes(rate: RefreshRate(hertz: 12), count: Double(images.count))
/// layer.animatedImage = ImageSequence(images, playback: Playback(frames))
/// ```
public struct ImageSequence: AnimatedImage, Hashable, Sendable {
  /// The images, one for each frame.
  public let images: [Image]
  /// The times at which the images are shown, without interpolation.
  public let playback: Playback
  /// The sampling of the images. The default is bilinear.
  public var sampling = ImagePaint.Sampling.bilinear
  private let path: Path

  /// Creates a sequence, or returns `nil` without images.
  ///
  /// The size is that of the first image, with a point for each pixel. Other images are stretched to it.
  public init?(_ images: [Image], playback: Playback) {
    guard let first = images.first else { return nil }
    self.images = images
    var playback = playback
    playback.hasSubframes = false
    self.playback = playback
    size = Size(width: Double(first.size.width), height: Double(first.size.height))
    path = Path(Rect(origin: .zero, size: size))
  }

  /// The size of the first image, with a point for each pixel.
  public let size: Size

  /// The duration in seconds, which is infinite unless the number of repetitions is limited.
  public var duration: Seconds { playback.duration }

  /// The first round, or `nil` if the number of repetitions is limited.
  public var loop: Range<Seconds>? { playback.loop }

  /// Returns the time of the next image, or `nil` if the last one stays.
  public func nextChange(after time: Seconds) -> Seconds? { playback.nextChange(after: time) }

  /// Appends the image at a time to a display list.
  public func draw(at time: Seconds, into list: inout DisplayList, transform: Transform) {
    let frame = playback.frame(at: time)
    let image = images[min(max(Int(clamping: frame), 0), images.count - 1)]
    let paint = ImagePaint(
      image, sampling: sampling,
      transform: Transform(
        scaleX: size.width / Double(image.size.width), y: size.height / Double(image.size.height)))
    list.fill(path, .image(paint), transform: transform)
  }
}

extension Int {
  /// Creates the largest whole number that isn't above a value. Values out of range are clamped,
  /// and NaN becomes 0.
  fileprivate init(clamping value: Double) {
    self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value.rounded(.down), -1e15), 1e15))
  }
}
