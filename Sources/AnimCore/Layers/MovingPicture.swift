/// An image that is animated: its content is a function of time.
///
/// An ``ImageLayer`` shows any animated image, so that animations of all formats can be part of a
/// tree: an ``ImageSequence``, or a custom type that draws the contents of a file.
///
/// ```swift
/// struct Blinker: MovingPicture {
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
public protocol MovingPicture {
  /// The size in points, from the origin of the picture's own space. Neither side is zero.
  var size: Size { get }
  /// The time from which the picture stays as it is, in seconds. By default it never does.
  var duration: Seconds { get }

  /// Returns the first time after `time` at which the content changes, `time` itself while it
  /// changes continuously, or `nil` if it doesn't change again. Nothing is drawn before that time.
  /// By default, the content changes continuously until its ``duration``.
  ///
  /// An image that changes continuously at 0 is assumed to do so until its duration.
  /// - Parameter time: A time in seconds, which isn't negative.
  func nextChange(after time: Seconds) -> Seconds?

  /// Appends the picture at a time.
  /// - Parameters:
  ///   - time: in seconds, not negative.
  ///   - list: the frame.
  ///   - transform: from the picture's own space to points of the view.
  func draw(at time: Seconds, into list: inout DisplayList, transform: Transform)
}

extension MovingPicture {
  public var duration: Seconds { .infinity }

  public func nextChange(after time: Seconds) -> Seconds? { time < duration ? time : nil }
}

/// Images that are shown one after the other, such as the frames of a GIF or of a sheet of sprites.
///
/// ```swift
/// let frames = FrameTimes(rate: RefreshRate(hertz: 12), count: Double(images.count))
/// layer.picture = ImageSequence(images, playback: Playback(frames))
/// ```
public struct ImageSequence: MovingPicture, Hashable, Sendable {
  /// The images, one for each frame.
  public let images: [Image]
  /// The times at which the images are shown, without interpolation.
  public let playback: Playback
  /// The sampling of the images. The default is bilinear.
  public var sampling = ImagePaint.Sampling.bilinear
  private let path: Path

  /// Images of one size, a point for each pixel; those of another are stretched to that of the first.
  /// - Returns: nil if there is no image.
  public init?(_ images: [Image], playback: Playback) {
    guard let first = images.first else { return nil }
    self.images = images
    var playback = playback
    playback.hasSubframes = false
    self.playback = playback
    size = Size(width: Double(first.size.width), height: Double(first.size.height))
    path = Path(Rect(origin: .zero, size: size))
  }

  /// That of the first image.
  public let size: Size

  /// The duration in seconds, which is infinite unless the number of repetitions is limited.
  public var duration: Seconds { playback.duration }

  /// Returns the time of the next image, or `nil` if the last one stays.
  public func nextChange(after time: Seconds) -> Seconds? { playback.nextChange(after: time) }

  /// Appends the image of a time.
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
