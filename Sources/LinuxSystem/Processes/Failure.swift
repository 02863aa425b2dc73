import Glibc

/// A failure that ends the program early: one sentence for the user, and the exit status.
package struct Failure: Error, CustomStringConvertible {
  package let message: String
  package let status: ExitStatus

  package init(_ message: String, status: ExitStatus) {
    self.message = message
    self.status = status
  }

  package init(_ error: OutputError) { self.init("\(error)", status: error.exitStatus) }
  package init(_ error: SystemError) { self.init("\(error)", status: .unavailable) }

  /// Creates a usage error from a sentence of the argument parser, reformatted like other messages:
  /// in lower case and without a full stop.
  package init(usage sentence: String) {
    let line = sentence.split(separator: "\n").joined(separator: "; ")
    let words = line.hasSuffix(".") ? line.dropLast() : line[...]
    self.init(words.prefix(1).lowercased() + words.dropFirst(), status: .usage)
  }

  package var description: String { message }

  /// Prints the message, unless it is empty.
  package func printMessage() {
    if status != .success { StandardError.report(message) }
  }

  /// Prints the message and exits the program.
  package func report() -> Never {
    printMessage()
    exit(status.rawValue)
  }
}

/// The exit status of the program. The values are those of sysexits.h, where ``differs`` uses the
/// value for invalid data.
///
/// 1 to 6 are reserved for xvfb-run, and 128 + n means that signal n terminated the program.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  /// EX_OK: success.
  case success = 0
  /// EX_USAGE: invalid arguments.
  case usage = 64
  /// EX_DATAERR: compared images differ, or a file isn't an image.
  case differs = 65
  /// EX_NOINPUT: an input file is missing or can't be read. In contrast, ``differs`` is a result
  /// about the contents.
  case noInput = 66
  /// EX_UNAVAILABLE: no display is available, the connection to the X server was lost, or a program
  /// is missing.
  case unavailable = 69
  /// EX_CANTCREAT: an output file can't be created.
  case cannotCreate = 73
  /// EX_IOERR: writing failed.
  case writingFailed = 74
  /// EX_TEMPFAIL: a time limit was exceeded.
  case timedOut = 75
  /// EX_CONFIG: a configuration file is invalid.
  case configuration = 78
}
