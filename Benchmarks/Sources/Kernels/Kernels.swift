import Glibc
import ImageCases

/// Runs one kernel repeatedly: `Kernels NAME REPEATS` prints the mean elapsed and processor time of
/// a run, in microseconds, and the maximum memory in megabytes. Without arguments, it lists the
/// names.
///
/// `Kernels --case NAME` prints a case of the kernels vector-NAME for the peers, `Kernels --picture
/// NAME` prints the viewer's image of it as a portable pixmap, and `Kernels --page FILE` prints the
/// viewer's images of the cases of page.py (see ``Page``).
///
/// Under a simulator that counts instructions, the difference between two runs with different
/// REPEATS is the count of the kernel alone.
@main
enum Kernels {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      for kernel in Kernel.all { print(kernel.name) }
      return
    }
    if arguments[1] == "--case" || arguments[1] == "--picture" {
      guard let image = VectorCase.all.first(where: { $0.name == arguments[2] }) else { exit(64) }
      if arguments[1] == "--case" { print(image.text) } else { image.printPixmap() }
      return
    }
    if arguments[1] == "--page" {
      guard let text = contents(of: arguments[2]) else { exit(66) }
      Page.draw(text)
      return
    }
    guard let kernel = Kernel.all.first(where: { $0.name == arguments[1] }),
      let repeats = Int(arguments[2]), repeats > 0
    else {
      print("no such kernel, or no number of repeats")
      exit(64)
    }
    let body = kernel.make()
    // The first runs grow the memory and fill the caches. No run has the number of an earlier one,
    // because its cached coverage could be reused.
    for run in 0..<2 { body(run) }
    let clock = ContinuousClock()
    let processorStart = processorTime()
    let start = clock.now
    for run in 2..<repeats + 2 { body(run) }
    let (seconds, attoseconds) = (clock.now - start).components
    let processor = processorTime() - processorStart
    print(
      (Double(seconds) * 1e6 + Double(attoseconds) * 1e-12) / Double(repeats),
      processor * 1e6 / Double(repeats), peakMegabytes)
  }

  /// The maximum memory of the process so far.
  private static var peakMegabytes: Double {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return Double(usage.ru_maxrss) / 1024
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var text: [UInt8] = []
    while case let byte = getc(file), byte != EOF { text.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the processor time of all threads, in seconds.
  private static func processorTime() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}
