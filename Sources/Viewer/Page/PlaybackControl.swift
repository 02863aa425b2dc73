import AnimCore
import FramePacing
import LinuxSystem
import PlainText

/// The repetition of an animation or a part of it.
struct Repetition: Hashable {
  enum Mode: Hashable, CaseIterable {
    /// Plays repeatedly from the start.
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
  /// The first frame of the repeated part, or `nil` for the animation's first.
  var start: Double?
  /// The frame after the repeated part, or `nil` for the animation's end.
  var end: Double?

  /// Returns the playback of an animation with these changes.
  func applied(to filePlayback: Playback) -> Playback {
    var playback = filePlayback
    if let start, let end {
      let first = max(start, filePlayback.range.lowerBound)
      playback.range = first..<max(min(end, filePlayback.range.upperBound), first)
    }
    playback.repetitions = mode == .once ? 1 : nil
    if mode == .backAndForth {
      playback.mode = filePlayback.mode.beginsAtEnd ? .reverseBounce : .bounce
    }
    return playback
  }
}

/// The user's control over the time of an item: the timeline, the repeated part and its order, and
/// the speed.
struct PlaybackControl {
  /// The pointer's interaction with the timeline.
  var timeline = TimelineControl()
  /// The constant contents of the timeline, or `nil` for an endless scene.
  private(set) var content: TimelineContent?
  /// The item's own playback, or `nil` for an endless scene.
  private var filePlayback: Playback?
  /// The playback that the user has chosen, or `nil` for an endless scene.
  private(set) var chosen: Playback?
  /// The current repetition.
  private var repetition: Repetition
  /// The default repetition of animations.
  private let defaultMode: Repetition.Mode
  /// Seconds of scene time per second.
  private(set) var speed: Double
  /// The speed and the repetition, if they are unusual, for the timeline.
  private var note = ""

  /// - Parameters:
  ///   - scene: The item's.
  ///   - loops: Whether animations repeat themselves.
  ///   - speed: Seconds of scene time per second.
  init(of scene: any Scene, loops: Bool, speed: Double) {
    content = TimelineContent(of: scene.playback)
    filePlayback = scene.playback
    chosen = filePlayback
    defaultMode = loops ? .loop : .once
    repetition = Repetition(mode: defaultMode)
    self.speed = speed
    updateNote()
  }

  /// The distance of a key's seek in seconds: a tenth of an animation, in whole frames if it has a
  /// frame rate, at least one, but no more than in an endless scene.
  var seekStep: Seconds {
    guard let filePlayback else { return Self.longestStep }
    guard let rate = filePlayback.frameRate?.hertz else {
      return min(filePlayback.rangeDuration / 10, Self.longestStep)
    }
    let step = ((filePlayback.range.upperBound - filePlayback.range.lowerBound) / 10).rounded()
    return min(max(step, 1) / rate, Self.longestStep)
  }

  private static let longestStep: Seconds = 5
}

// User actions.
extension PlaybackControl {
  mutating func setSpeed(_ speed: Double) {
    self.speed = speed
    updateNote()
  }

  /// Sets the start of the repeated part, then its end, and then repeats everything again.
  ///
  /// - Parameter frame: The frame that is shown.
  /// - Returns: A message, and whether the playback of the item has changed.
  mutating func setRepeatedPart(at frame: Double) -> (message: String, isOther: Bool) {
    let frame = frame.rounded(.down)
    switch (repetition.start, repetition.end) {
    case (nil, _):
      repetition.start = frame
      return (
        "repeating from frame \(wholeText(frame + 1)); choose the last frame", false
      )
    case (let start?, nil):
      let (first, last) = (min(start, frame), max(start, frame))
      (repetition.start, repetition.end) = (first, last + 1)
      choose()
      return ("repeat frames \(wholeText(first + 1)) to \(wholeText(last + 1))", true)
    default:
      repeatAll()
      choose()
      return ("repeat all frames", true)
    }
  }

  /// Plays in the next order.
  ///
  /// - Returns: The name of the order.
  mutating func turnRepetition() -> String {
    repetition.mode = repetition.mode.next
    choose()
    return repetition.mode.name
  }

  /// Whether a part is repeated, or its first frame is set.
  var repeatsPart: Bool { repetition.start != nil }

  /// Plays all frames again, rather than a part of them.
  mutating func repeatAll() { (repetition.start, repetition.end) = (nil, nil) }
}

// Effects on the scene and its timeline.
extension PlaybackControl {
  /// Shows another scene, or another version of the current one. The repeated part is kept as far
  /// as it exists.
  mutating func show(_ scene: any Scene) {
    content = TimelineContent(of: scene.playback)
    filePlayback = scene.playback
    if let start = repetition.start, filePlayback.map({ start >= $0.range.upperBound }) ?? true {
      repeatAll()
    }
    choose()
  }

  private mutating func choose() {
    updateNote()
    // The file's own settings, such as playing twice, apply until the user changes them.
    let isOwn = repetition == Repetition(mode: defaultMode, start: repetition.start)
    chosen = isOwn ? filePlayback : filePlayback.map(repetition.applied(to:))
  }

  /// Returns the time at which the frame at a position of the timeline, 0...1, is first shown, or
  /// zero for an endless scene.
  func time(atProgress progress: Double) -> Timestamp {
    guard let filePlayback, let chosen else { return .zero }
    return chosen.time(of: filePlayback.frame(atProgress: progress))
  }

  private mutating func updateNote() {
    let speed = speed == 1 ? "" : "\(decimalText(speed, places: 2))×"
    let mode = repetition.mode == .loop ? "" : repetition.mode.name
    note = speed.isEmpty || mode.isEmpty ? speed + mode : "\(speed), \(mode)"
  }

  /// Returns the timeline at a frame, or `nil` for an endless scene.
  ///
  /// - Parameter isPaused: Whether nothing moves until the user wants it.
  func bar(at frame: Double, isPaused: Bool) -> TimelineBar? {
    guard let content, let filePlayback else { return nil }
    var bar = TimelineBar(content, progress: filePlayback.progress(of: frame))
    bar.frame = frame
    bar.time = filePlayback.time(of: frame).seconds
    // While it is dragged, it isn't the user who paused.
    bar.isPaused = timeline.isScrubbing ? !timeline.resumes : isPaused
    bar.note = note
    if let start = repetition.start {
      bar.repeated = (
        filePlayback.progress(of: start), repetition.end.map(filePlayback.progress(of:))
      )
    }
    if let hovered = timeline.hovered {
      bar.preview = TimelineBar.Preview(
        progress: hovered,
        time: filePlayback.time(of: filePlayback.frame(atProgress: hovered)).seconds)
    }
    return bar
  }
}
