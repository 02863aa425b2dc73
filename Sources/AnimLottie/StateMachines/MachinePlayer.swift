import AnimCore

/// How a state machine plays animations: which frame is shown, and whether it moves. A value without a
/// clock, which knows the lengths of animations but does not draw them.
///
/// A frame is a number from 0 to the last frame. Unlike in a ``LottieScene``, the last frame is the end:
/// it is not shown any longer than others, and playing stops there or begins again.
struct MachinePlayer: Sendable, Hashable {
  /// What it knows of an animation.
  struct Clip: Sendable, Hashable {
    var frameCount: Double
    /// In frames per second.
    var frameRate: Double
    /// The parts that have a name.
    var segments: [String: ClosedRange<Double>] = [:]
    /// The theme that the file applies at first.
    var initialTheme: String?

    var lastFrame: Double { max(frameCount - 1, 0) }
  }

  /// What is there to play.
  struct Stage: Sendable, Hashable {
    /// By the identifiers of the animations.
    var clips: [String: Clip] = [:]
    /// The identifiers of the themes that may be applied.
    var themes: Set<String> = []
  }

  enum Status: Sendable, Hashable {
    case stopped, paused, playing
  }

  /// What happened while time went on.
  enum Completion: Sendable, Hashable {
    case complete, loopComplete
  }

  /// The picture of a frame, as a part of a blended one.
  struct Share: Sendable, Hashable {
    var frame: Double
    /// How much of it is in the blended picture: 0 ... 1.
    var weight: Double
  }

  /// A way from the picture that is shown to that of a frame.
  struct Tween: Sendable, Hashable {
    /// The pictures from which it began, whose weights add up to 1.
    var origin: [Share]
    var target: Double
    var duration: Seconds
    var elapsed: Seconds = 0
    var curve: CubicBezier

    var isOver: Bool { elapsed >= duration }
    /// How far it has come: usually 0 ... 1.
    var progress: Double { isOver ? 1 : curve.value(at: elapsed / duration) }
  }

  /// How playing goes on, which a state sets.
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
  /// The identifier of the animation that is played; nil for none.
  private(set) var animation: String?
  private(set) var clip: Clip?
  /// The identifier of the theme that is applied; nil for none.
  private(set) var theme: String?
  private(set) var status = Status.stopped
  private(set) var settings = Settings()
  private(set) var tween: Tween?
  /// The frame, as exactly as it is known.
  private var position = 0.0
  /// Whether it is on the way back, of a way forth and back.
  private var isReturning = false
  /// Whether it begins again at the next tick.
  private var restarts = false
  private var completedLoops = 0

  /// The most pictures of which a blended one consists.
  private static let maximumShares = 8

  init(_ stage: Stage, animation: String? = nil, theme: String? = nil) {
    self.stage = stage
    if let animation { load(animation) }
    if let theme, stage.themes.contains(theme) { self.theme = theme }
  }

  /// The frame that is shown, rounded to a thousandth.
  var frame: Double { (position * 1000).rounded() / 1000 }

  /// The frames that are played.
  private var range: ClosedRange<Double> { settings.segment ?? 0...(clip?.lastFrame ?? 0) }

  private var isBackward: Bool { settings.mode.beginsAtEnd != isReturning }

  /// Where playing begins.
  private var start: Double {
    settings.mode.beginsAtEnd ? range.upperBound : range.lowerBound
  }

  /// Whether the frame is that at which playing ends.
  var isComplete: Bool {
    guard clip != nil, settings.mode.returns == isReturning else { return false }
    return isBackward ? position <= range.lowerBound : position >= range.upperBound
  }

  /// The frames of which the picture consists, with their weights.
  var shares: [Share] {
    guard let tween else { return [Share(frame: frame, weight: 1)] }
    let progress = min(max(tween.progress, 0), 1)
    return tween.origin.map { Share(frame: $0.frame, weight: $0.weight * (1 - progress)) }
      + [Share(frame: tween.target, weight: progress)]
  }
}

// MARK: - What the host does

