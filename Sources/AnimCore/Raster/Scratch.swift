/// Memory that is written anew in every frame: it grows where needed, and its content is
/// undefined after it did.
struct Scratch<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element> = .allocate(capacity: 1)
  private var capacity = 1

  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    base.deallocate()
    capacity = count + count / 2
    base = .allocate(capacity: capacity)
  }

  func deallocate() { base.deallocate() }
}
