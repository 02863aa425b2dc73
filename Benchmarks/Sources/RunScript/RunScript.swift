import AnimScript
import Glibc

/// Runs a file as a script: RunScript FILE [TIMES].
///
/// The exit status is 0 on success, and 1 if the script throws or is invalid, with the exception in
/// the first line of standard error, as test262 runners expect. With a number, prints the mean time
/// of that many evaluations.
@main
struct RunScript {
  static func main() {
    let arguments = CommandLine.arguments
    guard (2...3).contains(arguments.count), let text = contents(of: arguments[1]) else {
      printError("RunScript FILE [TIMES]")
      exit(2)
    }
    var limits = ScriptLimits()
    limits.sourceLength = 10 << 20
    limits.steps = 2_000_000_000
    limits.heapBytes = 1 << 30
    limits.stringLength = 1 << 26
    limits.arrayLength = 1 << 22
    do throws(ScriptError) {
      let script = try Script(
        text, vocabulary: Vocabulary([]), form: .program, limits: limits)
      let interpreter = Interpreter(limits: limits)
      let host = EmptyHost()
      let times = arguments.count > 2 ? max(Int(arguments[2]) ?? 1, 1) : 1
      let start = processorSeconds()
      for _ in 0..<times {
        try interpreter.evaluate(script, host: host) { _ throws(Exception) in }
      }
      let seconds = (processorSeconds() - start) / Double(times)
      if times > 1 { print("\(seconds * 1e6) µs, \(interpreter.steps) steps") }
    } catch {
      // Unsupported language features count as syntax errors.
      let name = error.kind == .unsupported ? "SyntaxError" : error.name
      let line = error.line > 0 ? " (line \(error.line))" : ""
      printError((name.isEmpty ? "" : name + ": ") + error.message + line)
      exit(1)
    }
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func printError(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(2, bytes, bytes.count)
  }
}
