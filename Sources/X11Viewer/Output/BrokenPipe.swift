import Glibc

enum BrokenPipe {
  /// Makes writing to a pipe or socket without a reader fail with EPIPE, instead of SIGPIPE
  /// silently ending the process. Child processes inherit this.
  static func ignoreSignal() {
    signal(SIGPIPE, SIG_IGN)
  }
}
