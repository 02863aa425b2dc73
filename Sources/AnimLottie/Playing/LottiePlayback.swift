import AnimCore

/// Maps times to frames of an animation, and says when the next one is due.
struct LottiePlayback: Hashable, Sendable {
  /// The frames that are played, counted from the start of the animation, which is 0. Never empty.
  let frames: Range<Double>
  /// In frames per second; above zero.
  let rate: Double
  let loops: Bool
  let hasSubframes: Bool

  /// A time this close to a whole frame, in frames, shows that frame. Times are whole nanoseconds
  /// and rates are rounded, so otherwise films would not show whole frames exactly.
  private static let tolerance = 1e-4

  init(_ animation: LottieAnimation, _ configuration: LottieSceneConfiguration) {
    let count = max(animation.frameCount, Self.tolerance)
    let wanted = configuration.range ?? 0..<count
    let start = min(max(wanted.lowerBound, 0), count - Self.tolerance)
    frames = start..<max(min(wanted.upperBound, count), start + Self.tolerance)
    rate = animation.frameRate > 0 ? animation.frameRate : 1
    loops = configuration.loops
    hasSubframes = configuration.hasSubframes
  }

  /// How many frames are played; not always a whole number.
  var count: Double { frames.upperBound - frames.lowerBound }

  /// The last frame that is shown; the end of the range itself is not.
  var lastFrame: Double { frames.lowerBound + max(count.rounded(.up) - 1, 0) }

  /// Whether there is more than one frame.
  var moves: Bool { count > 1 }

  /// The frame that is shown at `time` seconds since the start.
  func frame(at time: Seconds) -> Double {
    let (cycle, offset) = position(at: time)
    guard loops || cycle == 0 else { return lastFrame }
    let frame = frames.lowerBound + (hasSubframes ? offset : offset.rounded(.down))
    return loops ? frame : min(frame, lastFrame)
  }

  /// When the picture after that of `time` is due: `time` itself if it changes continuously, and
  /// nil if it never changes again.
  func nextChange(after time: Seconds) -> Seconds? {
    guard moves else { return nil }
    let (cycle, offset) = position(at: time)
    if !loops, cycle > 0 || frames.lowerBound + offset >= lastFrame { return nil }
    if hasSubframes { return time }
    let next = offset.rounded(.down) + 1
    return (cycle * count + min(next, count)) / rate
  }

  /// How many times all frames were played before `time`, and the frame offset in the current
  /// cycle.
  private func position(at time: Seconds) -> (cycle: Double, offset: Double) {
    var elapsed = time.isFinite ? max(time * rate, 0) : 0
    let whole = elapsed.rounded()
    if abs(elapsed - whole) < Self.tolerance { elapsed = whole }
    var cycle = (elapsed / count).rounded(.down)
    var offset = elapsed - cycle * count
    if offset > count - Self.tolerance {
      cycle += 1
      offset = 0
    }
    return (cycle, max(offset, 0))
  }
}
