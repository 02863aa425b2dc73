import CLinux
import Glibc

/// The signals that end the viewer, or report that it continues after a stop, read from a signalfd.
package struct Signals: ~Copyable, Sendable {
  package let fileDescriptor: Int32

  private init(fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }

  /// Blocks the signals for the process, so that only the descriptor reports them. Call it before
  /// any thread is started: threads inherit the mask.
  package static func make() throws(SystemError) -> Signals {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGCONT] { sigaddset(&set, signal) }
    // A signalfd reads ignored signals too, but nohup(1) ignores this one to survive it.
    if !isIgnored(SIGHUP) { sigaddset(&set, SIGHUP) }
    sigprocmask(SIG_BLOCK, &set, nil)
    let descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError(call: "signalfd") }
    return Signals(fileDescriptor: descriptor)
  }

  deinit { close(fileDescriptor) }

  /// The next signal that has arrived; nil if there is none.
  package func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(fileDescriptor, &info, size) == size else { return nil }
    return Int32(info.ssi_signo)
  }

  /// Ends the process by `signal`, so that its parent sees the true cause.
  package static func die(of signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(signal)
    // The first process in a container does not die from signals that it raises.
    _exit(128 + signal)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    // Swift cannot compare functions; SIG_IGN is the address 1.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
