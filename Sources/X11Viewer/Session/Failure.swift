import Glibc

/// A failure that ends the program before its work is done: one sentence for the user, and the exit
/// status.
struct Failure: Error, CustomStringConvertible {
  let message: String
  let status: ExitStatus

  init(_ message: String, status: ExitStatus) {
    self.message = message
    self.status = status
  }

  init(_ error: OutputError) { self.init("\(error)", status: error.exitStatus) }
  init(_ error: PNGError) { self.init("\(error)", status: .writingFailed) }
  init(_ error: ConnectionError) { self.init("\(error)", status: .unavailable) }
  init(_ error: RenderError) { self.init("\(error)", status: .unavailable) }
  init(_ error: SystemError) { self.init("\(error)", status: .unavailable) }

  /// If a window cannot be opened because of what was asked for, the usage was wrong; otherwise the
  /// server is unavailable.
  init(_ error: WindowError) {
    switch error {
    case .invalidSize, .invalidGeometry: self.init("\(error)", status: .usage)
    case .noTrueColorVisual, .invalidSaverWindow, .noSuchWindow, .unusableWindow, .connectionLost:
      self.init("\(error)", status: .unavailable)
    }
  }

  /// Wrong usage, with the argument parser's sentence put into the form of all messages: lower
  /// case, and without a full stop.
  init(usage sentence: String) {
    let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    self.init(words.prefix(1).lowercased() + words.dropFirst(), status: .usage)
  }

  var description: String { message }

  /// Prints the message, unless there is nothing to complain about.
  func printMessage() {
    if status != .success { StandardError.report(message) }
  }

  /// Prints the message and ends the program.
  func report() -> Never {
    printMessage()
    exit(status.rawValue)
  }
}
