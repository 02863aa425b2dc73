/// The diagnostics of a file up to a limit, and the number of omitted ones.
package struct DiagnosticList: Sendable {
  /// The code of the diagnostic that closes an incomplete list.
  package static let closingCode = "list.incomplete"

  /// The first diagnostics.
  package private(set) var first: [Diagnostic] = []
  /// The number of diagnostics beyond the limit.
  package private(set) var omitted = 0
  private let limit: Int
  /// The messages that aren't repeated for other places.
  private var messages: Set<String> = []
  /// The number of diagnostics before those that are found on demand.
  private var positionOfLater: Int?

  /// Creates an empty list.
  ///
  /// - Parameter limit: The maximum number of diagnostics, which also limits the time for finding
  ///   their places.
  package init(limit: Int) { self.limit = limit }

  package var isEmpty: Bool { first.isEmpty }

  /// All diagnostics. If some were omitted, the last one is their number.
  package var all: [Diagnostic] {
    guard omitted > 0 else { return first }
    let rest = omitted == 1 ? "1 more is not listed" : "\(omitted) more are not listed"
    return first + [Diagnostic(code: Self.closingCode, .invalid, rest)]
  }

  package mutating func append(_ diagnostic: @autoclosure () -> Diagnostic) {
    guard first.count < limit else {
      omitted += 1
      return
    }
    first.append(diagnostic())
  }

  /// Appends a diagnostic unless this function has appended its message for another place.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - diagnostic: The diagnostic with that message.
  package mutating func appendOnce(
    _ message: String, _ diagnostic: @autoclosure () -> Diagnostic
  ) {
    guard !messages.contains(message) else { return }
    if first.count < limit { messages.insert(message) }
    append(diagnostic())
  }

  package mutating func append(contentsOf list: DiagnosticList) {
    append(contentsOf: list.first)
    omit(list.omitted)
  }

  package mutating func append(contentsOf diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics { append(diagnostic) }
  }

  /// Counts diagnostics that another list has omitted.
  package mutating func omit(_ count: Int) { omitted += count }

  /// Marks the position for the diagnostics that ``all(later:)`` adds.
  package mutating func insertLater() { positionOfLater = first.count }

  /// Returns all diagnostics, including those that a closure appends at the marked position.
  package func all(later: (inout DiagnosticList) -> Void) -> [Diagnostic] {
    var list = self
    let rest = first.suffix(from: positionOfLater ?? first.count)
    list.first.removeLast(rest.count)
    later(&list)
    list.append(contentsOf: rest)
    return list.all
  }
}
