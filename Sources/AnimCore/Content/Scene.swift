/// What moves: a picture that follows a frame source and draws into a display list.
///
/// A scene is a function of time. What it draws after ``update(to:)`` depends on that time, on its
/// configuration and on its layout, but not on earlier frames: stepping through any times and
/// seeking straight to the last of them give the same list.
///
/// Some scenes are endless and as smooth as the display; others, such as an animation from a file,
/// consist of frames and have an end. All say so by ``frameRate`` and ``frameRange``, so that a
/// window, a film and a test can treat them alike. Whatever a scene does not say is the default:
/// it has any size, no frame rate and no end.
public protocol Scene: AnyObject {
  /// The size for which the scene was made, in points; nil if it suits any.
  var naturalSize: Size? { get }

  /// Where the picture of ``naturalSize`` lies in a view of `size`, both in points; the whole view if
  /// the scene has no such size.
  func contentRect(in size: Size) -> Rect

  /// The rate of the scene's own frames; nil if it has none, and is drawn at whatever rate it is
  /// shown. Frames of such a scene are counted at ``RefreshRate/assumed``.
  var frameRate: RefreshRate? { get }

  /// The frames that are played, of which the upper bound is not shown; never empty. Nil if the
  /// scene is endless. Frames are counted from 0, so that a part of a scene begins with another.
  var frameRange: Range<Double>? { get }

  /// How many frames are shown when ``frameRange`` is played once: more than it has where they are
  /// played forth and back. Nil for as many as it has.
  var playedFrameCount: Double? { get }

  /// How many frames there are, with those outside ``frameRange``; nil if the scene is endless.
  var frameCount: Double? { get }

  /// The frames that are marked on a time line, in any order.
  var markers: [SceneMarker] { get }

  /// Whether pictures between whole frames differ from these.
  var hasSubframes: Bool { get }

  /// Lays the scene out for a view of `size` points. Called before the first drawing and after
  /// every change of size.
  func layout(in size: Size)

  /// Sets the state for `time`, in seconds since the scene's start, forwards or backwards.
  func update(to time: Seconds)

  /// Sets the state for exactly this frame, without going through a time, which would be rounded.
  /// The frame may lie outside ``frameRange``; it is clamped to the frames that there are.
  func show(frame: Double)

  /// The frame that is shown at `time` seconds since the start.
  func frame(at time: Seconds) -> Double

  /// The frame that is shown after `count` frames were played since the start, exactly, where
  /// ``frame(at:)`` may have to make good for a rounded time. Below the end, it is that frame of
  /// ``frameRange``; then the scene has begun again, or stays at its last frame.
  func frame(afterPlaying count: Double) -> Double

  /// When a frame is first shown, in seconds since the start. The frame is clamped to
  /// ``frameRange``.
  func time(of frame: Double) -> Seconds

  /// Follows `source` with display links of the scene's own, which call ``update(to:)`` in each
  /// frame. After a seek it is called again, since animations that had ended may not have ended at
  /// the new time.
  func start(on source: FrameSource)

  /// Appends the picture of the current state, in points of the layout.
  func draw(into list: inout DisplayList)

  /// What was left out of the pictures drawn so far, of the earliest frame; nil if they are whole.
  var omission: SceneOmission? { get }
}

extension Scene {
  public var naturalSize: Size? { nil }
  public var frameRate: RefreshRate? { nil }
  public var frameRange: Range<Double>? { nil }
  public var playedFrameCount: Double? { nil }
  public var frameCount: Double? { nil }
  public var markers: [SceneMarker] { [] }
  public var hasSubframes: Bool { true }
  public var omission: SceneOmission? { nil }

  /// As large as possible without leaving the view, in its middle.
  public func contentRect(in size: Size) -> Rect {
    guard let natural = naturalSize, natural.width > 0, natural.height > 0 else {
      return Rect(x: 0, y: 0, width: size.width, height: size.height)
    }
    let scale = min(size.width / natural.width, size.height / natural.height)
    let (width, height) = (natural.width * scale, natural.height * scale)
    return Rect(
      x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
  }

  public func show(frame: Double) { update(to: time(of: frame)) }

  public func frame(at time: Seconds) -> Double {
    max(time, 0) * (frameRate ?? .assumed).hertz
  }

  public func frame(afterPlaying count: Double) -> Double { max(count, 0) }

  public func time(of frame: Double) -> Seconds {
    max(frame, 0) / (frameRate ?? .assumed).hertz
  }
}

extension RefreshRate {
  /// The rate that is assumed where there is none, such as to count the frames of a ``Scene``
  /// without a ``Scene/frameRate``: 60 Hz.
  public static let assumed = RefreshRate(hertz: 60)
}
