/// The layers of style sheets, by when they were first named: CSS Cascade 5.
struct LayerTree: Sendable {
  /// What is in no layer.
  static let none = 0
  private static let maximumDepth = 16

  private struct Layer {
    let depth: Int
    /// The layers inside, in the order in which they were first named.
    var inner: [Int] = []
    var named: [String: Int] = [:]
  }

  private var layers = [Layer(depth: 0)]

  var count: Int { layers.count }

  /// The layer of a name such as `a.b` within another one, or a new one without a name; nil if the name is none, or
  /// too deep.
  mutating func layer(_ name: String, within outer: Int) -> Int? {
    if name.isEmpty { return append(within: outer) }
    var scanner = TextScanner(name)
    var parts: [String] = []
    repeat {
      guard let part = scanner.name(), parts.count < Self.maximumDepth else { return nil }
      parts.append(part)
    } while scanner.skips(UInt8(ascii: "."))
    guard scanner.isAtEnd else { return nil }
    var layer = outer
    for part in parts {
      if let known = layers[layer].named[part] {
        layer = known
      } else {
        guard let new = append(within: layer) else { return nil }
        layers[layer].named[part] = new
        layer = new
      }
    }
    return layer
  }

  private mutating func append(within outer: Int) -> Int? {
    guard layers[outer].depth < Self.maximumDepth else { return nil }
    layers.append(Layer(depth: layers[outer].depth + 1))
    layers[outer].inner.append(layers.count - 1)
    return layers.count - 1
  }

  /// Of each layer, how much it counts: more than those before it, and than those inside.
  var ranks: [Int] {
    var ranks = Array(repeating: 0, count: layers.count)
    var rank = 0
    func visit(_ layer: Int) {
      layers[layer].inner.forEach(visit)
      ranks[layer] = rank
      rank += 1
    }
    visit(Self.none)
    return ranks
  }
}
