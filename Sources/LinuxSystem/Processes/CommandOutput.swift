/// Standard output and standard error of a command. Tests replace them to run a command within
/// their own process.
package struct CommandOutput {
  /// Writes to standard output.
  package let write: (String) throws(OutputError) -> Void
  /// Writes to standard error.
  package let complain: (String) -> Void

  package init(
    write: @escaping (String) throws(OutputError) -> Void = StandardOutput.write,
    complain: @escaping (String) -> Void = StandardError.write
  ) {
    (self.write, self.complain) = (write, complain)
  }

  /// Writes details of a result, as ``StandardOutput/say(_:)`` does.
  package func say(_ text: String) throws(Failure) {
    do throws(OutputError) {
      try write(text)
    } catch .readerGone {
      // The result doesn't change.
    } catch {
      throw Failure(error)
    }
  }

  /// Writes a report to a file, or to standard output for `-`.
  package func writeReport(_ report: String, to path: String) throws(Failure) {
    guard path != OutputFile.standardOutput else { return try say(report) }
    do throws(OutputError) {
      try OutputFile.write([UInt8](report.utf8), to: path)
    } catch {
      throw Failure(error)
    }
  }

  /// Reports a warning, or the reason for the exit status, as ``StandardError/report(_:)`` does.
  package func report(_ message: String) { complain(StandardError.line(message)) }
}
