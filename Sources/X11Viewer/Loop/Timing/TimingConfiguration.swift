import AnimCore

/// How often frames are wanted, and where the instants of their slots come from.
struct TimingConfiguration: Hashable {
  var rate = FrameRate.display
  var source = TimingSource.auto
  /// Seconds by which frames are published later, or earlier where negative.
  var phaseOffset: Seconds = 0
}

/// Where the instants of the slots come from.
enum TimingSource: String, CaseIterable, Hashable, Sendable {
  /// From the display's vblanks where the server reports them, otherwise from a free timer.
  case auto
  /// From the display's vblanks.
  case present
  /// From a timer that nothing corrects.
  case timer
}

/// How often a new frame is wanted.
enum FrameRate: Hashable {
  /// At every refresh of the display.
  case display
  case fixed(RefreshRate)
  /// The next frame as soon as the server is done with the last, for measuring.
  case maximum
}

/// How the slots of frames follow from a display's refreshes.
struct SlotTiming: Hashable {
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

extension TimingConfiguration {
  /// By how much a display's rate may differ from another and pass for it, as a ratio: 59.94 Hz
  /// does for 60, and for 30 with every second refresh.
  static let tolerance = 0.005

  /// The slots on a display.
  ///
  /// - Parameter display: nil where the display's rate is not known; it is then taken for 60 Hz.
  func slotTiming(for display: RefreshRate?) -> SlotTiming {
    let display = display ?? RefreshRate(hertz: 60)
    guard case .fixed(let wanted) = rate else {
      return SlotTiming(slots: display, divisor: 1, followsDisplay: true)
    }
    let divisor = (display.hertz / wanted.hertz).rounded()
    guard divisor >= 1, abs(display.hertz / divisor / wanted.hertz - 1) < Self.tolerance else {
      return SlotTiming(slots: wanted, divisor: 1, followsDisplay: false)
    }
    return SlotTiming(slots: display, divisor: Int(divisor), followsDisplay: true)
  }
}
