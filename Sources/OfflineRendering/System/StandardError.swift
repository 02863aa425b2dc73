import Glibc

/// Standard error, for messages that are not the program's output.
package enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) != 0

  /// Writes a message in the usual form: a line that begins with the program's name.
  package static func report(_ message: some CustomStringConvertible) {
    write("x11viewer: \(message)\n")
  }

  /// Writes `text`. A failure is ignored: there is nowhere left to report it.
  package static func write(_ text: String) {
    try? FileDescriptor.write(text.utf8Span.span.bytes, to: STDERR_FILENO)
  }
}
