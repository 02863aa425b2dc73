import AnimCore

/// How an animation is repeated, and which part of it.
struct Repetition: Hashable {
  enum Mode: Hashable, CaseIterable {
    /// From its start, again and again.
    case loop
    /// Forwards and backwards by turns.
    case backAndForth
    /// Once, and then its last frame stays.
    case once

    var name: String {
      switch self {
      case .loop: "loop"
      case .backAndForth: "back and forth"
      case .once: "once"
      }
    }

    var next: Mode {
      let all = Self.allCases
      return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
  }

  var mode = Mode.loop
  /// The frame that begins the part that is repeated; nil for the animation's first.
  var start: Double?
  /// The frame that ends the part, which is not shown; nil for the animation's end.
  var end: Double?

  /// Whether a part of the animation is repeated, rather than all of it.
  var hasPart: Bool { start != nil && end != nil }
}

/// A scene with an end, repeated in another way than it repeats itself: a part of it, back and forth,
/// or once.
///
/// Its time is mapped to that of the scene, so it is a function of time like any other.
final class LoopedScene: LinkedScene {
  private let scene: any Scene
  private let repetition: Repetition
  /// The part that is shown, in seconds since the start of the scene.
  private let start: Seconds
  private let length: Seconds
  var link: DisplayLink?

  /// A moment before the end, at which the last picture is shown. Longer than the rounding of a time
  /// to nanoseconds, and shorter than any frame.
  private static let moment = 1e-6

  /// - Parameter scene: a scene with an end; an endless one is shown as it is.
  init(_ scene: any Scene, _ repetition: Repetition) {
    self.scene = scene
    self.repetition = repetition
    let frames = scene.frameRange ?? 0..<1
    let rate = (scene.frameRate ?? .assumed).hertz
    let first = max(repetition.hasPart ? repetition.start ?? 0 : 0, frames.lowerBound)
    let last = min(
      repetition.hasPart ? repetition.end ?? .infinity : .infinity, frames.upperBound)
    start = (min(first, last) - frames.lowerBound) / rate
    length = max(last - first, 1e-3) / rate
  }

  /// The time of the scene that is shown at a time of this one.
  private func time(at time: Seconds) -> Seconds {
    let time = max(time.isFinite ? time : 0, 0)
    let offset =
      switch repetition.mode {
      case .loop: time - (time / length).rounded(.down) * length
      case .backAndForth: backAndForth(time)
      case .once: time
      }
    return start + min(max(offset, 0), length - Self.moment)
  }

  private func backAndForth(_ time: Seconds) -> Seconds {
    let phase = time - (time / (2 * length)).rounded(.down) * 2 * length
    // Backwards, the end of a frame comes first; the frame, not the one after it, is shown there.
    return phase < length ? phase : 2 * length - phase - Self.moment
  }

  func layout(in size: Size) { scene.layout(in: size) }
  func contentRect(in size: Size) -> Rect { scene.contentRect(in: size) }
  func update(to time: Seconds) { scene.update(to: self.time(at: time)) }
  func show(frame: Double) { scene.show(frame: frame) }
  func draw(into list: inout DisplayList) { scene.draw(into: &list) }
  func frame(at time: Seconds) -> Double { scene.frame(at: self.time(at: time)) }

  /// In the first repetition, forwards; that of the nearest frame if the frame is not shown.
  func time(of frame: Double) -> Seconds {
    let time = scene.time(of: frame)
    return min(max(time - start, 0), length - Self.moment)
  }

  var naturalSize: Size? { scene.naturalSize }
  var frameRate: RefreshRate? { scene.frameRate }
  var frameRange: Range<Double>? { scene.frameRange }
  var frameCount: Double? { scene.frameCount }
  var markers: [SceneMarker] { scene.markers }
  var hasSubframes: Bool { scene.hasSubframes }
  var omission: SceneOmission? { scene.omission }

  func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    let time = frame.targetTimestamp.seconds
    update(to: time)
    if repetition.mode == .once, time >= length {
      link.isPaused = true
    } else if !hasSubframes {
      let rate = (frameRate ?? .assumed).hertz
      link.pause(until: Timestamp(seconds: ((time * rate + 1e-3).rounded(.down) + 1) / rate))
    }
  }
}
