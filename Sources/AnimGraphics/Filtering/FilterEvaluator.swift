/// Computes the results of filter graphs, and keeps its memory from one to the next.
package final class FilterEvaluator {
  private var planes = PlanePool()
  private var values: [Value] = []
  private var operations = FilterOperations()

  package init() {}

  deinit {
    planes.deallocate()
    operations.deallocate()
  }

  /// Returns the result of a graph in sRGB, or a clear image if the graph has no steps.
  ///
  /// The result depends only on the graph and the source. Steps that don't contribute to the last
  /// one aren't computed. A step with an invalid input reads the source.
  ///
  /// - Parameters:
  ///   - graph: A graph. The time is proportional to its area, which the caller must limit. If
  ///     the area is empty, the result is the source.
  ///   - source: The image to filter, of the size of the graph's area. Missing pixels are clear.
  package func evaluate(_ graph: FilterGraph, source: Image) -> Image {
    let area = graph.area
    let size = PixelSize(width: area.width, height: area.height)
    let count = size.width * size.height
    guard count > 0 else { return source }
    planes.begin(pixelsPerPlane: count)
    plan(graph)
    for index in graph.steps.indices where values[index + Value.firstStep].lastUse != nil {
      values[index + Value.firstStep].plane = run(graph.steps[index], at: index, graph, source)
      releasePlanes(after: index)
    }
    let last = graph.steps.count - 1
    let words = [UInt32](unsafeUninitializedCapacity: count) { words, initialized in
      if let base = words.baseAddress {
        if last >= 0 {
          let result = picture(last + Value.firstStep, in: .sRGB, graph, source)
          base.update(from: result.words, count: count)
        } else {
          base.update(repeating: 0, count: count)
        }
      }
      initialized = count
    }
    return Image(size: size, premultiplied: words) ?? source
  }

  /// A picture that steps read: the source, its alpha, or the result of a step.
  private struct Value {
    static let source = 0
    static let sourceAlpha = 1
    static let firstStep = 2

    /// The plane with its pixels, or `nil` until they are needed.
    var plane: Int?
    /// The plane with its pixels in the other colour space, or `nil` until they are needed.
    var converted: Int?
    var space = FilterColorSpace.sRGB
    /// The last step that reads the value, or `nil` if no step does.
    var lastUse: Int?
  }

  /// Finds out which steps are needed, and until when.
  private func plan(_ graph: FilterGraph) {
    values.removeAll(keepingCapacity: true)
    for _ in 0..<Value.firstStep + graph.steps.count { values.append(Value()) }
    if let last = graph.steps.indices.last { values[last + Value.firstStep].lastUse = last + 1 }
    for index in graph.steps.indices.reversed()
    where values[index + Value.firstStep].lastUse != nil {
      graph.steps[index].operation.forEachInput(graph.area) { input, _ in
        let value = Self.value(input, before: index)
        values[value].lastUse = max(values[value].lastUse ?? 0, index)
      }
    }
  }

  /// Returns the index of the value that an input of a step refers to.
  private static func value(_ input: FilterGraph.Input, before index: Int) -> Int {
    switch input {
    case .source: Value.source
    case .sourceAlpha: Value.sourceAlpha
    case .step(let step): step >= 0 && step < index ? step + Value.firstStep : Value.source
    }
  }

  private func releasePlanes(after index: Int) {
    for value in values.indices where values[value].lastUse == index {
      if let plane = values[value].plane { planes.release(plane) }
      if let plane = values[value].converted { planes.release(plane) }
      values[value].plane = nil
      values[value].converted = nil
    }
  }

  /// The pixels of a value as they are stored.
  private func stored(_ value: Int, _ graph: FilterGraph, _ source: Image) -> Picture {
    let area = graph.area
    if let plane = values[value].plane { return planes.picture(plane, area) }
    let plane = planes.take()
    let picture = planes.picture(plane, area)
    picture.load(source)
    if value == Value.sourceAlpha {
      for index in 0..<area.width * area.height { picture.words[index] &= 0xFF00_0000 }
    }
    values[value].plane = plane
    return picture
  }

  /// The pixels of a value in a space.
  private func picture(
    _ value: Int, in space: FilterColorSpace, _ graph: FilterGraph, _ source: Image
  ) -> Picture {
    let stored = stored(value, graph, source)
    // Black is the same in both.
    if values[value].space == space || value == Value.sourceAlpha { return stored }
    if let plane = values[value].converted { return planes.picture(plane, graph.area) }
    let plane = planes.take()
    let picture = planes.picture(plane, graph.area)
    ChannelTables.convert(
      stored.words, to: picture.words, count: graph.area.width * graph.area.height, into: space)
    values[value].converted = plane
    return picture
  }

  /// Computes a step, and returns the plane with its result.
  private func run(
    _ step: FilterGraph.Step, at index: Int, _ graph: FilterGraph, _ source: Image
  ) -> Int {
    let clip = step.area.intersection(graph.area)
    let count = graph.area.width * graph.area.height
    func value(_ input: FilterGraph.Input) -> Int { Self.value(input, before: index) }
    func read(_ input: FilterGraph.Input) -> Picture {
      picture(value(input), in: step.space, graph, source)
    }
    let plane = planes.take()
    let result = planes.picture(plane, graph.area)
    var space = step.space
    switch step.operation {
    case .blend(let mode, let top, let bottom):
      result.words.update(from: read(bottom).words, count: count)
      result.blend(read(top), mode)
    case .colorMatrix(let matrix, let input):
      ColorMatrix(matrix).apply(read(input), to: result)
    case .transfer(let red, let green, let blue, let alpha, let input):
      ComponentTransfer(red: red, green: green, blue: blue, alpha: alpha)
        .apply(read(input), to: result)
    case .composite(let rule, let top, let bottom):
      result.words.update(from: read(bottom).words, count: count)
      result.composite(read(top), rule)
    case .convolve(let kernel, let input):
      operations.convolution.apply(kernel, read(input), clip: clip, to: result)
    case .light(let light, let input):
      operations.lighting.apply(
        light, step.space, stored(value(input), graph, source), clip: clip, to: result)
    case .displace(let input, let map, let xChannel, let yChannel, let scaleX, let scaleY):
      read(input).displace(
        by: read(map), DisplacementTable(xChannel, scale: scaleX),
        DisplacementTable(yChannel, scale: scaleY), to: result)
    case .flood(let color):
      space = .sRGB
      result.words.update(repeating: Premultiplied.word(straight: color.argb), count: count)
    case .blur(let input, let sigmaX, let sigmaY):
      blur(read(input), sigmaX, sigmaY, clip: clip, to: result)
    case .picture(let image):
      space = .sRGB
      result.load(image)
    case .merge(let inputs):
      result.words.update(repeating: 0, count: count)
      for input in inputs {
        Blend.over(result.words, read(input).words, count: count, coverage: 255)
      }
    case .morphology(let kind, let input, let radiusX, let radiusY):
      operations.morphology.apply(
        kind, read(input), radiusX: radiusX, radiusY: radiusY, to: result)
    case .offset(let input, let dx, let dy):
      space = values[value(input)].space
      stored(value(input), graph, source).move(dx: dx, dy: dy, to: result)
    case .tile(let input, let tile):
      space = values[value(input)].space
      stored(value(input), graph, source).tile(tile, to: result)
    case .turbulence(let turbulence):
      operations.turbulence.apply(turbulence, tile: step.area, clip: clip, to: result)
    }
    values[index + Value.firstStep].space = space
    result.clear(outside: clip)
    return plane
  }

  /// Blurs only what is not clipped.
  private func blur(
    _ source: Picture, _ sigmaX: Double, _ sigmaY: Double, clip: PixelRect, to result: Picture
  ) {
    let x = BoundedBlur(sigma: sigmaX, extent: source.area.width)
    let y = BoundedBlur(sigma: sigmaY, extent: source.area.height)
    if clip == source.area {
      operations.blur.apply(x.kernel, y.kernel, source, isCut: true, to: result)
    } else if !clip.isEmpty {
      let plane = planes.take()
      let part = planes.picture(plane, clip)
      operations.blur.apply(x.kernel, y.kernel, source, isCut: true, to: part)
      for row in clip.y0..<clip.y1 {
        (result.row(row) + (clip.x0 - result.area.x0)).update(
          from: part.row(row), count: clip.width)
      }
      planes.release(plane)
    }
    let strength = UInt32((x.strength * y.strength * 255).rounded())
    guard strength < 255, !clip.isEmpty else { return }
    for row in clip.y0..<clip.y1 {
      let words = result.row(row) + (clip.x0 - result.area.x0)
      for index in 0..<clip.width { words[index] = Blend.scale(words[index], by: strength) }
    }
  }
}

