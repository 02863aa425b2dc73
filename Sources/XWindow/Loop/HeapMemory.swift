import CLinux

/// The memory that the program has allocated.
package enum HeapMemory {
  /// In all arenas, and in mappings of their own (mallinfo(3)).
  package static var bytesInUse: Int {
    let info = mallinfo2()
    return Int(clamping: info.uordblks) + Int(clamping: info.hblkhd)
  }
}
