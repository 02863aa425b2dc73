import AnimCore

/// Decides when the process has to end, and by what, if its main thread does not end it first.
///
/// A value without a clock: instants are handed in. ``Watchdog`` carries out what it decides.
struct EndPolicy {
  /// How the process ends where the main thread does not see to it.
  enum Ending: Hashable {
    /// By this signal's default action.
    case signal(Int32)
    /// `--timeout` expired.
    case timeout
    /// `--duration` is over, and the loop that should have ended is stuck.
    case duration
    /// `--duration` is over before the X server has answered.
    case noAnswer
  }

  /// Where the main thread is.
  private enum Phase {
    /// It connects, or does work without a loop that could be asked to end.
    case starting
    /// The loop runs, and answers requests unless it is stuck.
    case looping
    /// It writes reports and leaves.
    case leaving
  }

  private struct Request {
    let signal: Int32
    /// When the process ends, whatever the main thread does.
    var deadline: Timestamp
    /// Whether the loop knows of it.
    var isTaken = false
  }

  private var phase = Phase.starting
  private var request: Request?
  private let timeout: Timestamp?
  /// When the run is over by `--duration`.
  private var end: Timestamp?

  /// How long the loop may take to answer, in seconds.
  static let patience: Seconds = 1
  /// How long reports may take once the loop has answered, in seconds: a disk can be slow, and a
  /// pipe without a reader waits forever.
  static let reportLimit: Seconds = 10

  /// - Parameters:
  ///   - timeout: from `start` on, for everything.
  ///   - duration: from `start` on, until the loop says when it really began.
  init(start: Timestamp, timeout: Seconds?, duration: Seconds?) {
    self.timeout = timeout.map { start + $0 }
    end = duration.map { start + $0 }
  }

  /// A signal asks for the end.
  mutating func receive(_ signal: Int32, at now: Timestamp) {
    let deadline = phase == .starting ? now : now + Self.patience
    if request == nil {
      request = Request(signal: signal, deadline: deadline)
    } else if let earlier = request?.deadline, deadline < earlier {
      request?.deadline = deadline
    }
  }

  /// The loop begins, and answers from now on. It ends on its own at `end`.
  mutating func beginLoop(until end: Timestamp?) {
    phase = .looping
    self.end = end
  }

  /// The loop asks for the signal that is to end it, and is given each request once.
  mutating func takeRequest(at now: Timestamp) -> Int32? {
    guard let signal = request?.signal, request?.isTaken == false else { return nil }
    request?.isTaken = true
    request?.deadline = now + Self.reportLimit
    return signal
  }

  /// The loop has ended: reports are written next.
  mutating func endLoop() {
    phase = .leaving
    end = nil
  }

  /// When ``ending(at:)`` has to be asked next; nil for never.
  var deadline: Timestamp? {
    [request?.deadline, timeout, end.map { $0 + Self.patience }].compactMap(\.self).min()
  }

  /// How the process has to end `now`; nil while it may go on.
  func ending(at now: Timestamp) -> Ending? {
    if let request, now >= request.deadline { return .signal(request.signal) }
    if let timeout, now >= timeout { return .timeout }
    if let end, now >= end + Self.patience { return phase == .looping ? .duration : .noAnswer }
    return nil
  }
}
