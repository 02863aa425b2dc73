import CLinux
import Glibc
import Synchronization

/// A child process that reads from this process and writes to a file that this process has opened.
package final class Subprocess: Sendable {
  private struct State {
    /// The process, or `nil` after it was waited for, because its number may then belong to another
    /// process.
    var pid: pid_t?
    var input: Int32
    /// The pipes of a process that waits to become a program, or `nil` after it was started.
    var start: (request: Int32, answer: Int32)?
    var wasKilled = false
  }

  /// The way in which a process ended.
  package enum End: Hashable {
    case exit(Int32)
    case signal(Int32)
  }

  private let state: Mutex<State>
  /// Files in memory that receive the process's standard error and standard output.
  private let messages: Int32
  private let answers: Int32

  /// The descriptor under which the program finds the file.
  package static let outputDescriptor: Int32 = 3

  /// Starts a program with a pipe on its standard input. It has its own process group, so that an
  /// interrupt from the terminal reaches only this process.
  ///
  /// - Parameters:
  ///   - arguments: The program, which is looked up in PATH, and its arguments.
  ///   - output: The descriptor of the file, which the program receives as ``outputDescriptor``.
  /// - Throws: ``SystemError``, with the code ENOENT if the program doesn't exist.
  package convenience init(_ arguments: [String], output: Int32) throws(SystemError) {
    try self.init()
    let ends = try Self.pipe()
    var pid: pid_t = 0
    let code = Self.spawn(
      &pid, arguments,
      descriptors: [
        (ends[0], STDIN_FILENO), (answers, STDOUT_FILENO), (messages, STDERR_FILENO),
        (output, Self.outputDescriptor),
      ])
    close(ends[0])
    state.withLock { $0 = State(pid: code == 0 ? pid : nil, input: ends[1], start: nil) }
    if code != 0 { throw SystemError(call: "posix_spawn", code: code) }
  }

  private init() throws(SystemError) {
    messages = clinux_memory_file("messages")
    answers = clinux_memory_file("answers")
    state = Mutex(State(pid: nil, input: -1, start: nil))
    guard messages >= 0, answers >= 0 else { throw SystemError(call: "memfd_create") }
  }

  /// Creates a pipe for standard input: the end for the child and the end for this process.
  private static func pipe() throws(SystemError) -> [Int32] {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else { throw SystemError(call: "pipe") }
    // Make room for a complete small image instead of a sixteenth, which saves context switches.
    _ = fcntl(ends[1], setPipeSize, 1 << 20)
    return ends
  }

  deinit {
    kill()
    _ = wait()
    state.withLock { state in
      if let start = state.start {
        close(start.request)
        close(start.answer)
      }
    }
    for file in [messages, answers] where file >= 0 { close(file) }
  }

  /// The process ID, or `nil` once the process has been waited for.
  package var processID: pid_t? { state.withLock { $0.pid } }

  /// Glibc declares F_SETPIPE_SZ only with _GNU_SOURCE.
  private static let setPipeSize: Int32 = 1031

  /// Writes to the standard input of the process. Blocks while the pipe is full.
  package func write(_ bytes: RawSpan) throws(FileDescriptor.Failure) {
    try FileDescriptor.write(bytes, to: state.withLock { $0.input })
  }

  /// Closes the standard input of the process and waits for its end. Returns `nil` if this was already done.
  package func wait() -> End? {
    let pid = state.withLock { state in
      if state.input >= 0 { close(state.input) }
      state.input = -1
      return state.pid
    }
    guard let pid else { return nil }
    // Reap the process only under the lock, so that ``kill()`` never hits another process with the same ID.
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return state.withLock { state in
      state.pid = nil
      return Self.end(of: pid)
    }
  }

  /// Waits for a process that this one has started, and reaps it.
  static func end(of pid: pid_t) -> End {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }

  /// Kills the process if it is still running. Thread-safe.
  package func kill() {
    state.withLock { state in
      state.wasKilled = true
      if let pid = state.pid { _ = Glibc.kill(pid, SIGKILL) }
    }
  }

  /// Whether ``kill()`` was called.
  package var wasKilled: Bool { state.withLock { $0.wasKilled } }

  /// The last line of the standard error of the process, or `nil` if it wrote nothing.
  package var lastMessage: String? { lastMessages.last }

  /// The last lines of the standard error of the process, up to a few thousand bytes.
  package var lastMessages: [String] { Self.lastLines(of: messages) }

  /// The last lines of the standard output of the process, up to a few thousand bytes.
  package var lastAnswers: [String] { Self.lastLines(of: answers) }

  private static func lastLines(of file: Int32) -> [String] {
    let limit = 4096
    let end = Int(lseek(file, 0, SEEK_END))
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = max(0, pread(file, buffer.baseAddress, limit, off_t(max(0, end - limit))))
    }
    return bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

// Processes that later start a program, for use after the locks, when no new process can be created.
extension Subprocess {
  /// Creates a process that becomes a program when it receives some numbers. Call it while there is
  /// only one thread.
  ///
  /// - Parameters:
  ///   - output: The descriptor of the file, which the program receives as ``outputDescriptor``.
  ///   - numberCount: The number of numbers.
  ///   - prepare: A closure that the new process calls immediately, to give up rights that the
  ///     program doesn't need.
  ///   - command: A closure that the new process calls, which returns the program and its
  ///     arguments, or `nil` if the numbers are invalid.
  package convenience init(
    waitingWithOutput output: Int32, numberCount: Int, prepare: () -> Void,
    command: ([Int]) -> [String]?
  ) throws(SystemError) {
    try self.init()
    let ends = try Self.pipe()
    let (requests, verdicts) = (try Self.pipe(), try Self.pipe())
    defer { for end in [ends[0], requests[0], verdicts[1]] { close(end) } }
    state.withLock {
      $0 = State(pid: nil, input: ends[1], start: (request: requests[1], answer: verdicts[0]))
    }
    let pid = try ForkedProcess.fork {
      for end in [ends[1], requests[1], verdicts[0]] { close(end) }
      Self.wait(
        for: requests[0], verdict: verdicts[1],
        descriptors: [
          (ends[0], STDIN_FILENO), (answers, STDOUT_FILENO), (messages, STDERR_FILENO),
          (output, Self.outputDescriptor),
        ], numberCount, prepare, command)
    }
    state.withLock { $0.pid = pid }
  }

  /// Makes the process start the program. Call this only once.
  ///
  /// - Throws: ``SystemError``, with the code ENOENT if the program doesn't exist, and ESRCH if the
  ///   process ended before it could start the program.
  package func start(_ numbers: [Int]) throws(SystemError) {
    let start = state.withLock { state in
      defer { state.start = nil }
      return state.start
    }
    guard let start else { return }
    defer { close(start.answer) }
    do throws(FileDescriptor.Failure) {
      defer { close(start.request) }
      try FileDescriptor.write(numbers.span.bytes, to: start.request)
    } catch {
      throw SystemError(call: "write", code: error.code)
    }
    // The process writes zero immediately before it becomes the program, which doesn't inherit the
    // pipe, and then the error if it is still the same process.
    var code: Int32 = 0
    guard Self.fill(&code, from: start.answer) else {
      throw SystemError(call: "execvp", code: ESRCH)
    }
    if Self.fill(&code, from: start.answer) { throw SystemError(call: "execvp", code: code) }
  }

  /// Runs in the new process.
  private static func wait(
    for request: Int32, verdict: Int32, descriptors: [(ours: Int32, its: Int32)],
    _ numberCount: Int, _ prepare: () -> Void, _ command: ([Int]) -> [String]?
  ) -> Never {
    setpgid(0, 0)
    for number in 1..<NSIG where number != SIGKILL && number != SIGSTOP { signal(number, SIG_DFL) }
    // Use numbers above those of the program's descriptors.
    let (request, verdict) = (
      fcntl(request, F_DUPFD_CLOEXEC, 64), fcntl(verdict, F_DUPFD_CLOEXEC, 64)
    )
    let high = descriptors.map { fcntl($0.ours, F_DUPFD_CLOEXEC, 64) }
    for (descriptor, its) in zip(high, descriptors.map(\.its)) { dup2(descriptor, its) }
    // Inherited pipe ends would prevent other readers from seeing the end of those pipes.
    for descriptor in outputDescriptor + 1..<64 { close(descriptor) }
    prepare()
    var numbers = [Int](repeating: 0, count: numberCount)
    for index in numbers.indices where !fill(&numbers[index], from: request) { _exit(0) }
    guard let arguments = command(numbers) else { _exit(127) }
    var pointers = arguments.map { strdup($0.systemPath) } + [nil]
    var code: Int32 = 0
    Glibc.write(verdict, &code, MemoryLayout<Int32>.size)
    if let program = pointers[0] { execvp(program, &pointers) }
    code = errno
    Glibc.write(verdict, &code, MemoryLayout<Int32>.size)
    _exit(127)
  }

  /// Reads a number. Returns `false` at the end of the input.
  private static func fill<Number: BitwiseCopyable>(
    _ number: inout Number, from descriptor: Int32
  ) -> Bool {
    withUnsafeMutableBytes(of: &number) { buffer in
      var count = 0
      while count < buffer.count, let base = buffer.baseAddress {
        let result = read(descriptor, base + count, buffer.count - count)
        if result < 0, errno == EINTR { continue }
        guard result > 0 else { return false }
        count += result
      }
      return true
    }
  }
}

extension Subprocess {
  private static func spawn(
    _ pid: inout pid_t, _ arguments: [String], descriptors: [(ours: Int32, its: Int32)]
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (ours, its) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, its) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    resetSignals(&attributes)

    var pointers = arguments.map { strdup($0.systemPath) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return posix_spawnp(&pid, arguments[0], &actions, &attributes, &pointers, environ)
  }

  /// Makes a new process inherit no blocked or ignored signals, and receive none from the terminal.
  static func resetSignals(_ attributes: inout posix_spawnattr_t) {
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
  }
}
