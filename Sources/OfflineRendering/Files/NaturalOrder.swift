/// Natural order of names: by bytes, but numbers by value, so that `s2` precedes `s10`.
package enum NaturalOrder {
  /// Returns whether `a` precedes `b`. Names that differ only in leading zeros are ordered by
  /// bytes, so different names are never equal.
  package static func precedes(_ a: String, _ b: String) -> Bool {
    let natural = a.utf8.withContiguousStorageIfAvailable { a in
      b.utf8.withContiguousStorageIfAvailable { b in compare(a, b) }
    }
    switch natural ?? nil {
    case 0?, nil: return a.utf8.lexicographicallyPrecedes(b.utf8)
    case let order?: return order < 0
    }
  }

  /// Returns a negative number if `a` precedes `b`, and zero if they differ only in leading zeros.
  private static func compare(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      guard isDigit(a[i]), isDigit(b[j]) else {
        if a[i] != b[j] { return a[i] < b[j] ? -1 : 1 }
        i += 1
        j += 1
        continue
      }
      let (first, second) = (digits(a, &i), digits(b, &j))
      if first.count != second.count { return first.count - second.count }
      for (x, y) in zip(first, second) where x != y { return x < y ? -1 : 1 }
    }
    return (a.count - i) - (b.count - j)
  }

  /// Returns the digits at `index` without leading zeros, and moves the index past them.
  private static func digits(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    while index < bytes.count, bytes[index] == UInt8(ascii: "0") { index += 1 }
    let start = index
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    return bytes[start..<index]
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
