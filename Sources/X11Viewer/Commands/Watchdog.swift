import AnimCore
import Glibc

/// Ends the process when it takes longer than it was allowed to, wherever it hangs: in a connection
/// to a server that does not answer, say.
enum Watchdog {
  /// Lets the process live for `span` seconds from now.
  static func start(_ span: Seconds) {
    // A signal handler may call little more than write and _exit (signal-safety(7)).
    signal(SIGALRM) { _ in
      let message: StaticString = "x11viewer: the time allowed by --timeout is over\n"
      _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
      _exit(ExitStatus.timedOut.rawValue)
    }
    var limit = itimerval()
    limit.it_value.tv_sec = Int(span)
    limit.it_value.tv_usec = Int((span - span.rounded(.down)) * 1e6)
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &limit, nil)
  }
}
