import Glibc

/// Runs one kernel again and again: `Kernels NAME REPEATS` prints the mean microseconds of one run
/// of it. Without arguments it lists the names.
///
/// Under a simulator that counts instructions, the difference of two runs with different REPEATS
/// is the kernel's own count.
@main
enum Kernels {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      for kernel in Kernel.all { print(kernel.name) }
      return
    }
    guard let kernel = Kernel.all.first(where: { $0.name == arguments[1] }),
      let repeats = Int(arguments[2]), repeats > 0
    else {
      print("no such kernel, or no number of repeats")
      exit(64)
    }
    let body = kernel.make()
    // The first runs make memory grow, and fill the caches.
    for run in 0..<2 { body(run) }
    let clock = ContinuousClock()
    let start = clock.now
    for run in 0..<repeats { body(run) }
    let (seconds, attoseconds) = (clock.now - start).components
    print((Double(seconds) * 1e6 + Double(attoseconds) * 1e-12) / Double(repeats))
  }
}
