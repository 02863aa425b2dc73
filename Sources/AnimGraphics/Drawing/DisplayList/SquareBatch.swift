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

  init() {}

  var count: Int { x.count }

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
  mutating func removeAll() {
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

/// Writes squares at the end of a batch, in any order, and from several threads at the same time.
package struct SquareWriter {
  package let count: Int
  /// The mapping from centres to left and top edges.
  package let left: SquareEdge
  package let top: SquareEdge
  /// Memory for the left edges of ``count`` squares and three more, which are ignored, so that all
  /// can be written in groups of four: each is an Int32, in 1/4096 pixel.
  package let x: UnsafeMutableRawPointer
  /// Memory for the top edges, in the same format.
  package let y: UnsafeMutableRawPointer
  /// Memory for the colours. Each is a UInt32, 0xAARRGGBB with straight alpha.
  package let argb: UnsafeMutableRawPointer

  /// - Parameter memory: The memory for the squares, with space for three more.
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
    let offset = index &* 4
    x.storeBytes(of: left.raw(of: center.x), toByteOffset: offset, as: Int32.self)
    y.storeBytes(of: top.raw(of: center.y), toByteOffset: offset, as: Int32.self)
    argb.storeBytes(of: color.argb, toByteOffset: offset, as: UInt32.self)
  }
}

/// The mapping from the centres of squares of one size to their left or top edges, along one axis.
package struct SquareEdge {
  /// The origin of the view, in pixels.
  package let origin: Double
  /// Pixels per point.
  package let scale: Double
  /// Half the side in pixels.
  package let half: Double
  /// Whether squares are moved to the nearest whole pixel.
  package let isAligned: Bool

  /// Returns the edge, in 1/4096 pixel, of a square with its centre at `center` points.
  func raw(of center: Double) -> Int32 {
    let exact = Fixed(origin + center * scale - half).raw
    return isAligned ? (exact &+ 2048) & ~4095 : exact
  }
}
