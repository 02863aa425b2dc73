/// The program's exit status. The names and numbers are those of
/// sysexits.h, but for ``differs``, which borrows "data" for its own question.
///
/// 1 to 6 are left to xvfb-run, and 128 + n to a death by signal n.
enum ExitStatus: Int32, CaseIterable, Sendable {
  /// EX_OK: everything that was asked for is done.
  case success = 0
  /// EX_USAGE: the arguments make no sense.
  case usage = 64
  /// EX_DATAERR: the pictures compared are not the same, or a file is not a picture.
  case differs = 65
  /// EX_NOINPUT: a file that was to be read is not there or cannot be read. Not ``differs``, which
  /// is a verdict on what was read.
  case noInput = 66
  /// EX_UNAVAILABLE: there is no display, or its server went away.
  case unavailable = 69
  /// EX_CANTCREAT: an output file cannot be created.
  case cannotCreate = 73
  /// EX_IOERR: writing failed.
  case writingFailed = 74
  /// EX_TEMPFAIL: the time allowed by `--timeout` is over.
  case timedOut = 75
}
