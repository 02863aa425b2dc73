import AnimCore

/// What the test pattern is to be; what ``PacingFlags`` come to.
struct PacingSettings: Hashable {
  /// Frames that it counts in a second; nil for the rate of the frames.
  var rate: RefreshRate?
  /// How far the bar moves from frame to frame, in pixels.
  var step = PacingOptions().step
}

extension PacingSettings {
  /// - Parameter frames: the rate of the frames, where it is known.
  func options(at frames: RefreshRate?) -> PacingOptions {
    var options = PacingOptions()
    if let rate = rate ?? frames { options.rate = rate }
    options.step = step
    return options
  }
}
