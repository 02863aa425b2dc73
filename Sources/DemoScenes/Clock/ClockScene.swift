import AnimCore

/// A clock with an hour, a minute and a second hand, each a layer with an animatable angle.
///
/// Once a second the angles are set, and the layers' implicit animations move the hands. The animations start at the
/// start of the second, not at the frame that detects it, so the image doesn't depend on the frame rate.
///
/// The layers' time is the time of day at which the clock started plus the scene time. Seconds therefore start at
/// integers, which are exact as a Double. An animation takes at most a second, so the image depends on the current tick
/// and the previous one, and a seek replays these two.
package final class ClockScene: LinkedScene {
  package let configuration: ClockConfiguration
  private var face = ClockFace(in: .zero)
  private let hands: [HandLayer]
  private let tree: LayerTree
  /// The transaction in which the hands are set.
  private let transaction: Transaction
  /// The second that the hands were last set for, in the layers' time.
  private var second: Seconds?
  private var adjustments = ClockAdjustments()
  package var link: DisplayLink?

  package init(configuration: ClockConfiguration = ClockConfiguration()) {
    self.configuration = configuration
    hands = [
      HandLayer(.hour, configuration.hourColor, period: 43_200),
      HandLayer(.minute, configuration.minuteColor, period: 3_600),
      HandLayer(.second, configuration.secondColor, period: 60),
    ]
    let root = Layer()
    for hand in hands { root.addSublayer(hand) }
    tree = LayerTree(root: root)
    let animated = Transaction(
      duration: min(configuration.duration, 1), curve: .function(configuration.curve),
      retargeting: .keepVelocity)
    transaction = configuration.motion == .tick ? animated : .withoutActions
    update(to: 0)
  }

  package func layout(in size: Size) {
    face = ClockFace(in: size)
  }

  package func update(to time: Seconds) {
    let now = configuration.startTime + time
    if configuration.motion == .sweep {
      tree.run(transaction) { show(now, at: now) }
    } else if isEventful(until: now) {
      replay(until: now)
    }
    tree.update(to: now)
  }

  /// Returns the angle of a hand on the screen: zero is 12 o'clock, and positive angles go clockwise.
  package func angle(of hand: Hand) -> Angle { hands[hand.rawValue].$angle.presentation }

  package enum Hand: Int, CaseIterable, Sendable {
    case hour
    case minute
    case second
  }

  package func draw(into list: inout DisplayList) {
    face.drawDial(configuration, into: &list)
    for hand in hands { hand.draw(on: face, into: &list) }
    face.drawPin(configuration.secondColor, into: &list)
  }
}

// MARK: - Setting the hands

extension ClockScene {
  /// Sets the clock ahead by `span` seconds, or back if negative, rounded to integral seconds. The hands move from
  /// their current positions by the shorter way.
  package func adjustClocks(by span: Seconds) {
    let span = span.rounded()
    guard span.isFinite, span != 0 else { return }
    adjustments.add(span, at: tree.time)
    turn(at: tree.time)
    link?.isPaused = false
  }

  /// Returns whether reaching the state at `now` requires more than continuing the current animations.
  private func isEventful(until now: Seconds) -> Bool {
    now < tree.time || second != now.rounded(.down)
      || adjustments.times.contains { $0 > tree.time && $0 <= now }
  }

  /// Moves the hands to their positions at `now`, starting at a second at which they were at rest.
  private func replay(until now: Seconds) {
    let last = now.rounded(.down)
    let first = adjustments.quietSecond(upTo: last)
    for hand in hands { hand.removeAllAnimations() }
    tree.update(to: first)
    tree.run(.withoutActions) { show(first - 1, at: first - 1) }
    for second in stride(from: first, through: last, by: 1) {
      tree.update(to: second)
      tick(second)
      for time in adjustments.times where time >= second && time < second + 1 && time <= now {
        tree.update(to: time)
        turn(at: time)
      }
    }
    second = last
  }

