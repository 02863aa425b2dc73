/// Values by names. A scope has mostly few of them, which are found faster one by one than by hashing.
struct NameMap<Value> {
  private(set) var entries: [(name: StringID, value: Value)] = []
  /// The indices of the entries, once there are many.
  private var indices: [StringID: Int] = [:]

  private static var fewest: Int { 16 }

  private func index(of name: StringID) -> Int? {
    guard indices.isEmpty else { return indices[name] }
    for index in entries.indices where entries[index].name == name { return index }
    return nil
  }

  subscript(name: StringID) -> Value? {
    get { index(of: name).map { entries[$0].value } }
    set {
      guard let newValue else { return }
      if let index = index(of: name) {
        entries[index].value = newValue
        return
      }
      entries.append((name, newValue))
      if !indices.isEmpty {
        indices[name] = entries.count - 1
      } else if entries.count > Self.fewest {
        for (index, entry) in entries.enumerated() { indices[entry.name] = index }
      }
    }
  }
}
