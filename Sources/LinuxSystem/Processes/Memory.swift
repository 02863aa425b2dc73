import CLinux

/// The heap memory of the program.
package enum HeapMemory {
  /// The number of bytes allocated in arenas and in separate mappings (mallinfo(3)).
  package static var bytesInUse: Int {
    let info = mallinfo2()
    return Int(clamping: info.uordblks) + Int(clamping: info.hblkhd)
  }

  /// Makes the C library keep freed memory for later allocations, rather than return it to the system.
  package static func keepFreed() { clinux_keep_freed_memory() }

  /// Makes the C library return each large block to the system as soon as it is freed, which avoids fragmentation.
  package static func returnFreed() { clinux_return_freed_memory() }
}

/// Makes the kernel provide `count` bytes of memory in one step, which is twice as fast as page by page at the first
/// write. If that fails, the pages are provided one by one.
package func populatePages(at address: UnsafeMutableRawPointer, _ count: Int) {
  madvise(address, count, MADV_POPULATE_WRITE)
}
