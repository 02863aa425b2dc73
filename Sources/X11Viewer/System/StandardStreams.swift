import Glibc

/// Where everything is said that is not the program's product.
enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) != 0

  /// Says `text`; where nobody can hear it there is nobody left to tell.
  static func write(_ text: String) { try? writeAll(text, to: STDERR_FILENO) }
}

/// Where answers go that were asked for. Nothing is kept back, so that whoever waits for a line
/// has it at once.
enum StandardOutput {
  /// - Throws: ``OutputError/writingFailed(path:code:)`` or ``OutputError/readerGone(path:)``.
  static func write(_ text: String) throws(OutputError) {
    do throws(FileDescriptor.Failure) {
      try writeAll(text, to: STDOUT_FILENO)
    } catch {
      throw OutputError(writing: OutputFile.standardOutput, code: error.code)
    }
  }
}

private func writeAll(_ text: String, to descriptor: Int32) throws(FileDescriptor.Failure) {
  try FileDescriptor.write(text.utf8Span.span.bytes, to: descriptor)
}
