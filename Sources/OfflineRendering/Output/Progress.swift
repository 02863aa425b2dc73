import AnimCore
import LinuxSystem

/// Reports the progress of long operations.
package final class Progress {
  /// A style of progress reports.
  package enum Style: String, CaseIterable, Sendable {
    /// A line that is updated in place if standard error is a terminal, and otherwise ``plain``.
    case auto
    /// Messages of Open Job Description on standard output, for render queues.
    case openjd
    /// A line on standard error every five seconds.
    case plain
    case none
  }

  private enum Form { case terminal, plain, openjd, none }

  private let form: Form
  private let total: Int
  private let noun: String
  /// Returns the seconds since the start.
  private let elapsed: () -> Seconds
  private var done = 0
  /// The time of the last line, or of the start.
  private var shownAt: Seconds = 0
  private var shownPercentage = -1
  private let write: (String) -> Void

  /// - Parameter noun: The counted items, in the plural.
  package convenience init(_ style: Style, total: Int, of noun: String) {
    let stopwatch = Stopwatch()
    self.init(
      style, isTerminal: StandardError.isTerminal, total: total, of: noun,
      elapsed: { stopwatch.seconds },
      write: {
        // The work continues even if the reader closes the pipe.
        if style == .openjd { try? StandardOutput.write($0) } else { StandardError.write($0) }
      })
  }

  /// - Parameters:
  ///   - elapsed: A closure that returns the seconds since the start.
  ///   - write: A closure that receives the text to show.
  init(
    _ style: Style, isTerminal: Bool, total: Int, of noun: String, elapsed: @escaping () -> Seconds,
    write: @escaping (String) -> Void
  ) {
    form =
      switch style {
      case .auto: isTerminal ? .terminal : .plain
      case .openjd: .openjd
      case .plain: .plain
      case .none: .none
      }
    self.total = total
    self.noun = noun
    self.write = write
    self.elapsed = elapsed
  }
}

extension Progress {
  /// Counts one more item.
  package func advance() {
    done += 1
    let now = elapsed()
    switch form {
    case .none: break
    case .terminal:
      guard done == 1 || done == total || now - shownAt >= 0.1 else { return }
      shownAt = now
      // Erase the remainder of a longer line (ECMA-48, EL).
      write("\r\(counted)\(estimate(at: now))\u{1B}[K")
    case .plain:
      guard now - shownAt >= 5 else { return }
      shownAt = now
      write("x11viewer: \(counted)\(estimate(at: now))\n")
    case .openjd:
      let percentage = done * 100 / max(total, 1)
      guard percentage > shownPercentage else { return }
      shownPercentage = percentage
      write("openjd_progress: \(percentage)\nopenjd_status: \(counted)\n")
    }
  }

  /// Shows the progress of the next item, such as "frame 3 of 10 of a.json".
  package func show(_ part: @autoclosure () -> String) {
    let now = elapsed()
    switch form {
    case .none, .openjd: break
    case .terminal:
      guard now - shownAt >= 0.1 else { return }
      shownAt = now
      write("\r\(counted), \(part())\u{1B}[K")
    case .plain:
      guard now - shownAt >= 5 else { return }
      shownAt = now
      write("x11viewer: \(counted), \(part())\n")
    }
  }

  /// Ends the progress line, if it was shown.
  package func finish() {
    if form == .terminal, done > 0 || shownAt > 0 { write("\n") }
  }

  private var counted: String { "\(done) of \(total) \(noun)" }

  /// Returns the estimated remaining time, if each item takes as long as before.
  private func estimate(at elapsed: Seconds) -> String {
    guard done < total, elapsed >= 1 else { return "" }
    let left = (elapsed / Double(done) * Double(total - done)).rounded(.up)
    let seconds = Int(min(left, 1e9))
    if seconds < 60 { return ", \(seconds) s left" }
    if seconds < 3600 { return ", \(seconds / 60) min \(seconds % 60) s left" }
    return ", \(seconds / 3600) h \(seconds % 3600 / 60) min left"
  }
}

/// Counts completed frames.
extension Progress: FrameSink {
  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> Void {
    { _ throws(Failure) in }
  }

  package func take(_ product: Void) { advance() }
}
