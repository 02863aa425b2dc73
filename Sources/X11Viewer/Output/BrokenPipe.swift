import Glibc

enum BrokenPipe {
  /// From now on writing to a pipe or socket without a reader fails with EPIPE, where the default
  /// is that SIGPIPE ends the process without a word. Child processes inherit this.
  static func ignoreSignal() {
    signal(SIGPIPE, SIG_IGN)
  }
}
