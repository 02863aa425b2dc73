/// The results of expressions in a frame, by expression and context.
struct ExpressionCache {
  struct Entry {
    var serial: Int
    /// The previous entry of the same expression, or −1.
    var previous: Int32
    var result: ExpressionResult
  }

  private var entries: [Entry] = []
  /// The last entry of each expression, or −1.
  private var heads: [Int32]

  init(count: Int) { heads = Array(repeating: -1, count: count) }

  mutating func removeAll() {
    if entries.isEmpty { return }
    entries.removeAll(keepingCapacity: true)
    for index in heads.indices { heads[index] = -1 }
  }

  /// Returns the index of the entry of an expression in a context.
  ///
  /// - Returns: The index, or −1 if there is no entry.
  func index(of id: ExpressionID, serial: Int) -> Int {
    var index = heads[id]
    while index >= 0, entries[Int(index)].serial != serial { index = entries[Int(index)].previous }
    return Int(index)
  }

  subscript(index: Int) -> ExpressionResult {
    get { entries[index].result }
    set { entries[index].result = newValue }
  }

  /// - Returns: The index of the new entry.
  mutating func append(_ id: ExpressionID, serial: Int, _ result: ExpressionResult) -> Int {
    entries.append(Entry(serial: serial, previous: heads[id], result: result))
    heads[id] = Int32(entries.count - 1)
    return entries.count - 1
  }
}

/// The result of an expression in a context.
enum ExpressionResult {
  /// The expression hasn't been evaluated yet.
  case unknown
  /// The expression is being evaluated, or waits for another expression. Its property then has the
  /// value without the expression.
  case pending
  /// The expression has failed. Its value without the expression is used.
  case failed
  case components(Components)
  case path(BezierShape)
  case text(String)
  case list([Double])

  /// The numbers of a property, or `nil` for other kinds of results.
  var numbers: SIMD4<Double>? {
    if case .components(let components) = self { components.values } else { nil }
  }

  /// The number of bytes of a result of variable size, or 0 for a few numbers.
  var byteCount: Int {
    switch self {
    case .unknown, .pending, .failed, .components: 0
    case .path(let shape): 48 * shape.vertices.count
    case .text(let text): text.utf8.count
    case .list(let numbers): 8 * numbers.count
    }
  }
}
