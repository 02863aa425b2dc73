import CLinux

/// The memory that the program has allocated.
package enum HeapMemory {
  /// The bytes in all arenas and in separate mappings (mallinfo(3)).
  package static var bytesInUse: Int {
    let info = mallinfo2()
    return Int(clamping: info.uordblks) + Int(clamping: info.hblkhd)
  }

  /// Has the C library keep memory that is freed, for what is allocated next, rather than return it
  /// to the system.
  package static func keepFreed() { clinux_keep_freed_memory() }

  /// Has the C library return each large block to the system when it is freed, so that no gaps are left between others.
  package static func returnFreed() { clinux_return_freed_memory() }
}

/// Makes the kernel provide memory for `count` bytes at once, which is twice as fast as page by page
/// at the first write. If it cannot, that is what happens.
package func populatePages(at address: UnsafeMutableRawPointer, _ count: Int) {
  madvise(address, count, MADV_POPULATE_WRITE)
}
