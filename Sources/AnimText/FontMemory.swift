import CFonts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An allocator for FreeType with a limit for the current operation.
///
/// A glyph can consist of other glyphs, and these of others again. FreeType reads a glyph and
/// allocates memory for it each time it is referenced. If each of thirty glyphs contains the next
/// one twice, there are a billion references. Without more memory, FreeType gives up.
struct FontMemory {
  private let memory: UnsafeMutablePointer<fonts_ft_memory>
  /// The number of bytes that can still be allocated. Freed memory isn't returned to the budget, so
  /// that time is limited as well.
  private let budget: UnsafeMutablePointer<Int>

  /// - Parameter bytes: The initial budget; see ``allow(_:)``.
  init(allowing bytes: Int) {
    budget = .allocate(capacity: 1)
    budget.initialize(to: bytes)
    memory = .allocate(capacity: 1)
    memory.initialize(
      to: fonts_ft_memory(
        user: budget,
        take: { memory, size in Self.takes(size, memory) ? malloc(size) : nil },
        give: { _, block in free(block) },
        resize: { memory, old, new, block in
          Self.takes(max(new - old, 0), memory) ? realloc(block, new) : nil
        }))
  }

  /// Sets the number of bytes that can be allocated from now on.
  func allow(_ bytes: Int) { budget.pointee = bytes }

  /// Creates a FreeType library that uses this allocator, or returns `nil` if it fails.
  func library(_ freeType: FreeType) -> OpaquePointer? {
    var library: OpaquePointer?
    guard freeType.newLibrary(memory, &library) == 0, let library else { return nil }
    freeType.addModules(library)
    return library
  }

  /// Frees the allocator. Call this once nothing allocates memory from it.
  func deallocate() {
    memory.deallocate()
    budget.deallocate()
  }

  private static func takes(_ size: Int, _ memory: UnsafeMutablePointer<fonts_ft_memory>?) -> Bool {
    guard let budget = memory?.pointee.user?.assumingMemoryBound(to: Int.self),
      size <= budget.pointee
    else { return false }
    budget.pointee -= size
    return true
  }
}
