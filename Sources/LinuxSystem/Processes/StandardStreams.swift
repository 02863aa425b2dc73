import Glibc

/// Standard output, for requested output. It is unbuffered, so a reader that waits for a line receives it immediately.
package enum StandardOutput {
  /// Writes `text`, with file names in readable form.
  ///
  /// - Throws: ``OutputError/writingFailed(path:code:)`` or ``OutputError/readerGone(path:)``.
  package static func write(_ text: String) throws(OutputError) {
    do throws(FileDescriptor.Failure) {
      try FileDescriptor.write(text.displayed.utf8Span.span.bytes, to: STDOUT_FILENO)
    } catch {
      throw OutputError(writing: OutputFile.standardOutput, code: error.code)
    }
  }

  /// Writes details of a result. A closed pipe isn't an error, because the result doesn't change.
  ///
  /// - Throws: ``OutputError/writingFailed(path:code:)``.
  package static func say(_ text: String) throws(OutputError) {
    do throws(OutputError) {
      try write(text)
    } catch {
      if case .readerGone = error { return }
      throw error
    }
  }
}

/// Standard error, for messages that aren't part of the output.
package enum StandardError {
  package static let isTerminal = isatty(STDERR_FILENO) != 0

  /// Writes a message in the usual form: one line that starts with the program's name.
  ///
  /// Control characters in names are replaced, because they could affect a terminal, or start a line that a CI system
  /// treats as a command.
  package static func report(_ message: some CustomStringConvertible) { write(line("\(message)")) }

  static func line(_ message: String) -> String { "x11viewer: \(message.printable)\n" }

  /// Writes `text`, with file names in readable form. Failures are ignored, because there is no other way to report
  /// them.
  package static func write(_ text: String) {
    try? FileDescriptor.write(text.displayed.utf8Span.span.bytes, to: STDERR_FILENO)
  }
}

package enum FailedWrites {
  /// Makes writes to a pipe or socket without a reader, and beyond the maximum file size, fail with EPIPE and EFBIG,
  /// instead of a signal that silently terminates the process. Child processes inherit this.
  package static func ignoreSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
