/// Room for some squares of a batch, four in each entry.
struct SquareBlock {
  /// The centres, in points.
  var x: UnsafeMutableBufferPointer<Lanes>
  var y: UnsafeMutableBufferPointer<Lanes>
  /// Colours as 0xAARRGGBB with straight alpha.
  var argb: UnsafeMutableBufferPointer<SIMD4<UInt32>>

  /// How many entries a block has at most: 1,024 bytes of each kind, which is what temporary
  /// allocations may take from the stack, and stays in the nearest cache.
  static let capacity = 32
}

extension DisplayList {
  /// Fills `count` squares with sides of `side` points, in the order of their index, as one
  /// command.
  ///
  /// - Parameters:
  ///   - isAligned: move every square to the nearest whole pixel, and round its side to whole
  ///     pixels (at least one), so that no pixel is covered in part.
  ///   - square: the centre and the colour of the square with a given index.
  public mutating func fillSquares(
    count: Int, side: Double, isAligned: Bool = false, _ square: (Int) -> (Point, Color)
  ) {
    fillSquares(count: count, side: side, isAligned: isAligned) { first, block in
      for index in 0..<min(block.x.count * 4, count - first) {
        let (center, color) = square(first + index)
        block.x[index / 4][index % 4] = center.x
        block.y[index / 4][index % 4] = center.y
        block.argb[index / 4][index % 4] = color.argb
      }
    }
  }

  /// The same by blocks: `fill` gives the squares from an index on. What it gives from `count` on
  /// is not looked at.
  mutating func fillSquares(
    count: Int, side: Double, isAligned: Bool, byBlocks fill: (Int, SquareBlock) -> Void
  ) {
    let first = squares.count
    let count = max(0, count)
    let exact = max(0, side * view.scale)
    let edge = Fixed(isAligned ? max(1, exact.rounded()) : exact)
    let left = Edges(view.origin.x, view.scale, edge, isAligned: isAligned)
    let top = Edges(view.origin.y, view.scale, edge, isAligned: isAligned)
    withUnsafeTemporaryAllocation(of: Lanes.self, capacity: SquareBlock.capacity) { x in
      withUnsafeTemporaryAllocation(of: Lanes.self, capacity: SquareBlock.capacity) { y in
        x.initialize(repeating: .zero)
        y.initialize(repeating: .zero)
        squares.append(count: count) { index, lefts, tops, argb in
          let part = ..<argb.count
          let block = SquareBlock(
            x: UnsafeMutableBufferPointer(rebasing: x[part]),
            y: UnsafeMutableBufferPointer(rebasing: y[part]), argb: argb)
          fill(index, block)
          left.find(of: block.x, into: lefts)
          top.find(of: block.y, into: tops)
        }
      }
    }
    append(
      .squares(first: Int32(first), count: Int32(count), side: edge), .clear,
      extent: view.clip)
  }
}

/// How centres of squares become their left or top edges.
private struct Edges {
  private let origin: Lanes
  private let scale: Lanes
  private let half: Lanes
  /// To the nearest whole pixel: half a pixel on, and down to a whole one.
  private let shift: SIMD4<Int32>
  private let mask: SIMD4<Int32>

  init(_ origin: Double, _ scale: Double, _ side: Fixed, isAligned: Bool) {
    self.origin = Lanes(repeating: origin)
    self.scale = Lanes(repeating: scale)
    half = Lanes(repeating: side.pixels / 2)
    shift = SIMD4(repeating: isAligned ? 2048 : 0)
    mask = SIMD4(repeating: isAligned ? ~4095 : ~0)
  }

  func find(
    of centers: UnsafeMutableBufferPointer<Lanes>,
    into edges: UnsafeMutableBufferPointer<SIMD4<Int32>>
  ) {
    for place in centers.indices {
      let exact = Fixed.raw(origin + centers[place] * scale - half)
      edges[place] = (exact &+ shift) & mask
    }
  }
}
