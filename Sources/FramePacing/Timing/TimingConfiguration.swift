import AnimCore

/// The requested frame rate and the source of slot times.
package struct TimingConfiguration: Hashable {
  package var rate = FrameRate.display
  package var source = TimingSource.auto
  /// The delay of publishing frames in seconds. Negative values publish them earlier.
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

/// The source of slot times.
package enum TimingSource: String, CaseIterable, Hashable, Sendable {
  /// The display's vblanks if the server reports them, otherwise a free-running timer.
  case auto
  /// The display's vblanks.
  case present
  /// A free-running timer.
  case timer
}

/// The requested frame rate.
package enum FrameRate: Hashable {
  /// A frame for every refresh of the display.
  case display
  case fixed(RefreshRate)
  /// A frame as soon as the server has finished the last one, for measurements.
  case maximum
}

/// The relation between the slots of frames and the refreshes of a display.
struct Slots: Hashable {
  /// The rate of slots.
  var rate: RefreshRate
  /// The number of slots per frame.
  var divisor: Int
  /// Whether slots are the display's refreshes, and therefore follow its vblanks.
  var followsDisplay: Bool

  /// The rate of the frames.
  var frameRate: RefreshRate {
    RefreshRate(numerator: rate.numerator, denominator: rate.denominator * divisor) ?? rate
  }
}

extension TimingConfiguration {
  /// The maximum ratio between two rates that count as equal: 59.94 Hz counts as 60 Hz, and as 30
  /// Hz with every second refresh.
  static let tolerance = 0.005

  /// Returns the frame rate on a display.
  ///
  /// - Parameter display: The refresh rate of the display, or `nil` if it is unknown, which
  ///   counts as 60 Hz.
  package func frameRate(on display: RefreshRate?) -> RefreshRate { slots(for: display).frameRate }

  /// Returns the slots on a display.
  ///
  /// - Parameter display: The refresh rate of the display, or `nil` if it is unknown, which
  ///   counts as 60 Hz.
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
