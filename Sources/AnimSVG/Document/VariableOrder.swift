/// The custom properties of an element in dependency order: each follows the properties that its
/// value refers to. The order doesn't depend on the order in storage (Tarjan, Depth-first search
/// and linear graph algorithms, 1972).
struct VariableOrder: Sendable {
  /// The names, and whether a value refers to itself, directly or through others, including in a fallback.
  private(set) var names: [(name: String, isInCircle: Bool)] = []

  private var references: [String: [String]] = [:]
  /// The visit number of each name, and the smallest number of an open name that is reachable from
  /// it.
  private var marks: [String: (index: Int, low: Int)] = [:]
  private var open: [String] = []
  private var isOpen: Set<String> = []

  /// Creates the order, or returns `nil` if no value refers to another, so that any order is valid.
  ///
  /// - Parameter values: The values by name.
  init?(_ values: [String: String]) {
    let isPlain = values.values.allSatisfy {
      !VariableReference.isMentioned(in: $0) && !StyleValue.isForAll($0)
    }
    if isPlain { return nil }
    for (name, text) in values where VariableReference.isMentioned(in: text) {
      references[name] = Self.references(in: text).filter { values[$0] != nil }
    }
    for name in values.keys.sorted() where marks[name] == nil { visit(name) }
    // Only the result is needed from here on.
    (references, marks, open, isOpen) = ([:], [:], [], [])
  }

  /// Visits everything reachable from a name. Not recursive, because chains can be long.
  private mutating func visit(_ first: String) {
    var path: [(name: String, next: Int)] = []
    enter(first, &path)
    while let (name, next) = path.last {
      let targets = references[name] ?? []
      guard next < targets.count else {
        path.removeLast()
        leave(name)
        if let parent = path.last?.name { lower(parent, to: marks[name]?.low) }
        continue
      }
      path[path.count - 1].next += 1
      let target = targets[next]
      if let mark = marks[target] {
        if isOpen.contains(target) { lower(name, to: mark.index) }
      } else {
        enter(target, &path)
      }
    }
  }

  private mutating func enter(_ name: String, _ path: inout [(name: String, next: Int)]) {
    marks[name] = (marks.count, marks.count)
    open.append(name)
    isOpen.insert(name)
    path.append((name, 0))
  }

  private mutating func lower(_ name: String, to low: Int?) {
    guard let mark = marks[name], let low, low < mark.low else { return }
    marks[name] = (mark.index, low)
  }

  /// Marks a strongly connected component as a cycle if it has more than one name or refers to
  /// itself.
  private mutating func leave(_ name: String) {
    guard let mark = marks[name], mark.low == mark.index,
      let start = open.lastIndex(of: name)
    else { return }
    let circle = open[start...]
    let isCircle = circle.count > 1 || references[name]?.contains(name) == true
    for member in circle {
      names.append((member, isCircle))
      isOpen.remove(member)
    }
    open.removeSubrange(start...)
  }

  /// Returns the names that a value refers to.
  private static func references(in text: String) -> [String] {
    var names: [String] = []
    var scanner = TextScanner(text)
    while let name = scanner.variableName() { names.append(name) }
    return names
  }
}
