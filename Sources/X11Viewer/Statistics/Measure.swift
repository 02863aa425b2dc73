/// What is measured of frames, in the order of the report.
enum Measure: Int, CaseIterable, Hashable, Sendable {
  case frameTime
  case lateness
  case drawing
  case publishing
  case completion
  case phaseError

  /// The measure of one frame in nanoseconds, without its sign.
  ///
  /// - Parameter interval: since the frame before was published, if there was one.
  func value(of frame: FrameRecord, interval: Int64?) -> Int64? {
    switch self {
    case .frameTime: interval
    case .lateness: frame.lateness
    case .drawing: frame.drawing
    case .publishing: frame.publishing
    case .completion: frame.completion
    case .phaseError: frame.phaseError.map { Int64(clamping: $0.magnitude) }
    }
  }

  /// What people call it.
  var title: String {
    switch self {
    case .frameTime: "frame to frame"
    case .lateness: "wake-up late by"
    case .drawing: "drawing"
    case .publishing: "publishing"
    case .completion: "server done after"
    case .phaseError: "phase error"
    }
  }

  /// What programs call it.
  var key: String { "\(self)" }
}
