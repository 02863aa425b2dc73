/// Many squares as a structure of arrays, so that loops over them are loops over plain numbers.
///
/// The three arrays always have the same count; entry i of each belongs to square i.
package struct SquareBatch: Hashable, Sendable {
  /// Left edges, in units of 1/4096 pixel (see ``Fixed``).
  package private(set) var x: [Int32] = []
  /// Top edges, in units of 1/4096 pixel.
  package private(set) var y: [Int32] = []
  /// Colours as 0xAARRGGBB with straight alpha.
  package private(set) var argb: [UInt32] = []

  package init() {}

  package var count: Int { x.count }

  /// Appends one square.
  mutating func append(x: Fixed, y: Fixed, argb: UInt32) {
    self.x.append(x.raw)
    self.y.append(y.raw)
    self.argb.append(argb)
  }

  /// Appends `count` squares, which `write` must write: left and top edges in 1/4096 pixel, and
  /// 0xAARRGGBB. There is room for three more, which are ignored, so that all can be written in
  /// groups of four.
  mutating func append(
    count: Int,
    _ write: (
      (
        x: UnsafeMutablePointer<Int32>, y: UnsafeMutablePointer<Int32>,
        argb: UnsafeMutablePointer<UInt32>
      )
    ) -> Void
  ) {
    x.append(writing: count) { x in
      y.append(writing: count) { y in
        argb.append(writing: count) { argb in write((x, y, argb)) }
      }
    }
  }

  /// Removes the squares but keeps the memory, so that the next frame allocates nothing.
  package mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    argb.removeAll(keepingCapacity: true)
  }

  /// Lends the three arrays, in the order of their declaration.
  func withArrays<Result>(
    _ body: (UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Int32>, UnsafeBufferPointer<UInt32>)
      -> Result
  ) -> Result {
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        argb.withUnsafeBufferPointer { argb in body(x, y, argb) }
      }
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// Appends `count` elements, which `write` must write, with room for three more.
  fileprivate mutating func append(
    writing count: Int, _ write: (UnsafeMutablePointer<Element>) -> Void
  ) {
    append(addingCapacity: count + 3) { span in
      span.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let base = buffer.baseAddress else { return }
        write(base)
        initialized = count
      }
    }
  }
}
