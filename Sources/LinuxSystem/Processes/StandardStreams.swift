import Glibc

/// Standard output, for the output that was asked for. It is not buffered, so that a reader that
/// waits for a line gets it at once.
package enum StandardOutput {
  /// Writes `text`, with names of files as people read them.
  ///
  /// - Throws: ``OutputError/writingFailed(path:code:)`` or ``OutputError/readerGone(path:)``.
  package static func write(_ text: String) throws(OutputError) {
    do throws(FileDescriptor.Failure) {
      try FileDescriptor.write(text.displayed.utf8Span.span.bytes, to: STDOUT_FILENO)
    } catch {
      throw OutputError(writing: OutputFile.standardOutput, code: error.code)
    }
  }

  /// Writes what is found beside a verdict, which stays the same where the reader of the pipe has enough.
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

/// Standard error, for messages that are not the program's output.
package enum StandardError {
  package static let isTerminal = isatty(STDERR_FILENO) != 0

  /// Writes a message in the usual form: one line that begins with the program's name.
  ///
  /// Control characters of names in the message are replaced, because they could change a terminal, or begin a line
  /// that a CI system reads as a command.
  package static func report(_ message: some CustomStringConvertible) {
    write("x11viewer: \("\(message)".printable)\n")
  }

  /// Writes `text`, with names of files as people read them. A failure is ignored: there is nowhere left to report it.
  package static func write(_ text: String) {
    try? FileDescriptor.write(text.displayed.utf8Span.span.bytes, to: STDERR_FILENO)
  }
}

package enum FailedWrites {
  /// Makes writing to a pipe or socket without a reader, and beyond the size that files may have, fail with EPIPE and
  /// EFBIG, instead of a signal silently ending the process. Child processes inherit this.
  package static func ignoreSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
