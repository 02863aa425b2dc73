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
  /// EX_TEMPFAIL: `--timeout` expired.
  case timedOut = 75
}
