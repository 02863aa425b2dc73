/// Shows the progress of long work on standard error, if that is a terminal.
struct Progress {
  private let total: Int
  private let noun: String
  private var done = 0

  /// - Parameter noun: what is counted, in the plural.
  init(total: Int, of noun: String) {
    self.total = total
    self.noun = noun
  }

  /// Counts one more.
  mutating func advance() {
    done += 1
    if StandardError.isTerminal { StandardError.write("\r\(done) of \(total) \(noun)") }
  }

  /// Ends the line.
  func finish() {
    if StandardError.isTerminal { StandardError.write("\n") }
  }
}
