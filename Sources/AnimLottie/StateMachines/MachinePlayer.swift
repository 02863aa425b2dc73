import AnimCore

/// The playback of a state machine's animations: the current frame, and whether it advances. It is
/// a value without a clock that knows the lengths of animations but doesn't draw them.
///
/// A frame is a number from 0 to the last frame. Unlike in a ``LottieScene``, the last frame is the
/// end: it isn't shown longer than others, and playback stops there or restarts with the next tick.
/// A ``Playback`` computes the frames in between.
struct MachinePlayer: Sendable, Hashable {
  /// The player's data about an animation.
  struct Clip: Sendable, Hashable {
    let times: FrameTimes
    /// The named segments, with their first and last frames, which are a whole number of frames
    /// apart.
    var segments: [String: ClosedRange<Double>]
    /// The initial theme in the file.
    var initialTheme: String?

    /// - Parameter frameRate: The frame rate, in frames per second.
    init(
      frameCount: Double, frameRate: Double, segments: [String: ClosedRange<Double>] = [:],
      initialTheme: String? = nil
    ) {
      times = FrameTimes(rate: RefreshRate(hertz: frameRate), count: frameCount)
      self.segments = segments
      self.initialTheme = initialTheme
    }

    var lastFrame: Double { Playback(times).lastFrame }
  }

  /// The playback of an animation from its start to its end.
  private struct Course: Sendable, Hashable {
    let playback: Playback
    /// The number of seconds until the end.
    let end: Fraction
    /// The number of seconds until it reverses or ends.
    let turn: Fraction

    init(_ clip: Clip, _ settings: Settings) {
      // Both ends of a segment are shown.
      playback = Playback(
        clip.times, range: settings.segment.map { $0.lowerBound..<$0.upperBound + 1 },
        speed: settings.speed, mode: settings.mode, repetitions: 1)
      let (first, last) = (playback.range.lowerBound, playback.lastFrame)
      turn = playback.exactTime(of: Fraction(settings.mode.beginsAtEnd ? first : last))
      end = settings.mode.returns && playback.isAnimated ? playback.exactCycleDuration : turn
    }

    func contains(_ frame: Double) -> Bool {
      (playback.range.lowerBound...playback.lastFrame).contains(frame)
    }
  }

  /// A position of the playback.
  private enum Position: Sendable, Hashable {
    /// A selected frame.
    case frame(Double)
    /// The time since the start, in seconds.
    case time(Fraction)
  }

  /// The available animations and themes.
  struct Stage: Sendable, Hashable {
    /// The clips, by animation identifier.
    var clips: [String: Clip] = [:]
    /// The identifiers of the available themes.
    var themes: Set<String> = []
  }

  enum Status: Sendable, Hashable {
    case stopped, paused, playing
  }

  /// An event during an advance in time.
  enum Completion: Sendable, Hashable {
    case complete, loopComplete
  }

  /// A frame as a part of a blended image.
  struct Share: Sendable, Hashable {
    var frame: Double
    /// The weight in the blended image: 0 ... 1.
    var weight: Double
  }

  /// A transition from the current image to that of a frame.
  struct Tween: Sendable, Hashable {
    /// The images at the start of the transition, whose weights add up to 1.
    var origin: [Share]
    var target: Double
    /// The duration, in seconds.
    var duration: Fraction
    var elapsed = Fraction(0)
    var curve: TimingFunction

    var isOver: Bool { elapsed >= duration }
    /// The progress, which is usually 0 ... 1.
    var progress: Double { isOver ? 1 : curve.value(at: (elapsed / duration).double) }
  }

  /// The playback settings, which a state sets.
  struct Settings: Sendable, Hashable {
    var loops = false
    var loopCount = 0
    var speed = 1.0
    var mode = PlaybackMode.forward
    var segment: ClosedRange<Double>?
    var marker: String?
    var background: Color?
    var autoplay = false
  }

  let stage: Stage
  /// The identifier of the current animation, or `nil` for none.
  private(set) var animation: String?
  private(set) var clip: Clip?
  /// The identifier of the applied theme, or `nil` for none.
  private(set) var theme: String?
  private(set) var status = Status.stopped
  private(set) var settings = Settings()
  private(set) var tween: Tween?
  /// The course, or `nil` without an animation.
  private var course: Course?
  private var position = Position.frame(0)
  /// Whether playback restarts at the next tick.
  private var restarts = false
  private var completedLoops = 0

  /// The maximum number of images in a blended image.
  private static let maximumShares = 8

  init(_ stage: Stage, animation: String? = nil, theme: String? = nil) {
    self.stage = stage
    if let animation { load(animation) }
    if let theme, stage.themes.contains(theme) { self.theme = theme }
  }

  /// The current frame, rounded to a thousandth.
  var frame: Double { (exactFrame * 1000).rounded() / 1000 }

  private var exactFrame: Double {
    switch position {
    case .frame(let frame): frame
    case .time(let time): course?.playback.frame(afterPlaying: time).double ?? 0
    }
  }

  /// The number of seconds since playback started, or would have started to reach the selected
  /// frame.
  private var time: Fraction {
    switch position {
    case .frame(let frame): course?.playback.exactTime(of: Fraction(frame)) ?? 0
    case .time(let time): time
    }
  }

  /// Whether back-and-forth playback is in its reverse phase. False at a selected frame.
  private var isReturning: Bool {
    guard case .time(let time) = position, let course, !restarts else { return false }
    return time >= course.turn && course.end > course.turn
  }

  /// Whether the frame is the last one of the playback.
  var isComplete: Bool { course.map { time >= $0.end } ?? false }

