/// A tree of bounding boxes over a sequence of segments. Consecutive segments of an outline are
/// close together, so the boxes are small.
struct SegmentTree {
  private struct Box {
    var low: SIMD2<Int32>
    var high: SIMD2<Int32>

    static let empty = Box(low: SIMD2(repeating: .max), high: SIMD2(repeating: .min))

    init(low: SIMD2<Int32>, high: SIMD2<Int32>) {
      self.low = low
      self.high = high
    }

    init(_ segment: GridSegment) {
      let start = SIMD2(segment.start.x, segment.start.y)
      let end = SIMD2(segment.end.x, segment.end.y)
      self.init(low: pointwiseMin(start, end), high: pointwiseMax(start, end))
    }

    @inline(__always) func overlaps(_ other: Box) -> Bool {
      all(low .<= other.high) && all(other.low .<= high)
    }
  }

  /// The boxes of the two halves of box i are at 2i and 2i + 1. The root is at 1, and the segments
  /// begin at ``size``. Boxes without segments are empty.
  private var boxes: [Box]
  private let size: Int

  init(_ segments: [GridSegment]) {
    var size = 1
    while size < segments.count { size *= 2 }
    self.size = size
    boxes = Array(repeating: .empty, count: 2 * size)
    for (index, segment) in segments.enumerated() { boxes[size + index] = Box(segment) }
    for index in stride(from: size - 1, to: 0, by: -1) {
      let (a, b) = (boxes[2 * index], boxes[2 * index + 1])
      boxes[index] = Box(low: pointwiseMin(a.low, b.low), high: pointwiseMax(a.high, b.high))
    }
  }

  /// Calls `body` with each pair of segments whose boxes overlap. Returns false if more than
  /// `limit` boxes were compared, or if `body` returned false.
  func forEachPair(limit: Int, _ body: (Int, Int) -> Bool) -> Bool {
    boxes.withUnsafeBufferPointer { boxes in
      var budget = limit
      // Depth first, with a stack of pairs. A pair of a box with itself stands for all pairs inside
      // it.
      var stack: [(Int, Int)] = [(1, 1)]
      while let (a, b) = stack.popLast() {
        budget -= 1
        if budget < 0 { return false }
        if a == b {
          guard a < size else { continue }
          stack.append((2 * a, 2 * a))
          stack.append((2 * a + 1, 2 * a + 1))
          stack.append((2 * a, 2 * a + 1))
        } else if boxes[a].overlaps(boxes[b]) {
          if a >= size {
            if !body(a - size, b - size) { return false }
          } else {
            stack.append((2 * a, 2 * b))
            stack.append((2 * a, 2 * b + 1))
            stack.append((2 * a + 1, 2 * b))
            stack.append((2 * a + 1, 2 * b + 1))
          }
        }
      }
      return true
    }
  }

  /// Calls `body` with each segment whose box contains a point. Returns false if `budget`, which is
  /// reduced by the number of boxes visited, does not suffice.
  func forEachSegment(at point: GridPoint, budget: inout Int, _ body: (Int) -> Void) -> Bool {
    let place = SIMD2(point.x, point.y)
    let box = Box(low: place, high: place)
    return boxes.withUnsafeBufferPointer { boxes in
      // Depth first, and the first half of a box before the second.
      var node = 1
      while true {
        budget -= 1
        if budget < 0 { return false }
        if boxes[node].overlaps(box) {
          if node < size {
            node *= 2
            continue
          }
          body(node - size)
        }
        // Moves on to the next half, after going up from all second ones.
        while node & 1 == 1 {
          node >>= 1
          if node <= 1 { return true }
        }
        node += 1
      }
    }
  }
}
