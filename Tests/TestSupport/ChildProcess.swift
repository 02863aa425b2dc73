import Foundation

/// A program that a test runs, with its output as it arrives and a deadline for its end.
///
/// It never outlives this object.
package final class ChildProcess {
  package enum End: Hashable {
    case exit(Int32)
    case signal(Int32)
  }

  package struct Timeout: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  package let pid: pid_t
  private let name: String
  /// Its output to descriptors 1, 2 and, as required by `-displayfd` of servers, 3.
  private var output: [Int32: Pipe]
  /// A pipe without data, whose end shows that the process is gone.
  private let lifeline: Pipe
  private var end: End?

  private static let spawning = NSLock()

  /// Runs `body` while no other thread starts a child.
  static func whileNoneStarts(_ body: () throws -> Void) rethrows {
    spawning.lock()
    defer { spawning.unlock() }
    try body()
  }

  /// - Parameters:
  ///   - arguments: The program, which is searched in PATH if it has no slash, and its arguments.
  ///   - environment: Changes to the tests' environment; `nil` removes a variable.
  package init(_ arguments: [String], environment: [String: String?] = [:]) throws {
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    name = arguments[0]
    // No other child may start between creating a pipe and setting it to close on exec.
    Self.spawning.lock()
    defer { Self.spawning.unlock() }
    output = [1: try Pipe(), 2: try Pipe(), 3: try Pipe()]
    lifeline = try Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, pipe) in output {
      posix_spawn_file_actions_adddup2(&actions, pipe.writeEnd, descriptor)
    }
    posix_spawn_file_actions_adddup2(&actions, lifeline.writeEnd, 9)
    // Threads that run tests block signals, which children would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var pid: pid_t = 0
    var error: Int32
    repeat {
      error = posix_spawnp(&pid, name, &actions, &attributes, &argv, &envp)
    } while error == EINTR
    guard error == 0 else {
      throw Timeout(description: "cannot start \(name): \(String(cString: strerror(error)))")
    }
    self.pid = pid
    for pipe in output.values { pipe.closeWriteEnd() }
    lifeline.closeWriteEnd()
  }

  deinit {
    guard end == nil else { return }
    // SIGKILL also ends a stopped process.
    kill(pid, SIGKILL)
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }

  package func send(_ signal: Int32) { kill(pid, signal) }

  /// Requests that the process removes its files and ends. A process that doesn't end is killed
  /// when this object is released.
  package func terminate() {
    guard end == nil else { return }
    send(SIGTERM)
    send(SIGCONT)
    _ = try? wait(within: 5)
  }

  /// Returns the output to `descriptor` so far.
  package func text(of descriptor: Int32) -> String {
    String(decoding: data(of: descriptor), as: UTF8.self)
  }

  package func data(of descriptor: Int32) -> [UInt8] {
    guard let pipe = output[descriptor] else { return [] }
    pipe.drain()
    return pipe.bytes
  }

  /// Waits for the first complete line on `descriptor` that `accept` accepts.
  package func waitForLine(
    on descriptor: Int32, within seconds: Double = 20,
    where accept: (String) -> Bool = { _ in true }
  ) throws -> String {
    let deadline = Deadline(seconds)
    while true {
      let lines = text(of: descriptor).split(separator: "\n", omittingEmptySubsequences: false)
      if let line = lines.dropLast().first(where: { accept(String($0)) }) { return String(line) }
      guard let pipe = output[descriptor], !pipe.isAtEnd, pipe.waitForInput(deadline) else {
        throw Timeout(
          description: "no such line from \(name); it wrote: \(text(of: 1))\(text(of: 2))")
      }
    }
  }

  /// Waits for the process to end while reading its output.
  @discardableResult
  package func wait(within seconds: Double = 20) throws -> End {
    if let end { return end }
    let deadline = Deadline(seconds)
    let pipes = output.values + [lifeline]
    while !lifeline.isAtEnd {
      guard Pipe.waitForInput(pipes.filter { !$0.isAtEnd }, deadline) else {
        throw Timeout(description: "\(name) does not end; it wrote: \(text(of: 1))\(text(of: 2))")
      }
      for pipe in pipes { pipe.drain() }
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let end: End = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    self.end = end
    return end
  }
}

/// An instant in the future.
package struct Deadline {
  private let instant: ContinuousClock.Instant

  package init(_ seconds: Double) { instant = .now + .seconds(seconds) }

  /// The timeout for poll(), zero once the deadline has passed.
  package var milliseconds: Int32 {
    Int32(max(0, (instant - .now) / .milliseconds(1)).rounded(.up))
  }

  package var hasPassed: Bool { milliseconds == 0 }
}

/// A pipe whose reading end never blocks, and which isn't inherited by other children.
package final class Pipe {
  package let readEnd: Int32
  package private(set) var writeEnd: Int32
  package private(set) var bytes: [UInt8] = []
  private(set) var isAtEnd = false

  package init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(readEnd)
    closeWriteEnd()
  }

  package func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  package func drain() {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while !isAtEnd {
      let count = read(readEnd, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return }
      isAtEnd = count == 0
      bytes += chunk[..<count]
    }
  }

  package func waitForInput(_ deadline: Deadline) -> Bool { Pipe.waitForInput([self], deadline) }

  /// Waits until one of the pipes can be read or ends.
  package static func waitForInput(_ pipes: [Pipe], _ deadline: Deadline) -> Bool {
    var polls = pipes.map { pollfd(fd: $0.readEnd, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&polls, nfds_t(polls.count), deadline.milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }
}

/// Polls until `condition` is true, for changes that no event reports.
package func waitUntil(
  _ what: @autoclosure () -> String, within seconds: Double = 20, _ condition: () throws -> Bool
) throws {
  let deadline = Deadline(seconds)
  while !(try condition()) {
    guard !deadline.hasPassed else {
      throw ChildProcess.Timeout(description: "timed out waiting until \(what())")
    }
    usleep(5_000)
  }
}
