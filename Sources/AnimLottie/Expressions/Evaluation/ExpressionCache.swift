/// What the expressions of a frame have come to, by expression and context.
struct ExpressionCache {
  struct Entry {
    var serial: Int
    /// The entry of the same expression that was made before this one; −1 for none.
    var previous: Int32
    var result: ExpressionResult
  }

  private var entries: [Entry] = []
  /// By expression: the entry made last, or −1.
  private var heads: [Int32]

  init(count: Int) { heads = Array(repeating: -1, count: count) }

  mutating func removeAll() {
    if entries.isEmpty { return }
    entries.removeAll(keepingCapacity: true)
    for index in heads.indices { heads[index] = -1 }
  }

  /// The index of the entry of an expression in a context.
  ///
  /// - Returns: −1 if there is none.
  func index(of id: ExpressionID, serial: Int) -> Int {
    var index = heads[id]
    while index >= 0, entries[Int(index)].serial != serial { index = entries[Int(index)].previous }
    return Int(index)
  }

  subscript(index: Int) -> ExpressionResult {
    get { entries[index].result }
    set { entries[index].result = newValue }
  }

  /// - Returns: the index of the new entry.
  mutating func append(_ id: ExpressionID, serial: Int, _ result: ExpressionResult) -> Int {
    entries.append(Entry(serial: serial, previous: heads[id], result: result))
    heads[id] = Int32(entries.count - 1)
    return entries.count - 1
  }
}

/// What an expression has come to in one context.
enum ExpressionResult {
  /// It is not evaluated yet.
  case unknown
  /// It is being evaluated, or waits for another one: whoever asks gets the value without it.
  case pending
  /// It has failed: the value without it holds.
  case failed
  case components(Components)
  case path(BezierShape)
  case text(String)
  case list([Double])

  /// The bytes that a result of any size takes, or 0 for a few numbers.
  var byteCount: Int {
    switch self {
    case .unknown, .pending, .failed, .components: 0
    case .path(let shape): 48 * shape.vertices.count
    case .text(let text): text.utf8.count
    case .list(let numbers): 8 * numbers.count
    }
  }
}
