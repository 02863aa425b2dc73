import TestSupport
import Testing

@testable import AnimGraphics

@Suite("A binary search")
struct BinarySearchTests {
  @Test("finds the first element of the second part in collections of any length")
  func parts() {
    for count in 0...9 {
      for first in 0...count {
        expectEqual((0..<count).partitioningIndex { $0 >= first }, first)
        let slice = Array(repeating: 0, count: 3)[...] + Array(0..<count)
        expectEqual(slice.dropFirst(3).partitioningIndex { $0 >= first }, first + 3)
      }
    }
  }
}
