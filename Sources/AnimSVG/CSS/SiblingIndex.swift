/// The positions of elements among their siblings, computed once for all rules.
struct SiblingIndex: Sendable {
  private struct SiblingPosition: Sendable {
    /// The previous sibling, or −1.
    var previous: Int32 = -1
    var next: Int32 = -1
    /// The one-based index among all siblings and among those of the same type, from the first and
    /// from the last.
    var number: Int32 = 1
    var numberFromEnd: Int32 = 1
    var numberOfType: Int32 = 1
    var numberOfTypeFromEnd: Int32 = 1
  }

  private var positions: [SiblingPosition]

  init(_ document: SVGDocument) {
    positions = Array(repeating: SiblingPosition(), count: document.nodes.count)
    for parent in document.nodes.indices where !document[parent].isText {
      position(document.children(of: parent).filter { !document[$0].isText }, in: document)
    }
  }

  private mutating func position(_ siblings: [Int], in document: SVGDocument) {
    var counts: [String: Int32] = [:]
    for (index, sibling) in siblings.enumerated() {
      counts[document[sibling].tag, default: 0] += 1
      positions[sibling].number = Int32(index + 1)
      positions[sibling].numberFromEnd = Int32(siblings.count - index)
      positions[sibling].numberOfType = counts[document[sibling].tag] ?? 1
      if index > 0 {
        positions[sibling].previous = Int32(siblings[index - 1])
        positions[siblings[index - 1]].next = Int32(sibling)
      }
    }
    for sibling in siblings {
      let count = counts[document[sibling].tag] ?? 1
      positions[sibling].numberOfTypeFromEnd = count - positions[sibling].numberOfType + 1
    }
  }

  /// Returns the previous sibling, or `nil` for the first.
  func previous(of element: Int) -> Int? { Self.element(positions[element].previous) }

  /// Returns the next sibling, or `nil` for the last.
  func next(of element: Int) -> Int? { Self.element(positions[element].next) }

  /// Returns the one-based index of an element among its siblings.
  func number(of element: Int, fromEnd: Bool, ofType: Bool) -> Int {
    let position = positions[element]
    return Int(
      ofType
        ? fromEnd ? position.numberOfTypeFromEnd : position.numberOfType
        : fromEnd ? position.numberFromEnd : position.number)
  }

  private static func element(_ index: Int32) -> Int? { index < 0 ? nil : Int(index) }
}
