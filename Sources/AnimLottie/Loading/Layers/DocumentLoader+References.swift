import AnimCore

/// How layers of a composition refer to each other.
extension DocumentLoader {
  /// Positions in the list of the layers that have an index (`ind`); of several with one index, the
  /// first.
  private func places(_ list: JSONValue) -> [Double: Int] {
    var places: [Double: Int] = [:]
    for (place, json) in list.elements.enumerated() {
      if let index = json["ind"]?.number, places[index] == nil { places[index] = place }
    }
    return places
  }

  func connectParents(_ layers: inout [LottieLayer], _ list: JSONValue) {
    let places = places(list)
    for (place, json) in list.elements.enumerated() {
      guard let parent = json["parent"], !parent.isNull else { continue }
      // Some exporters write the number as text, which lottie-web accepts.
      guard let index = parent.number ?? parent.string.flatMap({ Double($0) }),
        let found = places[index]
      else {
        report(parent, .invalid, "there is no such layer")
        continue
      }
      layers[place].parent = found
    }
    breakCycles(list, \.parent, in: &layers, longest: .max, "a layer is its own ancestor")
  }

  /// A layer's matte is the layer that it names (`tp`), or else the layer just above.
  func connectMattes(_ layers: inout [LottieLayer], _ list: JSONValue) {
    let places = places(list)
    for (place, json) in list.elements.enumerated() {
      if flag(json, "td") { layers[place].isMatteSource = true }
      guard let type = integer(json, "tt"), type != 0 else { continue }
      guard let style = Matte(type: type) else {
        report(json, .invalid, "there is no matte mode \(type)")
        continue
      }
      let source = json["tp"].map { $0.number.flatMap { places[$0] } } ?? (place - 1)
      guard let source, source >= 0 else {
        report(json, .invalid, "the layer of the matte is missing")
        continue
      }
      layers[place].matte = TrackMatte(style: style, source: source)
    }
    breakCycles(
      list, \.matte?.source, in: &layers, longest: 16, "a layer is its own matte")
    for layer in layers {
      if let source = layer.matte?.source { layers[source].isMatteSource = true }
    }
  }

  /// Drops references that form a cycle or a chain that is too long.
  private func breakCycles(
    _ list: JSONValue, _ reference: KeyPath<LottieLayer, Int?>, in layers: inout [LottieLayer],
    longest: Int, _ message: String
  ) {
    // The length of the chain of references that starts at each layer; nil while unknown.
    var lengths = [Int?](repeating: nil, count: layers.count)
    var isOnPath = [Bool](repeating: false, count: layers.count)
    var dropped = Set<Int>()
    for start in layers.indices {
      var path: [Int] = []
      var place: Int? = start
      while let current = place, lengths[current] == nil, !isOnPath[current] {
        path.append(current)
        isOnPath[current] = true
        place = layers[current][keyPath: reference]
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
    for place in dropped.sorted() {
      diagnostics.append(.invalid, message, at: layers[place].jsonPath)
      layers[place].drop(reference)
    }
  }
}

extension LottieLayer {
  fileprivate mutating func drop(_ reference: KeyPath<LottieLayer, Int?>) {
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
