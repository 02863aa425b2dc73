import CFonts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory that FreeType takes for a font, of which it gets no more than is allowed for what it does at present.
///
/// A glyph may consist of others, and these of others again. FreeType reads each as often as it is referred to, and keeps
/// memory for it: thirty glyphs, of which each has the next one twice, are a billion. Without more memory it gives up.
struct FontMemory {
  private let memory: UnsafeMutablePointer<fonts_ft_memory>
  /// How many bytes may still be taken. What is returned does not count, so that time is limited as well.
  private let budget: UnsafeMutablePointer<Int>

  /// - Parameter bytes: see ``allow(_:)``.
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

  /// Allows to take so many bytes from now on.
  func allow(_ bytes: Int) { budget.pointee = bytes }

  /// A library of FreeType that takes its memory here; nil if it cannot be made.
  func library(_ freeType: FreeType) -> OpaquePointer? {
    var library: OpaquePointer?
    guard freeType.newLibrary(memory, &library) == 0, let library else { return nil }
    freeType.addModules(library)
    return library
  }

  /// To be called when nothing takes memory any more.
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
