import CLinux

/// The number of processors that this process may run on, at least one. Queues may give a job only
/// some of the machine's.
package func allowedProcessors() -> Int {
  // 8192 processors, the most that the kernel can be built for.
  var mask = [UInt8](repeating: 0, count: 1024)
  guard clinux_affinity(&mask, mask.count) > 0 else { return 1 }
  return max(1, mask.reduce(0) { $0 + $1.nonzeroBitCount })
}
