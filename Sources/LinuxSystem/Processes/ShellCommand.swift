import Glibc
import Synchronization

/// The user's custom commands, which run in the background until they finish.
///
/// A command is shell code. The shell receives the file name as an argument and in the environment,
/// so the name is never parsed as code.
package final class ShellCommands: Sendable {
  private struct State {
    var runningCount = 0
    var failures: [String] = []
  }

  private let state = Mutex(State())
  /// A descriptor that becomes readable when a command fails.
  private let ready: EventDescriptor

  /// The environment variable that contains the path of the file.
  package static let fileVariable = "X11VIEWER_FILE"
  /// The maximum number of concurrent commands, so that holding a key down doesn't overload the machine.
  private static let maximumCount = 32

  package init(ready: EventDescriptor) { self.ready = ready }

  /// Starts a command without waiting for it.
  ///
  /// - Parameter path: The absolute path of the file.
  package func start(_ command: String, about path: String) throws(Failure) {
    let isFull = state.withLock { state in
      guard state.runningCount < Self.maximumCount else { return true }
      state.runningCount += 1
      return false
    }
    if isFull {
      throw Failure(
        "exec: \(Self.maximumCount) commands are still running; wait for one to end",
        status: .unavailable)
    }
    do throws(SystemError) {
      let pid = try Self.spawn(command, path)
      // One thread waits for each process, so no zombies remain.
      do throws(SystemError) {
        try startThread { [self] in didEnd(command, Self.wait(for: pid)) }
      } catch {
        didEnd(command, Self.wait(for: pid))
      }
    } catch {
      state.withLock { $0.runningCount -= 1 }
      throw Failure("exec: \(error)", status: .unavailable)
    }
  }

  /// Returns the failures of commands since the last call, one sentence each.
  package func takeFailures() -> [String] {
    state.withLock { state in
      defer { state.failures = [] }
      return state.failures
    }
  }

  private func didEnd(_ command: String, _ failure: String?) {
    state.withLock { state in
      state.runningCount -= 1
      if let failure { state.failures.append("\(command): \(failure)") }
    }
    if failure != nil { ready.signal() }
  }

  /// - Returns: A description of the failure, or `nil` if the process succeeded.
  private static func wait(for pid: pid_t) -> String? {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    let signal = status & 0x7F
    if signal != 0 { return "ended by signal \(signal)" }
    let code = status >> 8 & 0xFF
    return code == 0 ? nil : "ended with status \(code)"
  }

  private static func spawn(_ command: String, _ path: String) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Subprocess.resetSignals(&attributes)
    let kept = environment.filter { !$0.hasPrefix("\(fileVariable)=") }
    var variables = (kept + ["\(fileVariable)=\(path)"]).map { strdup($0.systemPath) } + [nil]
    // The shell uses the argument after the command as its own name in messages.
    let words: [String] = ["sh", "-c", command, "x11viewer", path]
    var arguments = words.map { strdup($0.systemPath) } + [nil]
    defer { for pointer in variables + arguments { free(pointer) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, "/bin/sh", &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SystemError(call: "posix_spawn", code: code) }
    return pid
  }

  private static var environment: [String] {
    var all: [String] = []
    var next = environ
    while let variable = next.pointee {
      all.append(String(fileName: variable))
      next += 1
    }
    return all
  }
}
