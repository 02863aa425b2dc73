/// Writes squares at the end of a batch, in any order, and from several threads at the same time.
package struct SquareWriter {
  package let count: Int
  /// How centres become left and top edges.
  package let left: SquareEdge
  package let top: SquareEdge
  private let x: UnsafeMutableRawPointer
  private let y: UnsafeMutableRawPointer
  private let argb: UnsafeMutableRawPointer

  /// - Parameter memory: for the squares, with room for three more after them.
  init(
    count: Int, left: SquareEdge, top: SquareEdge,
    _ memory: (
      x: UnsafeMutablePointer<Int32>, y: UnsafeMutablePointer<Int32>,
      argb: UnsafeMutablePointer<UInt32>
    )
  ) {
    self.count = count
    self.left = left
    self.top = top
    (x, y, argb) = (.init(memory.x), .init(memory.y), .init(memory.argb))
  }

  /// Writes one square with its centre in points.
  package func write(_ index: Int, _ center: Point, _ color: Color) {
    let place = index &* 4
    x.storeBytes(of: left.raw(of: center.x), toByteOffset: place, as: Int32.self)
    y.storeBytes(of: top.raw(of: center.y), toByteOffset: place, as: Int32.self)
    argb.storeBytes(of: color.argb, toByteOffset: place, as: UInt32.self)
  }

  /// Writes four squares from `index` on: left and top edges in 1/4096 pixel, and 0xAARRGGBB. Those
  /// from ``count`` on are ignored.
  @inline(__always)
  package func write(_ index: Int, x: SIMD4<Int32>, y: SIMD4<Int32>, argb: SIMD4<UInt32>) {
    let place = index &* 4
    self.x.storeBytes(of: x, toByteOffset: place, as: SIMD4<Int32>.self)
    self.y.storeBytes(of: y, toByteOffset: place, as: SIMD4<Int32>.self)
    self.argb.storeBytes(of: argb, toByteOffset: place, as: SIMD4<UInt32>.self)
  }
}

/// How the centres of squares of one size become left or top edges, along one axis.
package struct SquareEdge {
  /// Of the view, in pixels.
  package let origin: Double
  /// Pixels per point.
  package let scale: Double
  /// Half the side in pixels.
  package let half: Double
  /// Whether squares are moved to the nearest whole pixel.
  package let isAligned: Bool

  /// The edge, in 1/4096 pixel, of a square with its centre at `center` points.
  func raw(of center: Double) -> Int32 {
    let exact = Fixed(origin + center * scale - half).raw
    return isAligned ? (exact &+ 2048) & ~4095 : exact
  }
}
