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

  /// Appends one square.
  mutating func append(x: Fixed, y: Fixed, argb: UInt32) {
    self.x.append(x.raw)
    self.y.append(y.raw)
    self.argb.append(argb)
  }

  /// Appends `count` squares, each as `square` gives it for its index: left and top edge in 1/4096
  /// pixel, and 0xAARRGGBB.
  @inline(__always) mutating func append(
    count: Int, _ square: (Int) -> (x: Int32, y: Int32, argb: UInt32)
  ) {
    // By blocks, since appending one by one checks three arrays for room and owners each time.
    let block = 256
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: block) { xs in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: block) { ys in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: block) { colors in
          var index = 0
          while index < count {
            let length = min(block, count - index)
            for place in 0..<length {
              let entry = square(index &+ place)
              xs[place] = entry.x
              ys[place] = entry.y
              colors[place] = entry.argb
            }
            x.append(contentsOf: UnsafeBufferPointer(rebasing: xs[..<length]))
            y.append(contentsOf: UnsafeBufferPointer(rebasing: ys[..<length]))
            argb.append(contentsOf: UnsafeBufferPointer(rebasing: colors[..<length]))
            index += length
          }
        }
      }
    }
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
