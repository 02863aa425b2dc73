import CLinux
import Glibc

/// The signals that terminate a program, read from a signalfd.
package struct Signals: ~Copyable, Sendable {
  package let fileDescriptor: Int32
  /// The signals that this blocked.
  private let blocked: sigset_t

  private init(fileDescriptor: Int32, blocked: sigset_t) {
    (self.fileDescriptor, self.blocked) = (fileDescriptor, blocked)
  }

  /// Blocks the signals for the process until the result is destroyed, so that only the descriptor reports them. Call
  /// this before starting threads, which inherit the mask.
  package static func make() throws(SystemError) -> Signals {
    // A signalfd would also report ignored signals. nohup(1) ignores SIGHUP so that the program survives it, and shells
    // ignore SIGINT for background jobs of scripts.
    let endingSignals = [SIGTERM] + [SIGINT, SIGHUP].filter { !isIgnored($0) }
    let (fileDescriptor, blocked) = try readable(endingSignals)
    return Signals(fileDescriptor: fileDescriptor, blocked: blocked)
  }

  /// Blocks signals, and creates a descriptor that reports them.
  /// - Returns: The descriptor, and the signals that weren't blocked before.
  fileprivate static func readable(
    _ signals: [Int32]
  ) throws(SystemError) -> (fileDescriptor: Int32, blocked: sigset_t) {
    var (set, old) = (sigset_t(), sigset_t())
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    let descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError(call: "signalfd") }
    pthread_sigmask(SIG_BLOCK, &set, &old)
    for signal in signals where sigismember(&old, signal) == 1 { sigdelset(&set, signal) }
    return (descriptor, set)
  }

  deinit {
    close(fileDescriptor)
    var blocked = blocked
    pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
  }

  /// Returns the next signal, or `nil` if no signal is pending.
  package func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(fileDescriptor, &info, size) == size else { return nil }
    return Int32(info.ssi_signo)
  }

  /// Terminates the process by `signal`, so that its parent sees the actual cause.
  package static func die(of signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(signal)
    // The first process of a container doesn't die from signals that it raises itself.
    _exit(128 + signal)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    // Swift can't compare functions. SIG_IGN is the address 1.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

/// A watcher for SIGCONT, which reports that the process continues after a stop.
///
/// The kernel queues the signal before it lets the process run. A caller that reads the clock and
/// then calls ``take()`` therefore learns about every stop before that time, without waiting for
/// another thread.
package final class ContinuationWatcher: Sendable {
  package let fileDescriptor: Int32

  /// - Parameter fileDescriptor: A descriptor that becomes readable when the process continues, until it is read.
  package init(owning fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }

  /// Blocks SIGCONT for the process. Call this before starting threads, like ``Signals/make()``.
  package static func make() throws(SystemError) -> ContinuationWatcher {
    ContinuationWatcher(owning: try Signals.readable([SIGCONT]).fileDescriptor)
  }

  deinit { close(fileDescriptor) }

  /// Returns whether the process has been stopped and continued since the last call.
  package func take() -> Bool {
    var info = signalfd_siginfo()
    return read(fileDescriptor, &info, MemoryLayout<signalfd_siginfo>.size) > 0
  }
}
