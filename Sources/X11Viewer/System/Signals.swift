import CLinux
import Glibc

/// The signals that end the viewer or tell it that it was stopped, read from a signalfd so that
/// they arrive in the loop like any other event.
struct Signals: ~Copyable {
  let fileDescriptor: Int32

  private static let watched = [SIGINT, SIGTERM, SIGHUP, SIGCONT]

  private init(fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }

  /// Blocks the signals for the process, so that only the descriptor tells of them. Call it before
  /// any thread is started: threads inherit what is blocked.
  static func make() throws(SystemError) -> Signals {
    var set = Self.set
    sigprocmask(SIG_BLOCK, &set, nil)
    let descriptor = signalfd(
      -1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError(call: "signalfd") }
    return Signals(fileDescriptor: descriptor)
  }

  deinit { close(fileDescriptor) }

  /// The next signal that has arrived, nil where there is none.
  func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(fileDescriptor, &info, size) == size else { return nil }
    return Int32(info.ssi_signo)
  }

  /// Ends the process by `signal`, so that its parent sees the true cause of its end.
  static func die(of signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    var set = Self.set
    sigprocmask(SIG_UNBLOCK, &set, nil)
    raise(signal)
    exit(128 + signal)
  }

  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in watched { sigaddset(&set, signal) }
    return set
  }
}
