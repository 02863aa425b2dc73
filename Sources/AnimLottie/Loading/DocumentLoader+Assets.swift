import AnimCore

extension DocumentLoader {
  /// Registers compositions and images by their identifiers, and loads the images.
  ///
  /// - Returns: the lists of layers of the compositions, in the order of the document's.
  func loadAssets(
    _ image: (JSONValue, inout DiagnosticList) -> Image?
  ) -> [(layers: JSONValue, path: String)] {
    var lists: [(layers: JSONValue, path: String)] = []
    guard let assets = root["assets"] else { return [] }
    for (place, asset) in assets.elements.enumerated() {
      guard let id = identifier(asset["id"]) else {
        report(asset, .invalid, "the asset has no identifier (id)")
        continue
      }
      // Of several assets with the same identifier, the first counts, as in lottie-web.
      guard compositions[id] == nil, images[id] == nil else { continue }
      if let layers = asset["layers"], layers.isArray {
        compositions[id] = document.compositions.count
        document.compositions.append(LottieComposition(id: id, layers: []))
        lists.append((layers, "assets[\(place)].layers"))
      } else if asset["p"] != nil, asset["t"] == nil {
        images[id] = document.images.count
        document.images.append(loadImage(asset, id: id, image))
      }
    }
    return lists
  }

  private func loadImage(
    _ asset: JSONValue, id: String, _ image: (JSONValue, inout DiagnosticList) -> Image?
  ) -> LottieImage {
    let source = slots.value(of: asset) ?? asset
    let image = image(source, &diagnostics)
    let natural = image.map { SIMD2(Double($0.size.width), Double($0.size.height)) } ?? .zero
    func side(_ key: StaticString, _ natural: Double) -> Double {
      let side = number(asset, key, default: natural)
      return side > 0 ? side : natural
    }
    return LottieImage(
      id: id, size: SIMD2(side("w", natural.x), side("h", natural.y)), image: image)
  }
}
