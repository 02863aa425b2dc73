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
  package init(_ error: SystemError) { self.init("\(error)", status: .unavailable) }

  /// Wrong usage, with the argument parser's sentence put into the form of all messages: lower
  /// case, and without a full stop.
  package init(usage sentence: String) {
    let line = sentence.split(separator: "\n").joined(separator: "; ")
    let words = line.hasSuffix(".") ? line.dropLast() : line[...]
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

/// The program's exit status. The numbers are those of sysexits.h; ``differs`` borrows that of
/// invalid data.
///
/// 1 to 6 are left to xvfb-run, and 128 + n means ended by signal n.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  /// EX_OK: everything was done.
  case success = 0
  /// EX_USAGE: the arguments make no sense.
  case usage = 64
  /// EX_DATAERR: the pictures compared are not the same, or a file is not a picture.
  case differs = 65
  /// EX_NOINPUT: an input file is missing or cannot be read. Not ``differs``, which is a verdict on
  /// what was read.
  case noInput = 66
  /// EX_UNAVAILABLE: there is no display, the connection to its server was lost, or a program is
  /// missing.
  case unavailable = 69
  /// EX_CANTCREAT: an output file cannot be created.
  case cannotCreate = 73
  /// EX_IOERR: writing failed.
  case writingFailed = 74
  /// EX_TEMPFAIL: it took longer than it was allowed to.
  case timedOut = 75
  /// EX_CONFIG: a file of the user's settings makes no sense.
  case configuration = 78
}
