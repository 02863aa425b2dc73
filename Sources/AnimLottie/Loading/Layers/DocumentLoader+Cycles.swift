extension DocumentLoader {
  /// Drops layers through which a composition contains itself, and checks how many layers a frame
  /// can have.
  func checkCompositions() throws(LottieError) {
    var walk = CompositionWalk(document)
    for place in document.compositions.indices { walk.visit(place) }
    for (composition, layer) in walk.cyclic {
      let path = document.compositions[composition].layers[layer].jsonPath
      diagnostics.append(.invalid, "a composition contains itself", at: path)
      document.compositions[composition].layers[layer].content = .none
    }
    let count = walk.count(document.layers)
    guard count <= limits.layersInFrame else {
      throw .tooMuch(.layersInFrame, limit: limits.layersInFrame, path: "")
    }
    if walk.depth(document.layers) > limits.compositionDepth {
      throw .tooMuch(.compositionDepth, limit: limits.compositionDepth, path: "")
    }
  }
}

/// Visits compositions, each after those that it contains. It is not recursive, so that the stack
/// does not grow with the file.
private struct CompositionWalk {
  private let document: LottieDocument
  private enum State { case unknown, open, done }
  private var states: [State]
  /// For each composition, how many layers are drawn for it.
  private var counts: [Int]
  /// For each composition, how many levels are nested in it, itself included.
  private var depths: [Int]
  /// The layers through which compositions contain themselves.
  private(set) var cyclic: [(composition: Int, layer: Int)] = []

  init(_ document: LottieDocument) {
    self.document = document
    states = Array(repeating: .unknown, count: document.compositions.count)
    counts = Array(repeating: 0, count: document.compositions.count)
    depths = counts
  }

  mutating func visit(_ start: Int) {
    guard states[start] == .unknown else { return }
    states[start] = .open
    var path = [(composition: start, layer: 0)]
    while let (composition, layer) = path.last {
      let layers = document.compositions[composition].layers
      guard layer < layers.count else {
        counts[composition] = count(layers)
        depths[composition] = depth(layers)
        states[composition] = .done
        path.removeLast()
        continue
      }
      path[path.count - 1].layer += 1
      guard case .composition(let content) = layers[layer].content else { continue }
      switch states[content.index] {
      case .unknown:
        states[content.index] = .open
        path.append((content.index, 0))
      case .open: cyclic.append((composition, layer))
      case .done: break
      }
    }
  }

  /// How many layers are drawn for a list; a matte counts every time it is used.
  func count(_ layers: [LottieLayer]) -> Int {
    var sum = 0
    for start in layers.indices where !layers[start].isMatteSource {
      var place: Int? = start
      while let current = place {
        sum = sum.addingSaturated(1)
        if case .composition(let content) = layers[current].content {
          sum = sum.addingSaturated(counts[content.index])
        }
        place = layers[current].matte?.source
      }
    }
    return sum
  }

  func depth(_ layers: [LottieLayer]) -> Int {
    var deepest = 0
    for layer in layers {
      guard case .composition(let content) = layer.content else { continue }
      deepest = max(deepest, depths[content.index])
    }
    return deepest + 1
  }
}

extension Int {
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
