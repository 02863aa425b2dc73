/// The positions of elements among their siblings, computed once for all rules.
struct SiblingIndex: Sendable {
  private struct Place: Sendable {
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

  private var places: [Place]

  init(_ document: SVGDocument) {
    places = Array(repeating: Place(), count: document.nodes.count)
    for parent in document.nodes.indices where !document[parent].isText {
      place(document.children(of: parent).filter { !document[$0].isText }, in: document)
    }
  }

  private mutating func place(_ siblings: [Int], in document: SVGDocument) {
    var counts: [String: Int32] = [:]
    for (index, sibling) in siblings.enumerated() {
      counts[document[sibling].tag, default: 0] += 1
      places[sibling].number = Int32(index + 1)
      places[sibling].numberFromEnd = Int32(siblings.count - index)
      places[sibling].numberOfType = counts[document[sibling].tag] ?? 1
      if index > 0 {
        places[sibling].previous = Int32(siblings[index - 1])
        places[siblings[index - 1]].next = Int32(sibling)
      }
    }
    for sibling in siblings {
      let count = counts[document[sibling].tag] ?? 1
      places[sibling].numberOfTypeFromEnd = count - places[sibling].numberOfType + 1
    }
  }

  /// Returns the previous sibling, or `nil` for the first.
  func previous(of element: Int) -> Int? { Self.element(places[element].previous) }

  /// Returns the next sibling, or `nil` for the last.
  func next(of element: Int) -> Int? { Self.element(places[element].next) }

  /// Returns the one-based index of an element among its siblings.
  func number(of element: Int, fromEnd: Bool, ofType: Bool) -> Int {
    let place = places[element]
    return Int(
      ofType
        ? fromEnd ? place.numberOfTypeFromEnd : place.numberOfType
        : fromEnd ? place.numberFromEnd : place.number)
  }

  private static func element(_ index: Int32) -> Int? { index < 0 ? nil : Int(index) }
}
