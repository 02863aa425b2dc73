import AnimCore

/// Draws an animation with and without each of its layers, to find layers that never change the
/// image.
package final class LottieLayerProbe {
  /// A layer of any composition.
  package struct Layer: Sendable {
    /// The name, or an empty string if it is unnamed.
    package let name: String
    /// The JSON path.
    package let path: String
    /// The index of the composition that contains it, as for ``content``. The main composition has
    /// the last one.
    package let composition: Int
    /// The index of the composition that the layer shows, or `nil` for other layers.
    package let content: Int?
    /// Whether the layer is meant to be seen: it isn't hidden, isn't only a parent, a camera, a
    /// sound or a matte, and its content could be loaded.
    package let isCandidate: Bool
  }

  /// The layers of all compositions.
  package let layers: [Layer]
  private let painter: DocumentPainter
  private let nodes: [LayerNode]

  package init(_ animation: LottieAnimation) {
    painter = DocumentPainter(animation.document)
    var layers: [Layer] = []
    var nodes: [LayerNode] = []
    for (index, node) in painter.layers {
      var content: Int?
      if case .composition(let inner) = node.content { content = inner.index }
      var isEmpty = false
      if case .none = node.content { isEmpty = true }
      layers.append(
        Layer(
          name: node.model.name, path: node.model.jsonPath, composition: index, content: content,
          isCandidate: !isEmpty && !node.model.isHidden && !node.model.isMatteSource))
      nodes.append(node)
    }
    (self.layers, self.nodes) = (layers, nodes)
  }

  /// Appends a frame, and returns a record of the drawing of each layer.
  package func draw(
    frame: Double, into list: inout DisplayList, transform: Transform
  ) -> [LayerRecord] {
    for node in nodes { node.record = LayerRecord() }
    _ = painter.draw(frame: frame, into: &list, transform: transform)
    let records = nodes.map { $0.record ?? LayerRecord() }
    for node in nodes { node.record = nil }
    return records
  }

  /// Appends a frame without the layers at some indices in ``layers``.
  package func draw(
    frame: Double, without omitted: [Int], into list: inout DisplayList, transform: Transform
  ) {
    for layer in omitted { nodes[layer].isOmitted = true }
    _ = painter.draw(frame: frame, into: &list, transform: transform)
    for layer in omitted { nodes[layer].isOmitted = false }
  }
}

/// A record of the drawing of a layer in a frame. A layer of a nested composition may be drawn
/// several times.
package struct LayerRecord: Sendable {
  /// Whether the layer exists at the time of the frame.
  package private(set) var isShown = false
  /// Whether its opacity and that of its content allow it to be seen.
  package private(set) var isVisible = false
  /// Whether it has content of a size other than zero.
  package private(set) var hasContent = false
  /// The number of pixels that it may touch.
  package private(set) var area = 0
  /// The image that it shows, or `nil` for other layers and for images that are drawings.
  package private(set) var image: Image?
  /// The number of pixels of the image for each pixel of the frame, along the axis with fewer. 0 if
  /// it shows no image.
  package private(set) var imageDensity = 0.0
  private var firstCommand = 0

  mutating func begin(_ commands: Int) {
    isShown = true
    firstCommand = commands
  }

  mutating func add(hasContent: Bool) {
    isVisible = true
    self.hasContent = self.hasContent || hasContent
  }

  /// - Parameters:
  ///   - bounds: The area that the image fills.
  ///   - transform: The transform from this area to the frame.
  mutating func add(_ image: Image, in bounds: Rect, _ transform: Transform) {
    guard !image.isDrawing else { return }
    func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
    let width = bounds.width * length(transform.a, transform.b)
    let height = bounds.height * length(transform.c, transform.d)
    let density = min(Double(image.size.width) / width, Double(image.size.height) / height)
    imageDensity = self.image == nil ? density : min(imageDensity, density)
    self.image = image
  }

  mutating func finish(_ commands: [Command]) {
    for command in commands[min(firstCommand, commands.count)...] {
      area = max(area, command.bounds.width * command.bounds.height)
    }
    firstCommand = commands.count
  }
}
