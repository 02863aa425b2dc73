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
    lineCount = 0
    arcCount = 0
    end = .infinity
    for line in lines where line.bottom > y {
      guard line.top <= y else {
        end = min(end, line.top)
        continue
      }
      guard lineCount < Self.capacity else {
        end = y
        return
      }
      lineMemory[lineCount] = line
      lineCount += 1
      end = min(end, line.bottom)
    }
    for arc in arcs where arc.bottom > y {
      guard arc.top <= y else {
        end = min(end, arc.top)
        continue
      }
      guard arcCount < Self.capacity else {
        end = y
        return
      }
      arcMemory[arcCount] = arc
      arcCount += 1
      end = min(end, arc.bottom)
    }
  }
}
