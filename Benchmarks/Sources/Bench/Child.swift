import Foundation

/// A measured program.
final class Child {
  let identifier: pid_t
  private let command: String
  private let output: FileHandle
  private let start = ContinuousClock.now
  private var hasEnded = false

  /// The result of a finished program.
  struct Result {
    var text: String
    /// The processor time of all threads, in user and kernel mode.
    var processorSeconds: Double
    var wallSeconds: Double
  }

  /// Starts a program. Its standard output is captured, and its standard error is discarded.
  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    command = arguments.joined(separator: " ")
    let pipe = Pipe()
    output = pipe.fileHandleForReading
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var variables = ProcessInfo.processInfo.environment
    variables.merge(environment) { $1 }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + settings { free(word) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, arguments[0], &actions, nil, &words, &settings)
    guard code == 0 else {
      throw BenchError("cannot start \(arguments[0]): \(String(cString: strerror(code)))")
    }
    identifier = child
    try? pipe.fileHandleForWriting.close()
  }

  deinit {
    guard !hasEnded else { return }
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  func send(_ signal: Int32) { kill(identifier, signal) }

  /// Waits for the first line that the program prints, and returns it without its line feed.
  func readLine() throws -> String {
    var line = Data()
    while let byte = try output.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
    guard !line.isEmpty else { throw BenchError("\(command) did not start") }
    return String(decoding: line, as: UTF8.self)
  }

  /// Waits for the program to end.
  /// - Parameter mayFail: Whether the status is irrelevant, for example because the program was stopped intentionally.
  @discardableResult
  func finish(mayFail: Bool = false) throws -> Result {
    let data = try output.readToEnd() ?? Data()
    var status: Int32 = 0
    var usage = rusage()
    wait4(identifier, &status, 0, &usage)
    hasEnded = true
    guard status == 0 || mayFail else { throw BenchError("\(command) failed") }
    return Result(
      text: String(decoding: data, as: UTF8.self),
      processorSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
      wallSeconds: (ContinuousClock.now - start).seconds)
  }

  /// Stops a program that doesn't exit by itself.
  func stop() throws {
    send(SIGTERM)
    try finish(mayFail: true)
  }

  /// Runs a program until it exits.
  @discardableResult
  static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
    try Child(arguments, environment: environment).finish()
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

extension String {
  /// All numbers in the text, separated by white space.
  var numbers: [Double] { split(whereSeparator: \.isWhitespace).compactMap { Double($0) } }
}

func sleep(seconds: Double) {
  usleep(UInt32(seconds * 1e6))
}

/// Returns whether the shell finds a program.
func isInstalled(_ program: String) -> Bool {
  (try? Child.run(["sh", "-c", "command -v \(program)"])) != nil
}
