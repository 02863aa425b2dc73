/// A clock with an hour, a minute and a second hand, each a layer with an animatable angle.
///
/// Once a second the angles are set, and the layers' implicit animation carries the hands there.
/// It begins at the boundary of the second, and not at the frame that noticed it, so that no frame
/// rate can change the picture.
///
/// The layers' time is the time of day at which the clock started plus the scene's time: seconds
/// begin at whole numbers, which a Double holds exactly. An animation takes at most a second, so
/// that the picture depends on the present tick and the one before it, and a seek replays these two.
package final class ClockScene: LinkedScene {
  package let configuration: ClockConfiguration
  private var face = ClockFace(in: .zero)
  private let hands: [HandLayer]
  private let tree: LayerTree
  /// How the hands move when they are set.
  private let motion: Transaction
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
    motion = configuration.motion == .tick ? animated : .withoutActions
    update(to: 0)
  }

  package func layout(in size: Size) {
    face = ClockFace(in: size)
  }

  package func update(to time: Seconds) {
    let now = configuration.startTime + time
    if configuration.motion == .sweep {
      tree.run(motion) { show(now, at: now) }
    } else if isEventful(until: now) {
      replay(until: now)
    }
    tree.update(to: now)
  }

  /// Where a hand is on the screen now: zero is 12 o'clock, and positive angles go clockwise.
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
  /// Sets the clock on by `span` seconds, or back, rounded to whole ones. The hands go there from
  /// wherever they are, the shorter way round.
  package func adjustClocks(by span: Seconds) {
    let span = span.rounded()
    guard span.isFinite, span != 0 else { return }
    adjustments.add(span, at: tree.time)
    turn(at: tree.time)
    link?.isPaused = false
  }

  /// Whether more than the running animations leads from the present state to that at `now`.
  private func isEventful(until now: Seconds) -> Bool {
    now < tree.time || second != now.rounded(.down)
      || adjustments.times.contains { $0 > tree.time && $0 <= now }
  }

  /// Brings the hands to where they are at `now`, from a second at which they stood still.
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

  /// Sets the hands to a second that begins.
  private func tick(_ second: Seconds) {
    move(at: second) { show(second, at: second) }
  }

  /// Sets the hands to where an adjustment has them at `time`.
  private func turn(at time: Seconds) {
    for hand in hands { hand.$angle.turning = .shortest }
    move(at: time) { show(configuration.motion == .tick ? time.rounded(.down) : time, at: time) }
    for hand in hands { hand.$angle.turning = .clockwise }
  }

  /// The motion begins at `time`, whenever the frame comes that shows it.
  private func move(at time: Seconds, _ changes: () -> Void) {
    var motion = motion
    motion.beginTime = time
    tree.run(motion, changes: changes)
  }

  /// Sets the hands to a time of day, by as much fast as the clock is at `time`.
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
