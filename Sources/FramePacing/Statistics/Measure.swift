/// The measures of frames, in the order of the report.
package enum Measure: Int, CaseIterable, Hashable, Sendable {
  case frameTime
  case lateness
  case drawing
  case publishing
  case completion
  case phaseError

  /// The magnitude of the measure of one frame, in nanoseconds.
  ///
  /// - Parameter interval: the time since the previous frame was published; nil if there was none.
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

  /// The name for people.
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

  /// The name for programs.
  package var key: String { "\(self)" }
}
