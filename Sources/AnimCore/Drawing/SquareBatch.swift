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

  /// Appends `count` squares by blocks of fours. `fill` gives those from an index on: left and top
  /// edges in 1/4096 pixel, and 0xAARRGGBB. What it gives from `count` on is not looked at.
  mutating func append(
    count: Int,
    _ fill: (
      Int, UnsafeMutableBufferPointer<SIMD4<Int32>>, UnsafeMutableBufferPointer<SIMD4<Int32>>,
      UnsafeMutableBufferPointer<SIMD4<UInt32>>
    ) -> Void
  ) {
    // By blocks, since appending one by one checks three arrays for room and owners each time.
    let capacity = SquareBlock.capacity
    withUnsafeTemporaryAllocation(of: SIMD4<Int32>.self, capacity: capacity) { xs in
      withUnsafeTemporaryAllocation(of: SIMD4<Int32>.self, capacity: capacity) { ys in
        withUnsafeTemporaryAllocation(of: SIMD4<UInt32>.self, capacity: capacity) { colors in
          colors.initialize(repeating: .zero)
          for index in stride(from: 0, to: count, by: capacity * 4) {
            let length = min(capacity * 4, count - index)
            let part = ..<((length + 3) / 4)
            fill(
              index, UnsafeMutableBufferPointer(rebasing: xs[part]),
              UnsafeMutableBufferPointer(rebasing: ys[part]),
              UnsafeMutableBufferPointer(rebasing: colors[part]))
            x.append(contentsOf: Self.lanes(of: xs, length, as: Int32.self))
            y.append(contentsOf: Self.lanes(of: ys, length, as: Int32.self))
            argb.append(contentsOf: Self.lanes(of: colors, length, as: UInt32.self))
          }
        }
      }
    }
  }

  private static func lanes<Lane>(
    of fours: UnsafeMutableBufferPointer<SIMD4<Lane>>, _ count: Int, as type: Lane.Type
  ) -> UnsafeBufferPointer<Lane> {
    UnsafeBufferPointer(
      rebasing: UnsafeRawBufferPointer(fours).bindMemory(to: type)[..<count])
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
