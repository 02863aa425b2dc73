import AnimCore

/// Decides when and how the process must end, if its main thread does not end it first.
///
/// A value without a clock: instants are passed in. ``Watchdog`` carries out its decisions.
struct EndPolicy {
  /// The way in which the process ends if the main thread doesn't end it.
  enum Ending: Hashable {
    /// The default action of this signal.
    case signal(Int32)
    /// `--timeout` expired.
    case timeout
    /// `--duration` expired, and the loop that should have ended is stuck.
    case duration
    /// `--duration` expired before the X server answered, or the first file was read.
    case noAnswer
  }

  /// The phase of the main thread.
  private enum Phase {
    /// It connects, or works without a loop that could be asked to end.
    case starting
    /// The loop runs, and answers requests unless it is stuck.
    case looping
    /// It writes reports and exits.
    case leaving
  }

  private struct Request {
    let signal: Int32
    /// The time at which the process ends, whatever the main thread does.
    var deadline: Timestamp
    /// Whether the loop has taken the request.
    var isTaken = false
  }

  private var phase = Phase.starting
  private var request: Request?
  private let timeout: Timestamp?
  /// The time at which `--duration` expires, or `nil` for never.
  private var end: Timestamp?

  /// The maximum time for the loop to respond, in seconds.
  static let gracePeriod: Seconds = 1
  /// The maximum time for reports after the loop has responded, in seconds: a disk can be slow, and
  /// a pipe without a reader waits forever.
  static let reportLimit: Seconds = 10

  /// - Parameters:
  ///   - timeout: the limit for everything, in seconds from `start`.
  ///   - duration: the length of the run, in seconds from `start`, until the loop reports its real
  ///     end.
  init(start: Timestamp, timeout: Seconds?, duration: Seconds?) {
    self.timeout = timeout.map { start + $0 }
    end = duration.map { start + $0 }
  }

  /// A signal asks the process to end.
  mutating func receive(_ signal: Int32, at now: Timestamp) {
    let deadline = phase == .starting ? now : now + Self.gracePeriod
    if request == nil {
      request = Request(signal: signal, deadline: deadline)
    } else if let earlier = request?.deadline, deadline < earlier {
      request?.deadline = deadline
    }
  }

  /// The loop begins, and responds from now on. Unasked, it ends at `end`.
  mutating func beginLoop(until end: Timestamp?) {
    phase = .looping
    self.end = end
  }

  /// Gives the loop the signal that asks it to end; each request only once.
  mutating func takeRequest(at now: Timestamp) -> Int32? {
    guard let signal = request?.signal, request?.isTaken == false else { return nil }
    request?.isTaken = true
    request?.deadline = now + Self.reportLimit
    return signal
  }

  /// The loop has ended, and reports are written next.
  mutating func endLoop() {
    phase = .leaving
    end = nil
  }

  /// The time of the next call of ``ending(at:)``, or `nil` for never.
  var deadline: Timestamp? {
    [request?.deadline, timeout, end.map { $0 + Self.gracePeriod }].compactMap(\.self).min()
  }

  /// Returns how the process must end now, or `nil` while it can continue.
  func ending(at now: Timestamp) -> Ending? {
    if let request, now >= request.deadline { return .signal(request.signal) }
    if let timeout, now >= timeout { return .timeout }
    if let end, now >= end + Self.gracePeriod { return phase == .looping ? .duration : .noAnswer }
    return nil
  }
}