extension MachinePlayer {
  private mutating func load(_ id: String) {
    guard let clip = stage.clips[id] else { return }
    self.clip = clip
    animation = id
    theme = clip.initialTheme.flatMap { stage.themes.contains($0) ? $0 : nil }
    position = 0
    status = .stopped
    tween = nil
    settings.segment = nil
    settings.marker = nil
    rewind()
  }

  private mutating func rewind() {
    isReturning = false
    restarts = false
    completedLoops = 0
  }

  /// Plays on; from the start, if playing had ended.
  mutating func play() {
    guard clip != nil else { return }
    if status == .stopped, isComplete { position = start }
    if status == .stopped { rewind() }
    status = .playing
  }

  mutating func pause() {
    if status == .playing { status = .paused }
  }

  /// Stops at the first frame, and drops a tween.
  mutating func stop() {
    tween = nil
    status = .stopped
    rewind()
    if clip != nil { position = start }
  }

  /// Puts everything back that states set.
  mutating func restore(_ settings: Settings) {
    cancelTween()
    self.settings = settings
    rewind()
    if !settings.autoplay { pause() }
  }

  /// Shows a frame, unless it lies outside of what is played.
  mutating func show(frame: Double) {
    guard let clip, frame.isFinite else { return }
    let frame = min(max(frame, 0), clip.lastFrame)
    if range.contains(frame) {
      position = frame
      restarts = false
    }
  }

  /// Shows the frame at a percentage of the animation.
  mutating func show(percent: Double) {
    guard let clip, percent.isFinite else { return }
    show(frame: clip.lastFrame * min(max(percent, 0), 100) / 100)
  }

  /// Applies a theme, or none. One that there is not changes nothing.
  mutating func apply(theme id: String) {
    guard clip != nil else { return }
    if id.isEmpty { theme = nil } else if stage.themes.contains(id) { theme = id }
  }

  /// Plays as a state says.
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
      if !segment.contains(position) { position = start }
    }
    rewind()
    if state.autoplay { play() } else { pause() }
  }
}

// MARK: - Tweens

extension MachinePlayer {
  /// The frame to which the picture is blended on the way to a state; nil if there is no such way.
  func tweenTarget(_ state: StatePlayback) -> Double? {
    guard let clip else { return nil }
    guard let name = state.segment else { return state.mode.beginsAtEnd ? clip.lastFrame : 0 }
    guard let segment = clip.segments[name] else { return nil }
    return state.mode.beginsAtEnd ? segment.upperBound : segment.lowerBound
  }

  /// Begins to blend from the picture that is shown to that of a frame.
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
      origin: origin, target: min(max(frame, 0), clip?.lastFrame ?? 0), duration: tween.duration,
      curve: CubicBezier(easing.x, easing.y, easing.z, easing.w))
  }

  /// Shows the frame from which a tween began.
  mutating func cancelTween() { tween = nil }

  /// Shows the frame to which a tween leads.
  mutating func endTween() {
    guard let tween else { return }
    position = tween.target
    self.tween = nil
  }
}

// MARK: - Time

extension MachinePlayer {
  /// Whether nothing changes as time goes on.
  var isAtRest: Bool { status != .playing && tween == nil }

  /// Goes on by some seconds.
  mutating func advance(by seconds: Seconds) -> Completion? {
    if tween != nil {
      tween?.elapsed += seconds
      return nil
    }
    guard status == .playing, let clip else { return nil }
    if restarts {
      position = start
      restarts = false
    }
    let step = seconds * settings.speed * clip.frameRate
    if isBackward {
      position = max(position - step, range.lowerBound)
      guard position <= range.lowerBound else { return nil }
    } else {
      position = min(position + step, range.upperBound)
      guard position >= range.upperBound else { return nil }
    }
    if settings.mode.returns, !isReturning {
      isReturning = true
      return nil
    }
    return completePlaying()
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
        rewind()
        position = start
        return .complete
      }
    }
    isReturning = false
    // The end is shown first.
    restarts = true
    return settings.mode.returns && settings.loopCount == 0 ? nil : .loopComplete
  }
}
