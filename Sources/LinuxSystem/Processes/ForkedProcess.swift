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
    let pid = clinux_fork()
    if pid == 0 {
      _ = clinux_end_with_parent(SIGTERM)
      // It may have ended before that.
      if getppid() != parent { raise(SIGTERM) }
      body()
    }
    guard pid > 0 else { throw SystemError(call: "fork") }
    return Subprocess.end(of: pid)
  }
}
