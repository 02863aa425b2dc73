/// A picture that moves by itself: what it shows is a function of a time.
///
/// An ``ImageLayer`` shows any, so that an animation of any format can be part of a tree: an ``ImageSequence``, or a type
/// of your own that draws what it has read from a file.
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

  /// When another picture is due, so that nothing has to be drawn before: the first time after `time` at which the picture is
  /// another one, `time` itself while it changes all the time, and nil if it stays as it is. By default, it changes all
  /// the time until its ``duration``.
  ///
  /// A picture that changes all the time at 0 is taken to do so until its duration.
  /// - Parameter time: in seconds, not negative.
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
  /// When each is shown, without anything between two images.
  public let playback: Playback
  /// How the images are sampled. Initially bilinear.
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

  /// Infinite, unless the images are shown so many times.
  public var duration: Seconds { playback.duration }

  /// When the next image is due; nil if the last one stays.
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
  /// The whole number below; the nearest one that there is, and 0 for NaN.
  fileprivate init(clamping value: Double) {
    self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value.rounded(.down), -1e15), 1e15))
  }
}