  /// Sets the hands at the start of a second. The clock starts with its hands at rest, so only later ticks are
  /// animated.
  private func tick(_ second: Seconds) {
    if second > configuration.startTime {
      move(at: second) { show(second, at: second) }
    } else {
      tree.run(.withoutActions) { show(second, at: second) }
    }
  }

  /// Sets the hands for an adjustment at `time`.
  private func turn(at time: Seconds) {
    for hand in hands { hand.$angle.turning = .shortest }
    move(at: time) { show(configuration.motion == .tick ? time.rounded(.down) : time, at: time) }
    for hand in hands { hand.$angle.turning = .clockwise }
  }

  /// Animates changes so that the motion starts at `time`, regardless of its first frame.
  private func move(at time: Seconds, _ changes: () -> Void) {
    var transaction = transaction
    transaction.beginTime = time
    tree.run(transaction, changes: changes)
  }

  /// Sets the hands to a time of day plus the adjustment at `time`.
  private func show(_ timeOfDay: Seconds, at time: Seconds) {
    for hand in hands { hand.show(timeOfDay + adjustments.total(at: time)) }
  }
}

extension ClockScene {
  package func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    update(to: frame.targetTimestamp.seconds)
    guard configuration.motion == .tick, !tree.hasRunningAnimations, let second else { return }
    // Nothing moves until the next second.
    link.pause(until: Timestamp(seconds: second + 1 - configuration.startTime))
  }
}

/// The appearance and motion of the clock.
package struct ClockConfiguration: Hashable, Sendable {
  /// The time at the start of the scene, in seconds since midnight. It advances with scene time.
  package var startTime: Seconds = 36_522
  package var motion = HandMotion.tick
  /// The curve of a hand's motion at a tick.
  package var curve = TimingFunction.easeIn
  /// The duration of a hand's motion at a tick, in seconds, from 0 to 1.
  package var duration: Seconds = 0.25
  /// Whether the face has its twelve marks.
  package var hasMarks = true
  package var faceColor = Color.white
  package var markColor = Color(rgb: 0x8A8F98)
  package var hourColor = Color(rgb: 0x20242C)
  package var minuteColor = Color(rgb: 0x20242C)
  package var secondColor = Color(rgb: 0xE4572E)

  package init() {}

  package enum HandMotion: String, CaseIterable, Hashable, Sendable {
    /// The hands are set once a second, and implicit animations move them.
    case tick
    /// The hands move continuously.
    case sweep
  }
}

/// The adjustments of the clock. They make its image a function of time even after the user has moved the hands.
private struct ClockAdjustments {
  private struct Entry {
    /// The time of the adjustment, in the time of the clock's layers.
    var time: Seconds
    /// The total adjustment from then on, in integral seconds.
    var total: Seconds
  }

  /// The entries, in chronological order.
  private var entries: [Entry] = []

  /// Adds an adjustment of `span` integral seconds at `time`. Discards later adjustments, which are in the future after
  /// a seek.
  mutating func add(_ span: Seconds, at time: Seconds) {
    let total = total(at: time) + span
    entries.removeAll { $0.time >= time }
    entries.append(Entry(time: time, total: total))
  }

  /// Returns the total adjustment at `time`, in seconds.
  func total(at time: Seconds) -> Seconds {
    entries.last { $0.time <= time }?.total ?? 0
  }

  /// The times of the adjustments, in order.
  var times: some Sequence<Seconds> { entries.lazy.map(\.time) }

  /// Returns the last second, up to `second`, at which no earlier adjustment is still in motion.
  func quietSecond(upTo second: Seconds) -> Seconds {
    var quiet = second
    for entry in entries.reversed() where entry.time < quiet {
      if entry.time <= quiet - 1 { break }
      quiet = entry.time.rounded(.down)
    }
    return quiet
  }
}