  /// The frames of the image with their weights.
  var shares: [Share] {
    guard let tween else { return [Share(frame: frame, weight: 1)] }
    let progress = min(max(tween.progress, 0), 1)
    return tween.origin.map { Share(frame: $0.frame, weight: $0.weight * (1 - progress)) }
      + [Share(frame: tween.target, weight: progress)]
  }
}

// MARK: - Host actions

extension MachinePlayer {
  private mutating func load(_ id: String) {
    guard let clip = stage.clips[id] else { return }
    self.clip = clip
    animation = id
    theme = clip.initialTheme.flatMap { stage.themes.contains($0) ? $0 : nil }
    position = .frame(0)
    status = .stopped
    tween = nil
    settings.segment = nil
    settings.marker = nil
    restartCourse()
  }

  /// Starts the course of the current settings at the current frame.
  private mutating func restartCourse() {
    position = .frame(exactFrame)
    course = clip.map { Course($0, settings) }
    restarts = false
    completedLoops = 0
  }

  /// Continues playback, or restarts it after the end.
  mutating func play() {
    guard clip != nil else { return }
    if status == .stopped {
      if isComplete { position = .time(0) }
      restartCourse()
    }
    status = .playing
  }

  mutating func pause() {
    if status == .playing { status = .paused }
  }

  /// Stops at the first frame, and cancels a tween.
  mutating func stop() {
    tween = nil
    status = .stopped
    restartCourse()
    position = .time(0)
  }

  /// Restores the settings that states have changed.
  mutating func restore(_ settings: Settings) {
    cancelTween()
    self.settings = settings
    restartCourse()
    if !settings.autoplay { pause() }
  }

  /// Shows a frame, if it is in the played range.
  mutating func show(frame: Double) {
    guard let clip, let course, frame.isFinite else { return }
    let frame = min(max(frame, 0), clip.lastFrame)
    guard course.contains(frame) else { return }
    position =
      isReturning
      ? .time(course.end - course.playback.exactTime(of: Fraction(frame))) : .frame(frame)
    restarts = false
  }

  /// Shows the frame at a percentage of the animation.
  mutating func show(percent: Double) {
    guard let clip, percent.isFinite else { return }
    show(frame: clip.lastFrame * min(max(percent, 0), 100) / 100)
  }

  /// Applies a theme, or removes the current theme if `id` is empty. A missing theme changes
  /// nothing.
  mutating func apply(theme id: String) {
    guard clip != nil else { return }
    if id.isEmpty { theme = nil } else if stage.themes.contains(id) { theme = id }
  }

  /// Applies the playback settings of a state.
  mutating func enter(_ state: StatePlayback) {
    settings.loops = state.loops
    settings.loopCount = state.loopCount
    settings.speed = state.speed
    settings.background = state.background
    settings.autoplay = state.autoplay
    settings.segment = nil
    settings.marker = nil
    if !state.animation.isEmpty, state.animation != animation { load(state.animation) }
    guard let clip else { return }
    settings.mode = state.mode
    if let name = state.segment, let segment = clip.segments[name] {
      settings.segment = segment
      settings.marker = name
    }
    restartCourse()
    if course?.contains(exactFrame) == false { position = .time(0) }
    if state.autoplay { play() } else { pause() }
  }
}

// MARK: - Tweens

extension MachinePlayer {
  /// Returns the target frame of a tween to a state, or `nil` if no tween is necessary.
  func tweenTarget(_ state: StatePlayback) -> Double? {
    guard let clip else { return nil }
    guard let name = state.segment else { return state.mode.beginsAtEnd ? clip.lastFrame : 0 }
    guard let segment = clip.segments[name] else { return nil }
    return state.mode.beginsAtEnd ? segment.upperBound : segment.lowerBound
  }

  /// Starts blending from the current image to that of a frame.
  mutating func beginTween(to frame: Double, _ tween: MachineTween) {
    guard clip != nil else { return }
    var origin = shares.filter { $0.weight > 0 }
    if origin.count > Self.maximumShares {
      origin = Array(origin.sorted { $0.weight > $1.weight }.prefix(Self.maximumShares))
      let sum = origin.reduce(0) { $0 + $1.weight }
      for index in origin.indices { origin[index].weight /= sum }
    }
    let easing = tween.easing
    self.tween = Tween(
      origin: origin, target: min(max(frame, 0), clip?.lastFrame ?? 0),
      duration: Fraction(decimal: tween.duration),
      curve: .cubicBezier(easing.x, easing.y, easing.z, easing.w))
  }

  /// Shows the frame at the start of a tween.
  mutating func cancelTween() { tween = nil }

  /// Shows the target frame of a tween.
  mutating func endTween() {
    guard let tween else { return }
    position = .frame(tween.target)
    self.tween = nil
  }
}

// MARK: - Time

extension MachinePlayer {
  /// Whether time has no effect.
  var isAtRest: Bool { status != .playing && tween == nil }

  /// Advances by some seconds.
  mutating func advance(by seconds: Fraction) -> Completion? {
    if let tween {
      self.tween?.elapsed = tween.elapsed + seconds
      return nil
    }
    guard status == .playing, let course else { return nil }
    // The part of a tick beyond a turn or the end isn't played, because the frame there is shown
    // first.
    let limit = isReturning ? course.end : course.turn
    position = .time(min((restarts ? 0 : time) + seconds, limit))
    restarts = false
    return isComplete ? completePlaying() : nil
  }

  private mutating func completePlaying() -> Completion? {
    guard settings.loops else {
      status = .stopped
      return .complete
    }
    if settings.loopCount > 0 {
      completedLoops += 1
      if completedLoops >= settings.loopCount {
        status = .stopped
        restartCourse()
        position = .time(0)
        return .complete
      }
    }
    // The end is shown before the restart.
    restarts = true
    return settings.mode.returns && settings.loopCount == 0 ? nil : .loopComplete
  }
}
