import AnimCore
import FramePacing
import LinuxSystem

/// What the user does to the time of an item: the timeline, the part that is repeated and in which
/// order, and the speed.
struct PlaybackControl {
  /// What the pointer does to the timeline.
  var timeline = TimelineControl()
  /// What the timeline shows of the item at any time; nil for an endless scene.
  private(set) var content: TimelineContent?
  /// How the animation is repeated, and how it repeats itself.
  private var repetition: Repetition
  private let ownRepetition: Repetition
  /// Seconds of scene time per second.
  private var speed: Double
  /// The speed and the repetition, if they are unusual, for the timeline.
  private var note = ""

  /// - Parameters:
  ///   - scene: the item's.
  ///   - loops: whether animations repeat themselves.
  ///   - speed: seconds of scene time per second.
  init(of scene: any Scene, loops: Bool, speed: Double) {
    content = TimelineContent(of: scene)
    ownRepetition = Repetition(mode: loops ? .loop : .once)
    repetition = ownRepetition
    self.speed = speed
    updateNote()
  }

  /// How far a key seeks in a scene, in seconds: a tenth of an animation in whole frames, at least
  /// one, but no more than in an endless scene.
  static func seekStep(in scene: any Scene) -> Seconds {
    guard let frames = scene.frameRange else { return longestStep }
    let rate = (scene.frameRate ?? .assumed).hertz
    let step = ((frames.upperBound - frames.lowerBound) / 10).rounded()
    return min(max(step, 1) / rate, longestStep)
  }

  private static let longestStep: Seconds = 5
}

// What the user does.
extension PlaybackControl {
  mutating func setSpeed(_ speed: Double) {
    self.speed = speed
    updateNote()
  }

  /// Sets where the repeated part begins, then where it ends, and then repeats all again.
  ///
  /// - Parameter frame: the frame that is shown.
  /// - Returns: what was done, in words, and whether ``repeated(_:)`` is now another scene.
  mutating func setRepeatedPart(at frame: Double) -> (message: String, isOther: Bool) {
    let frame = frame.rounded(.down)
    switch (repetition.start, repetition.end) {
    case (nil, _):
      repetition.start = frame
      return ("repeat from frame \(wholeText(frame)), to", false)
    case (let start?, nil):
      let (first, last) = (min(start, frame), max(start, frame))
      (repetition.start, repetition.end) = (first, last + 1)
      return ("repeat frames \(wholeText(first)) to \(wholeText(last))", true)
    default:
      repeatAll()
      return ("repeat all frames", true)
    }
  }

  /// Plays in the next order.
  ///
  /// - Returns: which it is, in words.
  mutating func turnRepetition() -> String {
    repetition.mode = repetition.mode.next
    return repetition.mode.name
  }

  private mutating func repeatAll() { (repetition.start, repetition.end) = (nil, nil) }
}

// What follows for the scene and its timeline.
extension PlaybackControl {
  /// Another item's scene is shown, all of it.
  ///
  /// - Returns: the scene to run.
  mutating func show(_ scene: any Scene) -> any Scene {
    content = TimelineContent(of: scene)
    repeatAll()
    return repeated(scene)
  }

  /// The scene as it is to be repeated; itself where it repeats itself so.
  mutating func repeated(_ scene: any Scene) -> any Scene {
    updateNote()
    let isOwn = !repetition.hasPart && repetition.mode == ownRepetition.mode
    return isOwn || scene.frameRange == nil ? scene : LoopedScene(scene, repetition)
  }

  private mutating func updateNote() {
    let speed = speed == 1 ? "" : "\(decimalText(speed, places: 2))×"
    let mode = repetition.mode == .loop ? "" : repetition.mode.name
    note = speed.isEmpty || mode.isEmpty ? speed + mode : "\(speed), \(mode)"
  }

  /// The timeline at a frame; nil for an endless scene.
  ///
  /// - Parameters:
  ///   - scene: the item's, which is not repeated in another way.
  ///   - isPaused: whether scene time is paused.
  func bar(of scene: any Scene, at frame: Double, isPaused: Bool) -> TimelineBar? {
    guard let content else { return nil }
    var bar = TimelineBar(content, progress: content.progress(of: frame))
    bar.frame = frame
    bar.time = scene.time(of: frame)
    // While it is dragged, it is not the user who paused.
    bar.isPaused = timeline.isScrubbing ? !timeline.resumes : isPaused
    bar.note = note
    if let start = repetition.start {
      bar.repeated = (content.progress(of: start), repetition.end.map(content.progress(of:)))
    }
    if let hovered = timeline.hovered {
      bar.preview = TimelineBar.Preview(
        progress: hovered, time: scene.time(atProgress: hovered).seconds)
    }
    return bar
  }
}
