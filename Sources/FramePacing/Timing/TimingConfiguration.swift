import AnimCore

/// How often frames are wanted, and where the instants of their slots come from.
package struct TimingConfiguration: Hashable {
  package var rate = FrameRate.display
  package var source = TimingSource.auto
  /// How much later frames are published, in seconds; negative for earlier.
  var phaseOffset: Seconds = 0

  package init(
    rate: FrameRate = FrameRate.display, source: TimingSource = TimingSource.auto,
    phaseOffset: Seconds = 0
  ) {
    self.rate = rate
    self.source = source
    self.phaseOffset = phaseOffset
  }
}

/// Where the times of the slots come from.
package enum TimingSource: String, CaseIterable, Hashable, Sendable {
  /// The display's vblanks if the server reports them, otherwise a free timer.
  case auto
  /// The display's vblanks.
  case present
  /// A free timer, which nothing corrects.
  case timer
}

/// How often a new frame is wanted.
package enum FrameRate: Hashable {
  /// At every refresh of the display.
  case display
  case fixed(RefreshRate)
  /// As soon as the server is done with the last frame, for measuring.
  case maximum
}

/// How the slots of frames relate to a display's refreshes.
struct Slots: Hashable {
  /// How often a slot begins.
  var rate: RefreshRate
  /// Slots per frame.
  var divisor: Int
  /// Whether slots are the display's refreshes, and so follow its vblanks.
  var followsDisplay: Bool

  /// The rate of the frames.
  var frameRate: RefreshRate {
    RefreshRate(numerator: rate.numerator, denominator: rate.denominator * divisor) ?? rate
  }
}

extension TimingConfiguration {
  /// How far a display's rate may be from another to count as the same, as a ratio: 59.94 Hz counts
  /// as 60 Hz, and as 30 Hz with every second refresh.
  static let tolerance = 0.005

  /// The rate of the frames on a display.
  ///
  /// - Parameter display: the display's refresh rate; nil if it is unknown, which counts as 60 Hz.
  package func frameRate(on display: RefreshRate?) -> RefreshRate { slots(for: display).frameRate }

  /// The slots on a display.
  ///
  /// - Parameter display: the display's refresh rate; nil if it is unknown, which counts as 60 Hz.
  func slots(for display: RefreshRate?) -> Slots {
    let display = display ?? RefreshRate(hertz: 60)
    guard case .fixed(let wanted) = rate else {
      return Slots(rate: display, divisor: 1, followsDisplay: true)
    }
    let divisor = (display.hertz / wanted.hertz).rounded()
    guard divisor >= 1, abs(display.hertz / divisor / wanted.hertz - 1) < Self.tolerance else {
      return Slots(rate: wanted, divisor: 1, followsDisplay: false)
    }
    return Slots(rate: display, divisor: Int(divisor), followsDisplay: true)
  }
}
