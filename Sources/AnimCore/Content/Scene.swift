/// An animated scene that follows a frame source and draws into a display list.
///
/// A scene is a function of time. What it draws after ``update(to:)`` depends on that time, on its
/// configuration and on its layout, but not on earlier frames. Stepping to a time and seeking to it
/// give the same list.
///
/// Some scenes are endless and drawn at the rate of the display. Other scenes, such as animations
/// from files, consist of frames and have an end. Their ``playback`` describes this, so that windows,
/// videos and tests can treat them alike. By default, a scene has any size and no end.
public protocol Scene: AnyObject {
  /// The size for which the scene was designed, in points, or `nil` if it suits any size.
  var naturalSize: Size? { get }

  /// The frames of the scene and their playback, or `nil` if the scene is endless and drawn at the
  /// rate of the display.
  ///
  /// Set another value to play the same frames differently, for example only a part of them or back
  /// and forth. It takes effect with the next ``update(to:)`` and ``start(on:)``. A scene without
  /// frames ignores it.
  var playback: Playback? { get set }

  /// Lays the scene out for a view of `size` points. Called before the first drawing and after
  /// every change of size.
  func layout(in size: Size)

  /// Sets the state for `time`, in seconds since the scene's start, forwards or backwards.
  func update(to time: Seconds)

  /// Sets the state for exactly this frame, without rounding a time. The frame doesn't have to be
  /// in the range that is played. It is clamped to the existing frames.
  func show(frame: Double)

  /// Follows `source` with display links of the scene's own, which call ``update(to:)`` in each
  /// frame. After a seek it is called again, since animations that had ended may not have ended at
  /// the new time.
  func start(on source: FrameSource)

  /// Appends the image of the current state, in points of the layout.
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

/// A scene that only numbers its time by frames. Time continues after the last frame: nothing is
/// repeated, and there may be no end.
package protocol CountedScene: Scene {
  /// The rate at which time is counted.
  var frameRate: RefreshRate { get }
}

/// A scene that may leave something out of its images.
package protocol PartialScene: Scene {
  /// The omission of the earliest frame drawn so far, or `nil` if all frames were complete.
  var omission: SceneOmission? { get }
}

/// A scene that repeats after an introduction.
package protocol LoopingScene: Scene {
  /// The part that repeats as the scene is played, or `nil` if it doesn't repeat.
  var loop: SceneLoop? { get }
}

/// The part of a scene that repeats forever.
package struct SceneLoop: Hashable, Sendable {
  /// The time at which the loop is first entered, in seconds.
  package let start: Fraction
  /// The duration of the loop in seconds, above 0.
  package let period: Fraction

  package init(start: Fraction, period: Fraction) {
    self.start = start
    self.period = period
  }

  /// Returns the time before the end of the first round that shows the same as a given time.
  package func firstTime(showing time: Fraction) -> Fraction {
    guard time >= start + period else { return time }
    return time - Fraction(((time - start) / period).floor) * period
  }
}

// Derived properties of all scenes, with or without frames.
extension Scene {
  /// The omission of the earliest frame drawn so far, or `nil` if all frames were complete.
  package var omission: SceneOmission? { (self as? any PartialScene)?.omission }

  /// The part that repeats as the scene is played, or `nil` if it doesn't repeat.
  package var loop: SceneLoop? { (self as? any LoopingScene)?.loop }

  /// The rate at which the scene counts time, if it does.
  package var countedRate: RefreshRate? { (self as? any CountedScene)?.frameRate }

  /// The rate of a video that shows all frames of the scene, or `nil` if the scene has no frames or
  /// no video has frames at their times.
  package var videoRate: RefreshRate? { playback?.commonRate ?? countedRate }

  /// Returns the frame that is shown at a time since the start. Without frames, time is counted.
  package func frame(at time: Timestamp) -> Double {
    if countedRate == nil, let playback { return playback.frame(at: time) }
    return max(time, .zero).seconds * (countedRate ?? .assumed).hertz
  }

  /// Returns the time at which a frame is first shown.
  ///
  /// - Parameter rate: The frame rate for scenes without their own.
  package func time(of frame: Fraction, at rate: RefreshRate = .assumed) -> Timestamp {
    if countedRate == nil, let playback { return playback.time(of: frame) }
    return (max(frame, 0) / Fraction(countedRate ?? rate)).timestamp
  }
}
