import CLinux

/// How many processors this process may run on, at least one. Queues give a job a part of those of
/// the machine.
func allowedProcessors() -> Int {
  // As many bits as the kernel can be built for.
  var mask = [UInt8](repeating: 0, count: 1024)
  guard clinux_affinity(&mask, mask.count) > 0 else { return 1 }
  return max(1, mask.reduce(0) { $0 + $1.nonzeroBitCount })
}
