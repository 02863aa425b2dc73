// The standard library's `init(_:uniquingKeysWith:)` does the same. It casts errors at run time, which
// Embedded Swift cannot.
extension Dictionary {
  /// A dictionary of pairs. Of several with the same key, the first counts.
  init(first pairs: [(Key, Value)]) {
    self.init(minimumCapacity: pairs.count)
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }

  /// A dictionary of pairs. Of several with the same key, the last counts.
  init(last pairs: [(Key, Value)]) {
    self.init(minimumCapacity: pairs.count)
    for (key, value) in pairs { self[key] = value }
  }
}
