import Glibc

package enum BrokenPipe {
  /// Makes writing to a pipe or socket without a reader fail with EPIPE, instead of SIGPIPE
  /// silently ending the process. Child processes inherit this.
  package static func ignoreSignal() {
    signal(SIGPIPE, SIG_IGN)
  }
}
