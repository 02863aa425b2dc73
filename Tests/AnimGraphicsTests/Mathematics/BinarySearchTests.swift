import TestSupport
import Testing

@testable import AnimGraphics

@Suite("A binary search")
struct BinarySearchTests {
  @Test("finds the first index of the second part in ranges of any length")
  func parts() {
    for count in 0...9 {
      for first in 3...3 + count {
        expectEqual((3..<3 + count).partitioningIndex { $0 >= first }, first)
      }
    }
  }
}
