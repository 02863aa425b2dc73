/// Memory for a sequence that is rewritten many times: removing elements keeps the memory.
///
/// The owner must call ``deallocate()``.
struct GrowingBuffer<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = max(1, capacity)
    base = .allocate(capacity: self.capacity)
  }

  func deallocate() { base.deallocate() }

  subscript(index: Int) -> Element {
    @inline(__always) get { base[index] }
    nonmutating set { base[index] = newValue }
  }

  mutating func removeAll() { count = 0 }

  /// Reserves room for `extra` more elements.
  @inline(__always) mutating func reserve(_ extra: Int) {
    if count &+ extra > capacity { grow(to: count + extra) }
  }

  @inline(__always) mutating func append(_ element: Element) {
    reserve(1)
    appendReserved(element)
  }

  /// Appends an element for which room was reserved.
  @inline(__always) mutating func appendReserved(_ element: Element) {
    base[count] = element
    count &+= 1
  }

  /// Extends the sequence by `extra` elements, which are written through ``base``. Room must have
  /// been reserved for them.
  @inline(__always) mutating func extend(by extra: Int) { count &+= extra }

  @inline(never) private mutating func grow(to needed: Int) {
    capacity = needed + needed / 2
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }
}

/// Memory that is rewritten in every frame. It grows as needed, after which its content is
/// undefined.
struct Scratch<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element> = .allocateLines(capacity: 1)
  private var capacity = 1

  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    base.deallocate()
    capacity = count + count / 2
    base = .allocateLines(capacity: capacity)
  }

  func deallocate() { base.deallocate() }
}

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Allocates memory for pixels that starts at a cache line: filling rows takes a quarter longer
  /// if they share cache lines.
  static func allocateLines(capacity: Int) -> Self {
    UnsafeMutableRawPointer.allocate(
      byteCount: capacity * MemoryLayout<Pointee>.stride, alignment: 64
    ).bindMemory(to: Pointee.self, capacity: capacity)
  }
}
