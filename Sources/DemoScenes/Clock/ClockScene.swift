import AnimCore

/// A clock with an hour, a minute and a second hand, each a layer with an animatable angle.
///
/// Once a second the angles are set, and the layers' implicit animations move the hands. They begin
/// at the start of the second, not at the frame that notices it, so that the picture does not
/// depend on the frame rate.
///
/// The layers' time is the time of day at which the clock started plus the scene's time: seconds
/// begin at whole numbers, which are exact as a Double. An animation takes at most a second, so the
/// picture depends on the present tick and the one before it, and a seek replays these two.
package final class ClockScene: LinkedScene {
  package let configuration: ClockConfiguration
  private var face = ClockFace(in: .zero)
  private let hands: [HandLayer]
  private let tree: LayerTree
  /// How the hands move when they are set.
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

  /// The angle of a hand on the screen now: zero is 12 o'clock, and positive angles go clockwise.
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
  /// Sets the clock ahead by `span` seconds, or back if negative, rounded to whole seconds. The
  /// hands move from where they are, the shorter way round.
  package func adjustClocks(by span: Seconds) {
    let span = span.rounded()
    guard span.isFinite, span != 0 else { return }
    adjustments.add(span, at: tree.time)
    turn(at: tree.time)
    link?.isPaused = false
  }

  /// Whether reaching the state at `now` takes more than letting the present animations run.
  private func isEventful(until now: Seconds) -> Bool {
    now < tree.time || second != now.rounded(.down)
      || adjustments.times.contains { $0 > tree.time && $0 <= now }
  }

  /// Moves the hands to where they are at `now`, from a second at which they stood still.
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

  /// Animates changes so that the motion begins at `time`, no matter when its first frame is.
  private func move(at time: Seconds, _ changes: () -> Void) {
    var transaction = transaction
    transaction.beginTime = time
    tree.run(transaction, changes: changes)
  }

  /// Sets the hands to a time of day plus the seconds by which the clock is fast at `time`.
  private func show(_ timeOfDay: Seconds, at time: Seconds) {
    for hand in hands { hand.show(timeOfDay + adjustments.total(at: time)) }
  }
}

extension ClockScene {
  package func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    update(to: frame.targetTimestamp.seconds)
    guard configuration.motion == .tick, !tree.hasRunningAnimations, let second else { return }
    // Nothing moves until the next second begins.
    link.pause(until: Timestamp(seconds: second + 1 - configuration.startTime))
  }
}

/// How the clock looks and moves.
package struct ClockConfiguration: Hashable, Sendable {
  /// The time that the clock shows at the start of the scene, in seconds since midnight. It
  /// continues from there with the scene's time.
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
    /// Once a second the hands are set, and implicit animations move them.
    case tick
    /// The hands move all the time.
    case sweep
  }
}

/// When the clock was set, and by how much, which makes its picture a function of time even after
/// the user has turned its hands.
private struct ClockAdjustments {
  private struct Entry {
    /// In the time of the clock's layers.
    var time: Seconds
    /// The whole seconds by which the clock is fast from then on.
    var total: Seconds
  }

  /// In order of time.
  private var entries: [Entry] = []

  /// Sets the clock ahead by `span` whole seconds from `time` on. Later adjustments are discarded:
  /// after a seek to before them, they have not happened yet.
  mutating func add(_ span: Seconds, at time: Seconds) {
    let total = total(at: time) + span
    entries.removeAll { $0.time >= time }
    entries.append(Entry(time: time, total: total))
  }

  /// The seconds by which the clock is fast at `time`.
  func total(at time: Seconds) -> Seconds {
    entries.last { $0.time <= time }?.total ?? 0
  }

  /// The times at which the clock was set, in order.
  var times: some Sequence<Seconds> { entries.lazy.map(\.time) }

  /// The last second, up to `second`, at which no earlier adjustment is still in motion.
  func quietSecond(upTo second: Seconds) -> Seconds {
    var quiet = second
    for entry in entries.reversed() where entry.time < quiet {
      if entry.time <= quiet - 1 { break }
      quiet = entry.time.rounded(.down)
    }
    return quiet
  }
}
