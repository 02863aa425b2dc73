/// What moves: a picture that follows a frame source and draws into a display list.
///
/// A scene is a function of time. What it draws after ``update(to:)`` depends on that time, on its
/// configuration and on its layout, but not on earlier frames: stepping through any times and
/// seeking straight to the last of them give the same list.
///
/// Some scenes are endless and as smooth as the display; others, such as an animation from a file,
/// consist of frames and have an end. These say so by their ``playback``, so that a window, a film and
/// a test can treat them alike. Whatever a scene does not say is the default: it has any size and no
/// end.
public protocol Scene: AnyObject {
  /// The size for which the scene was made, in points; nil if it suits any.
  var naturalSize: Size? { get }

  /// The frames of the scene and how they are played; nil if it is endless, and is drawn at whatever
  /// rate it is shown.
  ///
  /// Another value plays the same frames otherwise, such as a part of them or back and forth, from the
  /// next ``update(to:)`` and ``start(on:)`` on. A scene without frames ignores it.
  var playback: Playback? { get set }

  /// Lays the scene out for a view of `size` points. Called before the first drawing and after
  /// every change of size.
  func layout(in size: Size)

  /// Sets the state for `time`, in seconds since the scene's start, forwards or backwards.
  func update(to time: Seconds)

  /// Sets the state for exactly this frame, without going through a time, which would be rounded.
  /// The frame need not be among those that are played; it is clamped to the frames that there are.
  func show(frame: Double)

  /// Follows `source` with display links of the scene's own, which call ``update(to:)`` in each
  /// frame. After a seek it is called again, since animations that had ended may not have ended at
  /// the new time.
  func start(on source: FrameSource)

  /// Appends the picture of the current state, in points of the layout.
  func draw(into list: inout DisplayList)
}

extension Scene {
  public var naturalSize: Size? { nil }
  public var playback: Playback? {
    get { nil }
    set {}
  }

  public func show(frame: Double) { update(to: time(of: Fraction(frame)).seconds) }
}

/// A scene whose frames only count its time, which goes on after the last of them: nothing is played
/// again, and there need not be an end.
package protocol CountedScene: Scene {
  /// The rate at which time is counted.
  var frameRate: RefreshRate { get }
}

/// A scene that may leave something out of its pictures.
package protocol PartialScene: Scene {
  /// What was left out of the pictures drawn so far, of the earliest frame; nil if they are whole.
  var omission: SceneOmission? { get }
}

// What follows for any scene, with frames or without.
extension Scene {
  /// What was left out of the pictures drawn so far, of the earliest frame; nil if they are whole.
  package var omission: SceneOmission? { (self as? any PartialScene)?.omission }

  /// The rate at which the scene counts time, if it does.
  package var countedRate: RefreshRate? { (self as? any CountedScene)?.frameRate }

  /// The rate of a film that shows all frames of the scene; nil if it has none, or if they begin at
  /// times which no film has.
  package var filmRate: RefreshRate? { playback?.commonRate ?? countedRate }

  /// The frame that is shown at a time since the start. Without frames, time is counted.
  package func frame(at time: Timestamp) -> Double {
    if countedRate == nil, let playback { return playback.frame(at: time) }
    return max(time, .zero).seconds * (countedRate ?? .assumed).hertz
  }

  /// When a frame is first shown.
  ///
  /// - Parameter rate: the rate at which frames are counted if the scene does not say it.
  package func time(of frame: Fraction, at rate: RefreshRate = .assumed) -> Timestamp {
    if countedRate == nil, let playback { return playback.time(of: frame) }
    return (max(frame, 0) / Fraction(countedRate ?? rate)).timestamp
  }
}
