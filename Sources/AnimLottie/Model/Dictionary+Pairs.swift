// The standard library's `init(_:uniquingKeysWith:)` casts errors at run time, which Embedded Swift
// doesn't support.
extension Dictionary {
  /// Creates a dictionary in which the first pair with a key takes precedence.
  init(first pairs: [(Key, Value)]) {
    self.init(minimumCapacity: pairs.count)
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }

  /// Creates a dictionary in which the last pair with a key takes precedence.
  init(last pairs: [(Key, Value)]) {
    self.init(minimumCapacity: pairs.count)
    for (key, value) in pairs { self[key] = value }
  }
}
