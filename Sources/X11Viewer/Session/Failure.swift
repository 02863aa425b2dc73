import Glibc

/// What ends the program before its work is done: one sentence for the user, and the exit status.
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

  /// A window that cannot be had because of what was asked for is a matter of usage, otherwise of
  /// the server.
  init(_ error: WindowError) {
    switch error {
    case .invalidSize, .invalidGeometry: self.init("\(error)", status: .usage)
    case .noTrueColorVisual, .noSuchWindow, .unusableWindow, .connectionLost:
      self.init("\(error)", status: .unavailable)
    }
  }

  var description: String { message }

  /// Tells the user, unless there is nothing to complain about, and ends the program.
  func report() -> Never {
    if status != .success {
      StandardError.write("x11viewer: \(message)\n")
    }
    exit(status.rawValue)
  }
}
