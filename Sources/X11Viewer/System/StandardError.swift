import Glibc

/// Where everything is said that is not the program's product.
enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) != 0

  /// Says `text`; where nobody can hear it there is nobody left to tell.
  static func write(_ text: String) {
    try? FileDescriptor.write(text.utf8Span.span.bytes, to: STDERR_FILENO)
  }
}
