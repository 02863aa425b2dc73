import AnimCore

/// Decides when and how the process must end, if its main thread does not end it first.
///
/// A value without a clock: instants are passed in. ``Watchdog`` carries out its decisions.
struct EndPolicy {
  /// How the process ends if the main thread does not end it.
  enum Ending: Hashable {
    /// By this signal's default action.
    case signal(Int32)
    /// `--timeout` expired.
    case timeout
    /// `--duration` expired, and the loop that should have ended is stuck.
    case duration
    /// `--duration` expired before the X server answered, or the first file was read.
    case noAnswer
  }

  /// What the main thread is doing.
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
    /// When the process ends, whatever the main thread does.
    var deadline: Timestamp
    /// Whether the loop has taken the request.
    var isTaken = false
  }

  private var phase = Phase.starting
  private var request: Request?
  private let timeout: Timestamp?
  /// When `--duration` expires; nil for never.
  private var end: Timestamp?

  /// How long the loop may take to answer, in seconds.
  static let gracePeriod: Seconds = 1
  /// How long reports may take once the loop has answered, in seconds: a disk can be slow, and a
  /// pipe without a reader waits forever.
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

  /// When to call ``ending(at:)`` next; nil for never.
  var deadline: Timestamp? {
    [request?.deadline, timeout, end.map { $0 + Self.gracePeriod }].compactMap(\.self).min()
  }

  /// How the process must end `now`; nil while it may go on.
  func ending(at now: Timestamp) -> Ending? {
    if let request, now >= request.deadline { return .signal(request.signal) }
    if let timeout, now >= timeout { return .timeout }
    if let end, now >= end + Self.gracePeriod { return phase == .looping ? .duration : .noAnswer }
    return nil
  }
}
