/// Memory that is rewritten in every frame. It grows as needed, after which its content is
/// undefined.
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
