import AnimCore
import AnimScript

/// Resolves references between the layers of a composition.
struct LayerReferences {
  private let fields: FieldReader
  /// The layers in the file.
  private let list: JSONValue
  /// The positions of layers in the list, by index (`ind`). If several layers have the same index,
  /// the first one counts.
  private let indices: [Double: Int]

  init(_ list: JSONValue, _ fields: FieldReader) {
    self.fields = fields
    self.list = list
    var indices: [Double: Int] = [:]
    for (index, json) in list.elements.enumerated() {
      if let number = json["ind"]?.number, indices[number] == nil { indices[number] = index }
    }
    self.indices = indices
  }

  /// Sets the parents and mattes of layers.
  ///
  /// - Parameter layers: The layers in the order of the list.
  func connect(_ layers: inout [LayerModel]) {
    connectParents(&layers)
    connectMattes(&layers)
  }

  private func connectParents(_ layers: inout [LayerModel]) {
    for (index, json) in list.elements.enumerated() {
      guard let parent = json["parent"], !parent.isNull else { continue }
      // Some exporters write the number as text, which lottie-web accepts, too.
      guard let number = parent.number ?? parent.string.map({ parseNumber($0.utf8) }),
        let found = indices[number]
      else {
        fields.report(parent, .invalid, "there is no such layer", .missingReference)
        continue
      }
      layers[index].parent = found
    }
    breakCycles(.parent, in: &layers, longest: .max, "a layer is its own ancestor")
  }

  /// Sets the matte of each layer: the layer that it refers to (`tp`), or otherwise the layer
  /// directly above.
  private func connectMattes(_ layers: inout [LayerModel]) {
    for (index, json) in list.elements.enumerated() {
      if fields.flag(json, "td") { layers[index].isMatteSource = true }
      guard let type = fields.integer(json, "tt"), type != 0 else { continue }
      guard let style = Matte(type: type) else {
        fields.report(json, .invalid, "unknown matte mode \(type)")
        continue
      }
      let source = json["tp"].map { $0.number.flatMap { indices[$0] } } ?? (index - 1)
      guard let source, source >= 0 else {
        fields.report(json, .invalid, "the layer of the matte is missing", .missingReference)
        continue
      }
      layers[index].matte = TrackMatte(style: style, source: source)
    }
    breakCycles(.matte, in: &layers, longest: 16, "a layer is its own matte")
    for layer in layers {
      if let source = layer.matte?.source { layers[source].isMatteSource = true }
    }
  }

  /// Removes references that form a cycle or too long a chain.
  private func breakCycles(
    _ reference: LayerReference, in layers: inout [LayerModel], longest: Int, _ message: String
  ) {
    // The length of the chain of references from each layer, or `nil` while it is unknown.
    var lengths = [Int?](repeating: nil, count: layers.count)
    var isOnPath = [Bool](repeating: false, count: layers.count)
    var dropped = Set<Int>()
    for start in layers.indices {
      var path: [Int] = []
      var index: Int? = start
      while let current = index, lengths[current] == nil, !isOnPath[current] {
        path.append(current)
        isOnPath[current] = true
        index = layers[current][reference]
      }
      while let current = path.popLast() {
        isOnPath[current] = false
        guard let next = layers[current][reference] else {
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
      fields.report(at: layers[index].jsonPath, .invalid, message)
      layers[index].drop(reference)
    }
  }
}

/// A reference from a layer to another one in the same composition.
private enum LayerReference {
  case parent, matte
}

extension LayerModel {
  /// The index of the layer that a reference points to.
  fileprivate subscript(reference: LayerReference) -> Int? {
    switch reference {
    case .parent: parent
    case .matte: matte?.source
    }
  }

  fileprivate mutating func drop(_ reference: LayerReference) {
    switch reference {
    case .parent: parent = nil
    case .matte: matte = nil
    }
  }
}

extension Matte {
  /// - Parameter type: The value of the field `tt`.
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
