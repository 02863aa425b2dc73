extension Range<Int> {
  /// Returns the first index for which a predicate holds, or the upper bound. The range isn't generic, so
  /// that a search in another module doesn't allocate memory.
  ///
  /// - Parameter isInSecond: A predicate that is false up to some index and true for all later
  ///   ones.
  /// - Complexity: O(log *n*).
  package func partitioningIndex(where isInSecond: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isInSecond(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
