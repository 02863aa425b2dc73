extension RandomAccessCollection {
  /// Returns the index of the first element for which a predicate holds, or the end index if there is none.
  ///
  /// - Parameter isInSecond: A predicate that holds for no element up to some index, and for all from there on.
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitioningIndex(where isInSecond: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isInSecond(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
