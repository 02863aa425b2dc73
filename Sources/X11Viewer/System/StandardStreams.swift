import Glibc

/// Where everything is said that is not the program's product.
enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) != 0

  static func write(_ text: String) { writeAll(text, to: STDERR_FILENO) }
}

/// Where answers go that were asked for. Nothing is kept back, so that whoever waits for a line
/// has it at once.
enum StandardOutput {
  static func write(_ text: String) { writeAll(text, to: STDOUT_FILENO) }
}

/// Nothing is to be done where nobody can read it any more.
private func writeAll(_ text: String, to descriptor: Int32) {
  var text = text
  text.withUTF8 { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let next = UnsafeBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, next.baseAddress, next.count)
      if count < 0 && errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
