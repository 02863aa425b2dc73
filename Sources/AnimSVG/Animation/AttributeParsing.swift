// The values of attributes as animation elements and keyframes write them.
extension AttributeQuantity {
  /// Parses a value of an attribute. Returns `nil` if it is invalid, so that the animation has no
  /// effect.
  init?(_ text: String, _ kind: AttributeKind) throws(ParsingLimit) {
    let text = text.trimmingSpace
    if text == "inherit" || text == "unset" {
      self = .inherit
      return
    }
    var scanner = TextScanner(text)
    guard let value = try Self.read(&scanner, kind), scanner.isAtEnd else {
      guard let word = try Self.keyword(text, kind) else { return nil }
      self = word
      return
    }
    self = value
  }

  private static func read(
    _ scanner: inout TextScanner, _ kind: AttributeKind
  ) throws(ParsingLimit) -> Self? {
    switch kind {
    case .number(let range):
      // A number with a range can also be a percentage of it.
      if range != nil { return fraction(&scanner) }
      return finite(scanner.number()).map { .number($0) }
    case .integer: return finite(scanner.number()).map { .number($0) }
    case .fraction: return fraction(&scanner)
    case .angle: return finite(scanner.angle()).map { .number($0) }
    case .length, .lengthOrWord: return try length(&scanner).map { .length($0) }
    case .lengths:
      guard let list = try list(&scanner, length), !list.isEmpty else { return nil }
      return .lengths(list)
    case .dashes:
      guard let list = try list(&scanner, length), !list.isEmpty else { return nil }
      return .dashes(list)
    case .numbers:
      guard let list = list(&scanner, number), !list.isEmpty else { return nil }
      return .numbers(list)
    case .viewBox:
      guard let list = list(&scanner, number), list.count == 4 else { return nil }
      return .numbers([list[0], list[1], list[0] + list[2], list[1] + list[3]])
    case .pair:
      guard let list = list(&scanner, number), (1...2).contains(list.count) else { return nil }
      return .numbers(list.count == 1 ? [list[0], list[0]] : list)
    case .color:
      if scanner.skips("currentColor"), scanner.isAtEnd { return .currentColor }
      scanner.index = 0
      return try scanner.color().map { .color($0) }
    case .path, .filters, .shadows, .shape, .position, .text, .transform, .fixed: return nil
    }
  }

  /// Keyword values of kinds that are mostly numeric.
  private static func keyword(
    _ text: String, _ kind: AttributeKind
  ) throws(ParsingLimit) -> AttributeQuantity? {
    switch kind {
    case .text: return .text(text)
    case .filters: return try FilterFunction.list(text).map { .filters($0) }
    case .shadows: return try FilterFunction.textShadows(text).map { .filters($0) }
    case .shape: return try BasicShape(text).map { .shape($0) } ?? .text(text)
    case .position: return try TransformOrigin(text).map { .position($0) }
    case .path:
      if text == "none" { return .path(PathCommands()) }
      let (data, isWhole, limit) = PathCommands.read(text)
      if let limit { throw limit }
      return isWhole ? .path(data) : nil
    case .color:
      let isPaint = text == "none" || text.hasPrefix("url(") || text.hasPrefix("context-")
      return isPaint ? .text(text) : nil
    case .dashes, .viewBox: return text == "none" ? .text(text) : nil
    case .angle: return text.hasPrefix("auto") ? .text(text) : nil
    case .lengthOrWord:
      let isWord = !text.isEmpty && text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2D }
      return isWord ? .text(text) : nil
    default: return nil
    }
  }

  private static func finite(_ value: Double?) -> Double? {
    value.flatMap { $0.isFinite ? $0 : nil }
  }

  private static func fraction(_ scanner: inout TextScanner) -> AttributeQuantity? {
    guard let value = finite(scanner.number()) else { return nil }
    return .number(scanner.skips(UInt8(ascii: "%")) ? value / 100 : value)
  }

  private static func number(_ scanner: inout TextScanner) -> Double? { finite(scanner.number()) }

  private static func length(_ scanner: inout TextScanner) throws(ParsingLimit) -> LengthSum? {
    try scanner.length().flatMap(LengthSum.init)
  }

  private static func list<Item, Failure>(
    _ scanner: inout TextScanner, _ item: (inout TextScanner) throws(Failure) -> Item?
  ) throws(Failure) -> [Item]? {
    var items: [Item] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      guard let next = try item(&scanner) else { return nil }
      items.append(next)
      if scanner.skipCommaSpace(), scanner.isAtEnd { return nil }
    }
    return items
  }
}

extension LengthSum {
  /// Creates a length as it is written, with units of the view counted as per cent. Returns `nil` if it isn't a sum.
  init?(_ length: Length) {
    guard length.value.isFinite else { return nil }
    if let user = length.absolute {
      self.init(user: user)
      return
    }
    if let calculation = length.calculation {
      guard let sum = calculation.terms else { return nil }
      self = sum
      return
    }
    switch length.unit {
    case .em: self.init(em: length.value)
    case .ex: self.init(ex: length.value)
    case .ch: self.init(ch: length.value)
    case .ic: self.init(ic: length.value)
    case .cap: self.init(cap: length.value)
    case .rem: self.init(rem: length.value)
    default: self.init(percent: length.value)
    }
  }
}
