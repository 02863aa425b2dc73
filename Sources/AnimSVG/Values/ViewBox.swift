import AnimCore

extension BoxFit {
  /// Parses `preserveAspectRatio`. Invalid values are ignored.
  init(preserveAspectRatio text: String) {
    self = .contain
    var words = text.utf8.split(whereSeparator: TextScanner.isSpace).map { String($0) ?? "" }
    if words.first == "defer" { words.removeFirst() }
    guard let first = words.first else { return }
    if first == "none" {
      self = .stretch
      return
    }
    func share(_ name: String) -> Double? { ["Min": 0, "Mid": 0.5, "Max": 1][name] }
    guard first.count == 8, first.hasPrefix("x"),
      let x = share(String(first.dropFirst().prefix(3))),
      let y = share(String(first.suffix(3)))
    else { return }
    let slices = words.count > 1 && words[1] == "slice"
    self.init(slices ? .cover : .contain, alignX: x, alignY: y)
  }
}

extension Rect {
  /// Parses `viewBox`. Returns `nil` if it is invalid or empty.
  package init?(viewBox text: String) {
    var scanner = TextScanner(text)
    let numbers = scanner.numbers(limit: 5)
    guard scanner.isAtEnd else { return nil }
    self.init(viewBox: numbers)
  }

  init?(viewBox numbers: [Double]) {
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 else {
      return nil
    }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
