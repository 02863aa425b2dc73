import AnimCore

/// The way in which a rectangle is fitted into another rectangle (`preserveAspectRatio`).
struct AspectRatio: Hashable, Sendable {
  /// The horizontal alignment, from 0 (left) to 0.5 (centred) to 1 (right).
  var alignX = 0.5
  var alignY = 0.5
  /// Whether both sides have the same scale.
  var isPreserved = true
  /// Whether to cover the other rectangle, rather than fit inside it.
  var slices = false

  init() {}

  /// Parses `preserveAspectRatio`. Invalid values are ignored.
  init(_ text: String) {
    var words = text.utf8.split(whereSeparator: TextScanner.isSpace).map { String($0) ?? "" }
    if words.first == "defer" { words.removeFirst() }
    guard let first = words.first else { return }
    if words.count > 1 { slices = words[1] == "slice" }
    if first == "none" {
      isPreserved = false
      slices = false
      return
    }
    func share(_ name: String) -> Double? { ["Min": 0, "Mid": 0.5, "Max": 1][name] }
    guard first.count == 8, first.hasPrefix("x"),
      let x = share(String(first.dropFirst().prefix(3))),
      let y = share(String(first.suffix(3)))
    else {
      self = AspectRatio()
      return
    }
    (alignX, alignY) = (x, y)
  }

  /// Returns the transform from one rectangle to another, or `nil` if one is empty.
  func transform(from box: Rect, to view: Rect) -> Transform? {
    guard !box.isEmpty, !view.isEmpty else { return nil }
    var sx = view.width / box.width
    var sy = view.height / box.height
    if isPreserved {
      sx = slices ? max(sx, sy) : min(sx, sy)
      sy = sx
    }
    return Transform(
      a: sx, b: 0, c: 0, d: sy,
      tx: view.minX - box.minX * sx + (view.width - box.width * sx) * (isPreserved ? alignX : 0),
      ty: view.minY - box.minY * sy + (view.height - box.height * sy) * (isPreserved ? alignY : 0))
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
