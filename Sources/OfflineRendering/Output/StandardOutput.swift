import Glibc

/// Standard output, for the output that was asked for. It is not buffered, so that a reader that
/// waits for a line gets it at once.
package enum StandardOutput {
  /// - Throws: ``OutputError/writingFailed(path:code:)`` or ``OutputError/readerGone(path:)``.
  package static func write(_ text: String) throws(OutputError) {
    do throws(FileDescriptor.Failure) {
      try FileDescriptor.write(text.utf8Span.span.bytes, to: STDOUT_FILENO)
    } catch {
      throw OutputError(writing: OutputFile.standardOutput, code: error.code)
    }
  }
}