/// The memory that operations keep between evaluations.
private struct FilterOperations {
  var blur = Blur()
  var convolution = Convolution()
  var lighting = Lighting()
  var morphology = Morphology()
  var turbulence = Turbulence()

  func deallocate() {
    blur.deallocate()
    convolution.deallocate()
    lighting.deallocate()
    morphology.deallocate()
  }
}

/// Memory for pictures of the same size.
private struct PlanePool {
  private var planes: [UnsafeMutablePointer<UInt32>] = []
  private var unused: [Int] = []
  private var capacity = 0

  /// Takes all planes back, and makes them large enough.
  mutating func begin(pixelsPerPlane count: Int) {
    if count > capacity {
      deallocate()
      planes.removeAll()
      capacity = count
    }
    unused.removeAll(keepingCapacity: true)
    for plane in planes.indices.reversed() { unused.append(plane) }
  }

  mutating func take() -> Int {
    if let plane = unused.popLast() { return plane }
    planes.append(.allocateLines(capacity: capacity))
    return planes.count - 1
  }

  mutating func release(_ plane: Int) { unused.append(plane) }

  func picture(_ plane: Int, _ area: PixelRect) -> Picture {
    Picture(words: planes[plane], area: area)
  }

  func deallocate() {
    for plane in planes { plane.deallocate() }
  }
}

extension Picture {
  /// Copies an image, whose upper left pixel is that of the area; what it lacks is clear.
  fileprivate func load(_ image: Image) {
    let (width, height) = (min(image.size.width, area.width), min(image.size.height, area.height))
    if width < area.width || height < area.height {
      words.update(repeating: 0, count: area.width * area.height)
    }
    image.pixels.withUnsafeBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      for y in 0..<height {
        (words + y * area.width).update(from: base + y * image.size.width, count: width)
      }
    }
  }

  /// Clears what is outside some pixels of the area.
  fileprivate func clear(outside clip: PixelRect) {
    if clip == area { return }
    if clip.isEmpty {
      words.update(repeating: 0, count: area.width * area.height)
      return
    }
    for y in area.y0..<area.y1 {
      let row = row(y)
      if y < clip.y0 || y >= clip.y1 {
        row.update(repeating: 0, count: area.width)
      } else {
        row.update(repeating: 0, count: clip.x0 - area.x0)
        (row + (clip.x1 - area.x0)).update(repeating: 0, count: area.x1 - clip.x1)
      }
    }
  }
}
