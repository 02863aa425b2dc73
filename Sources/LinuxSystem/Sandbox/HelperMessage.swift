/// A question to a helper, or an answer: a number and byte strings, each preceded by its length.
struct HelperMessage {
  let kind: UInt8
  let parts: [[UInt8]]

  init(kind: UInt8, parts: [[UInt8]]) { (self.kind, self.parts) = (kind, parts) }

  /// Creates a message from its bytes, or returns `nil` if they are truncated.
  init?(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return nil }
    var parts: [[UInt8]] = []
    var rest = bytes.dropFirst()
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let count = Int(rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
      rest = rest.dropFirst(4)
      guard count <= rest.count else { return nil }
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    self.init(kind: kind, parts: parts)
  }

  var bytes: [UInt8] {
    var bytes = [kind]
    bytes.reserveCapacity(parts.reduce(1) { $0 + 4 + $1.count })
    for part in parts {
      let count = UInt32(clamping: part.count)
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
      bytes += part
    }
    return bytes
  }
}
