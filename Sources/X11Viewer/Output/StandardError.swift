import Glibc

/// Where everything is said that is not the program's product.
enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) != 0

  /// Writes `text` at once. Nothing is to be done where nobody can read it.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
