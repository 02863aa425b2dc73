/// The cascade layers of style sheets, in the order in which they are first named: CSS Cascade 5.
struct CascadeLayers: Sendable {
  /// The layer of rules outside of all layers.
  static let none = 0

  private struct Layer {
    let outer: Int
    let depth: Int
    /// The layers inside, in the order in which they were first named.
    var inner: [Int] = []
    var named: [String: Int] = [:]
  }

  private var layers = [Layer(outer: 0, depth: 0)]

  var count: Int { layers.count }

  /// Returns the layer with a name such as `a.b` inside another layer. An empty name creates a new
  /// layer. Returns `nil` if the name is invalid.
  mutating func layer(_ name: String, within outer: Int) throws(ParsingLimit) -> Int? {
    if name.isEmpty { return try append(within: outer) }
    var scanner = TextScanner(name)
    var parts: [String] = []
    repeat {
      guard let part = scanner.name() else { return nil }
      parts.append(part)
      try ParsingLimit.layerDepth.check(parts.count)
    } while scanner.skips(UInt8(ascii: "."))
    guard scanner.isAtEnd else { return nil }
    var layer = outer
    for part in parts {
      if let cached = layers[layer].named[part] {
        layer = cached
      } else {
        let new = try append(within: layer)
        layers[layer].named[part] = new
        layer = new
      }
    }
    return layer
  }

  private mutating func append(within outer: Int) throws(ParsingLimit) -> Int {
    try ParsingLimit.layerDepth.check(layers[outer].depth + 1)
    layers.append(Layer(outer: outer, depth: layers[outer].depth + 1))
    layers[outer].inner.append(layers.count - 1)
    return layers.count - 1
  }

  /// Returns whether a layer is `other` or takes precedence over it.
  func counts(_ layer: Int, atLeastAs other: Int) -> Bool {
    var (a, b) = (layer, other)
    while layers[a].depth > layers[b].depth { a = layers[a].outer }
    while layers[b].depth > layers[a].depth { b = layers[b].outer }
    // If one of them contains the other, the outer one takes precedence.
    if a == b { return a == layer }
    while layers[a].outer != layers[b].outer { (a, b) = (layers[a].outer, layers[b].outer) }
    return a > b
  }

  /// The rank of each layer. A layer ranks above earlier layers and above its nested layers.
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
