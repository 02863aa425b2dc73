import AnimCore

/// How layers of a composition refer to each other.
extension DocumentLoader {
  /// Positions in the list of the layers that have an index (`ind`); of several with one index, the
  /// first.
  private func indices(_ list: JSONValue) -> [Double: Int] {
    var indices: [Double: Int] = [:]
    for (index, json) in list.elements.enumerated() {
      if let number = json["ind"]?.number, indices[number] == nil { indices[number] = index }
    }
    return indices
  }

  func connectParents(_ layers: inout [LayerModel], _ list: JSONValue) {
    let indices = indices(list)
    for (index, json) in list.elements.enumerated() {
      guard let parent = json["parent"], !parent.isNull else { continue }
      // Some exporters write the number as text, which lottie-web accepts.
      guard let number = parent.number ?? parent.string.flatMap({ Double($0) }),
        let found = indices[number]
      else {
        report(parent, .invalid, "there is no such layer")
        continue
      }
      layers[index].parent = found
    }
    breakCycles(list, \.parent, in: &layers, longest: .max, "a layer is its own ancestor")
  }

  /// A layer's matte is the layer that it names (`tp`), or else the layer just above.
  func connectMattes(_ layers: inout [LayerModel], _ list: JSONValue) {
    let indices = indices(list)
    for (index, json) in list.elements.enumerated() {
      if flag(json, "td") { layers[index].isMatteSource = true }
      guard let type = integer(json, "tt"), type != 0 else { continue }
      guard let style = Matte(type: type) else {
        report(json, .invalid, "there is no matte mode \(type)")
        continue
      }
      let source = json["tp"].map { $0.number.flatMap { indices[$0] } } ?? (index - 1)
      guard let source, source >= 0 else {
        report(json, .invalid, "the layer of the matte is missing")
        continue
      }
      layers[index].matte = TrackMatte(style: style, source: source)
    }
    breakCycles(
      list, \.matte?.source, in: &layers, longest: 16, "a layer is its own matte")
    for layer in layers {
      if let source = layer.matte?.source { layers[source].isMatteSource = true }
    }
  }

  /// Drops references that form a cycle or a chain that is too long.
  private func breakCycles(
    _ list: JSONValue, _ reference: KeyPath<LayerModel, Int?>, in layers: inout [LayerModel],
    longest: Int, _ message: String
  ) {
    // The length of the chain of references that starts at each layer; nil while unknown.
    var lengths = [Int?](repeating: nil, count: layers.count)
    var isOnPath = [Bool](repeating: false, count: layers.count)
    var dropped = Set<Int>()
    for start in layers.indices {
      var path: [Int] = []
      var index: Int? = start
      while let current = index, lengths[current] == nil, !isOnPath[current] {
        path.append(current)
        isOnPath[current] = true
        index = layers[current][keyPath: reference]
      }
      while let current = path.popLast() {
        isOnPath[current] = false
        guard let next = layers[current][keyPath: reference] else {
          lengths[current] = 0
          continue
        }
        if let length = lengths[next], length < longest {
          lengths[current] = length + 1
        } else {
          dropped.insert(current)
          lengths[current] = 0
        }
      }
    }
    for index in dropped.sorted() {
      diagnostics.append(.invalid, message, at: layers[index].jsonPath)
      layers[index].drop(reference)
    }
  }
}

extension LayerModel {
  fileprivate mutating func drop(_ reference: KeyPath<LayerModel, Int?>) {
    if reference == \.parent { parent = nil } else { matte = nil }
  }
}

extension Matte {
  /// - Parameter type: the field `tt`.
  init?(type: Int) {
    switch type {
    case 1: self.init(.alpha)
    case 2: self.init(.alpha, isInverted: true)
    case 3: self.init(.luma)
    case 4: self.init(.luma, isInverted: true)
    default: return nil
    }
  }
}

extension DocumentLoader {
  /// Drops layers through which a composition contains itself, and checks how many layers a frame
  /// can have.
  func checkCompositions() throws(LottieError) {
    var walk = CompositionWalk(document)
    for index in document.compositions.indices { walk.visit(index) }
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
  private let document: AnimationModel
  private enum State { case unknown, open, done }
  private var states: [State]
  /// For each composition, how many layers are drawn for it.
  private var counts: [Int]
  /// For each composition, how many levels are nested in it, itself included.
  private var depths: [Int]
  /// The layers through which compositions contain themselves.
  private(set) var cyclic: [(composition: Int, layer: Int)] = []

  init(_ document: AnimationModel) {
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
  func count(_ layers: [LayerModel]) -> Int {
    var sum = 0
    for start in layers.indices where !layers[start].isMatteSource {
      var index: Int? = start
      while let current = index {
        sum = sum.addingSaturated(1)
        if case .composition(let content) = layers[current].content {
          sum = sum.addingSaturated(counts[content.index])
        }
        index = layers[current].matte?.source
      }
    }
    return sum
  }

  func depth(_ layers: [LayerModel]) -> Int {
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
