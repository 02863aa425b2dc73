import AnimCore

/// How often frames are wanted, and where their instants come from.
struct PaceChoice: Hashable {
  var rate = FrameRate.display
  var timing = Timing.auto
  /// Seconds by which frames are published later, or earlier where negative.
  var phaseOffset: Seconds = 0

  /// Where the instants of the slots come from.
  enum Timing: String, CaseIterable, Hashable, Sendable {
    /// From the display's vblanks where the server tells them, otherwise from a free timer.
    case auto
    /// From the display's vblanks.
    case present
    /// From a timer that nothing corrects.
    case timer
  }
}

/// How often a new frame is wanted.
enum FrameRate: Hashable {
  /// At every refresh of the display.
  case display
  case fixed(RefreshRate)
  /// The next frame as soon as the server is done with the last, for measuring.
  case maximum
}

extension PaceChoice {
  /// What the choice comes to on a display.
  struct Plan: Hashable {
    /// The rate of the slots.
    var slots: RefreshRate
    /// Slots per frame.
    var divisor: Int
    /// Whether slots are the display's refreshes, so that its vblanks say when they are.
    var followsDisplay: Bool

    /// The rate of the frames.
    var frames: RefreshRate {
      RefreshRate(numerator: slots.numerator, denominator: slots.denominator * divisor) ?? slots
    }
  }

  /// - Parameter display: nil where the display's rate is not known; it is then taken for 60 Hz.
  func plan(for display: RefreshRate?) -> Plan {
    let display = display ?? RefreshRate(hertz: 60)
    guard case .fixed(let wanted) = rate else {
      return Plan(slots: display, divisor: 1, followsDisplay: true)
    }
    let divisor = (display.hertz / wanted.hertz).rounded()
    // A display of 59.94 Hz does for 60, and for 30 with every second of its refreshes.
    guard divisor >= 1, abs(display.hertz / divisor / wanted.hertz - 1) < Self.tolerance else {
      return Plan(slots: wanted, divisor: 1, followsDisplay: false)
    }
    return Plan(slots: display, divisor: Int(divisor), followsDisplay: true)
  }

  /// By how much a display's rate may differ from the wanted one.
  private static let tolerance = 0.005
}

extension Pace {
  /// The pace that `choice` comes to on a display, not yet running.
  init(_ choice: PaceChoice, on display: RefreshRate?) {
    let plan = choice.plan(for: display)
    var scheduler = FrameScheduler(lattice: VblankLattice(refreshRate: plan.slots, start: .now))
    scheduler.preferredDivisor = plan.divisor
    scheduler.phaseOffset = choice.phaseOffset
    self.init(scheduler, isUncapped: choice.rate == .maximum)
  }

  /// Goes by another display from now on.
  mutating func follow(_ plan: PaceChoice.Plan) {
    scheduler.lattice = VblankLattice(refreshRate: plan.slots, start: .now)
    scheduler.preferredDivisor = plan.divisor
  }
}
