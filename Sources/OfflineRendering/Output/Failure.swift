import AnimCore
import Glibc

/// A failure that ends the program before its work is done: one sentence for the user, and the exit
/// status.
package struct Failure: Error, CustomStringConvertible {
  package let message: String
  package let status: ExitStatus

  package init(_ message: String, status: ExitStatus) {
    self.message = message
    self.status = status
  }

  package init(_ error: OutputError) { self.init("\(error)", status: error.exitStatus) }
  package init(_ error: PNGError) { self.init("\(error)", status: .writingFailed) }
  package init(_ error: SystemError) { self.init("\(error)", status: .unavailable) }

  /// Wrong usage, with the argument parser's sentence put into the form of all messages: lower
  /// case, and without a full stop.
  package init(usage sentence: String) {
    let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    self.init(words.prefix(1).lowercased() + words.dropFirst(), status: .usage)
  }

  package var description: String { message }

  /// Prints the message, unless there is nothing to complain about.
  package func printMessage() {
    if status != .success { StandardError.report(message) }
  }

  /// Prints the message and ends the program.
  package func report() -> Never {
    printMessage()
    exit(status.rawValue)
  }
}
