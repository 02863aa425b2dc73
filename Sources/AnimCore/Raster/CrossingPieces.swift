/// The pieces of an outline that cross the rows from a height on, down to where that changes.
///
/// They are kept in memory of their own, as arrays would be counted in and out for every few rows.
struct CrossingPieces {
  /// More pieces at the same height are no common case.
  private static let capacity = 8

  private let lineMemory: UnsafeMutablePointer<Line> = .allocate(capacity: capacity)
  private let arcMemory: UnsafeMutablePointer<Arc> = .allocate(capacity: capacity)
  private var lineCount = 0
  private var arcCount = 0
  /// The height at which the first of them ends or another begins.
  private(set) var end = -Double.infinity

  var lines: UnsafeBufferPointer<Line> { UnsafeBufferPointer(start: lineMemory, count: lineCount) }
  var arcs: UnsafeBufferPointer<Arc> { UnsafeBufferPointer(start: arcMemory, count: arcCount) }

  func deallocate() {
    lineMemory.deallocate()
    arcMemory.deallocate()
  }

  /// Finds the pieces at a height. Where there are too many, the end is that height itself.
  mutating func find(
    at y: Double, in lines: UnsafeBufferPointer<Line>, _ arcs: UnsafeBufferPointer<Arc>
  ) {
    end = .infinity
    lineCount = keep(lines, at: y, in: lineMemory)
    arcCount = keep(arcs, at: y, in: arcMemory)
  }

  /// Keeps those of some pieces that cross a height, and returns how many.
  @inline(__always) private mutating func keep<B: Boundary>(
    _ pieces: UnsafeBufferPointer<B>, at y: Double, in memory: UnsafeMutablePointer<B>
  ) -> Int {
    var count = 0
    for piece in pieces where piece.bottom > y {
      guard piece.top <= y else {
        end = min(end, piece.top)
        continue
      }
      guard count < Self.capacity else {
        end = y
        break
      }
      memory[count] = piece
      count += 1
      end = min(end, piece.bottom)
    }
    return count
  }
}
