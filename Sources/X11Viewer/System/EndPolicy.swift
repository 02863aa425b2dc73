import AnimCore

/// Decides when and how to end the process if its main thread doesn't.
///
/// A value without a clock, which receives the current time as a parameter. ``Watchdog`` carries
/// out its decisions.
struct EndPolicy {
  /// The way to end the process if the main thread doesn't.
  enum Ending: Hashable {
    /// The default action of this signal.
    case signal(Int32)
    /// `--timeout` expired.
    case timeout
    /// `--duration` expired, and the loop is stuck.
    case duration
    /// `--duration` expired before the X server responded or the first file was read.
    case noAnswer
  }

  /// The phase of the main thread.
  private enum Phase {
    /// The program connects, or works without a loop that can be stopped.
    case starting
    /// The loop is running and handles requests, unless it is stuck.
    case looping
    /// The program writes reports and exits.
    case leaving
  }

  private struct Request {
    let signal: Int32
    /// The time at which the process ends, regardless of the main thread.
    var deadline: Timestamp
    /// Whether the loop has received the request.
    var isTaken = false
  }

  private var phase = Phase.starting
  private var request: Request?
  private let timeout: Timestamp?
  /// The time at which `--duration` expires, or `nil` for never.
  private var end: Timestamp?

  /// The maximum time for the loop to respond, in seconds.
  static let gracePeriod: Seconds = 1
  /// The maximum time for writing reports after the loop has responded, in seconds. A disk may be
  /// slow, and a pipe without a reader blocks forever.
  static let reportLimit: Seconds = 10

  /// - Parameters:
  ///   - timeout: The limit for everything, in seconds from `start`.
  ///   - duration: The length of the run, in seconds from `start`, until the loop reports its
  ///     actual end.
  init(start: Timestamp, timeout: Seconds?, duration: Seconds?) {
    self.timeout = timeout.map { start + $0 }
    end = duration.map { start + $0 }
  }

  /// Handles a signal that requests the process to end.
  mutating func receive(_ signal: Int32, at now: Timestamp) {
    let deadline = phase == .starting ? now : now + Self.gracePeriod
    if request == nil {
      request = Request(signal: signal, deadline: deadline)
    } else if let earlier = request?.deadline, deadline < earlier {
      request?.deadline = deadline
    }
  }

  /// Records the start of the loop, which responds from now on, and ends at `end` without a
  /// request.
  mutating func beginLoop(until end: Timestamp?) {
    phase = .looping
    self.end = end
  }

  /// Returns the signal that requests the loop to end, only once per request.
  mutating func takeRequest(at now: Timestamp) -> Int32? {
    guard let signal = request?.signal, request?.isTaken == false else { return nil }
    request?.isTaken = true
    request?.deadline = now + Self.reportLimit
    return signal
  }

  /// Handles the end of the loop. Reports are written next.
  mutating func endLoop() {
    phase = .leaving
    end = nil
  }

  /// The time of the next call of ``ending(at:)``, or `nil` for never.
  var deadline: Timestamp? {
    [request?.deadline, timeout, end.map { $0 + Self.gracePeriod }].compactMap(\.self).min()
  }

  /// Returns how to end the process now, or `nil` while it can continue.
  func ending(at now: Timestamp) -> Ending? {
    if let request, now >= request.deadline { return .signal(request.signal) }
    if let timeout, now >= timeout { return .timeout }
    if let end, now >= end + Self.gracePeriod { return phase == .looping ? .duration : .noAnswer }
    return nil
  }
}
