/// Many squares as a structure of arrays, so that a loop over them is a loop over plain numbers.
///
/// The three arrays always have the same count; entry i of each belongs to square i.
public struct SquareBatch: Hashable, Sendable {
  /// Left edges, in units of 1/4096 pixel (see ``Fixed``).
  public private(set) var x: [Int32] = []
  /// Top edges, in units of 1/4096 pixel.
  public private(set) var y: [Int32] = []
  /// Colours as 0xAARRGGBB with straight alpha.
  public private(set) var argb: [UInt32] = []

  public init() {}

  public var count: Int { x.count }

  @inlinable public mutating func append(x: Fixed, y: Fixed, argb: UInt32) {
    appendRaw(x: x.raw, y: y.raw, argb: argb)
  }

  @usableFromInline mutating func appendRaw(x: Int32, y: Int32, argb: UInt32) {
    self.x.append(x)
    self.y.append(y)
    self.argb.append(argb)
  }

  /// Forgets the squares and keeps the memory, so that the next frame allocates nothing.
  public mutating func removeAll() {
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
