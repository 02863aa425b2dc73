import CLinux
import Glibc

/// A part of the program's work in a separate process, which can be sandboxed and can fail without
/// ending the program.
package enum ForkedProcess {
  /// Runs `body` in a new process and waits for it to end. Call it while there is only one thread.
  ///
  /// The new process receives SIGTERM if this one ends first.
  package static func run(_ body: () -> Never) throws(SystemError) -> Subprocess.End {
    let parent = getpid()
    let pid = try fork(waits: true) {
      _ = clinux_end_with_parent(SIGTERM)
      // It may have ended before that.
      if getppid() != parent { raise(SIGTERM) }
      body()
    }
    return Subprocess.end(of: pid)
  }

  /// Creates a process that runs `body`, and returns its ID. Call it while there is only one thread.
  ///
  /// - Parameter waits: Whether to wait for the process to end.
  static func fork(waits: Bool = false, _ body: () -> Never) throws(SystemError) -> pid_t {
    let pid = withoutActuallyEscaping(body) { body in
      let task = Unmanaged.passRetained(Task(body))
      defer { task.release() }
      return clinux_fork(
        { context in
          if let context { Unmanaged<Task>.fromOpaque(context).takeUnretainedValue().body() }
        }, task.toOpaque(), waits ? 1 : 0)
    }
    guard pid > 0 else { throw SystemError(call: "fork") }
    return pid
  }

  /// Carries a closure in a pointer.
  private final class Task {
    let body: () -> Never

    init(_ body: @escaping () -> Never) { self.body = body }
  }
}
