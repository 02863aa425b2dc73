/// Computes parts of the results of filter graphs, and reuses its memory for the next graph.
///
/// Each step computes only the pixels that the following steps read. A step starts when the
/// previous one is complete, and is divided into bands that several threads compute.
final class FilterEvaluator: ParallelWork {
  private let pool: WorkerPool
  private var planes = PlanePool()
  /// The graph, whose memory is borrowed.
  private var steps = UnsafeBufferPointer<FilterGraph.Step>(start: nil, count: 0)
  /// The pixels of all results.
  private var area = PixelRect.empty
  /// The requested part of the last result.
  private var part = PixelRect.empty
  private var values: [Value] = []
  /// The memory of each worker.
  private let operations: UnsafeMutableBufferPointer<FilterOperations>
  /// The rows of an image that have been blurred.
  private var blurred = Scratch<SIMD4<Int32>>()
  /// The work for each band.
  private var task: ((Range<Int>, inout FilterOperations) -> Void)?
  private var bands: [Range<Int>] = []

  /// Creates an evaluator.
  ///
  /// - Parameter pool: The threads that compute. By default, only the caller's thread computes.
  init(pool: WorkerPool = WorkerPool(workers: 1)) {
    self.pool = pool
    operations = .allocate(capacity: pool.workers)
    for index in operations.indices {
      operations.initializeElement(at: index, to: FilterOperations())
    }
  }

  deinit {
    planes.deallocate()
    blurred.deallocate()
    for operations in operations { operations.deallocate() }
    operations.deinitialize().deallocate()
  }

  /// Determines which pixels of the source a part of a result depends on.
  ///
  /// - Parameters:
  ///   - steps: The steps of a graph, which must remain valid until the result is computed. A step with an invalid
  ///     input reads the source.
  ///   - area: The pixels of all results of the graph.
  ///   - part: The part of the last result. The time is proportional to its size, which the caller must limit.
  ///   - content: The pixels of the source that may not be clear.
  func prepare(
    _ steps: UnsafeBufferPointer<FilterGraph.Step>, in area: PixelRect, for part: PixelRect,
    content: PixelRect
  ) -> PixelRect {
    (self.steps, self.area, self.part) = (steps, area, part)
    planes.begin()
    values.removeAll(keepingCapacity: true)
    for _ in 0..<Value.firstStep + steps.count { values.append(Value()) }
    findExtents(content.intersection(area))
    findUses()
    return values[Value.source].needed.union(values[Value.sourceAlpha].needed)
  }

  /// Computes the result of the prepared graph in sRGB, which is clear if the graph has no steps.
  ///
  /// It depends only on the graph and the source. Steps that don't contribute to the last one aren't computed.
  ///
  /// - Parameter source: The image to filter, with at least the pixels that are needed.
  /// - Returns: The pixels of the part. They are valid until the next graph is prepared.
  func result(of source: FilterImage) -> FilterImage {
    values[Value.source].image = source
    for index in steps.indices where !values[index + Value.firstStep].needed.isEmpty {
      compute(index)
      releasePlanes(after: index)
    }
    let found = steps.isEmpty ? nothing : image(values.count - 1, in: .sRGB)
    if found.area == part { return found }
    let plane = planes.take(part)
    let result = planes.image(plane, part)
    found.copy(to: result)
    return result
  }

  /// The minimum number of pixels of a band for which waking another thread pays off.
  private static let worthwhile = 20_000

  /// Calls `body` for parts of a range of rows or columns, on several threads.
  ///
  /// - Parameters:
  ///   - length: The number of pixels of a row or column.
  ///   - unit: The unit of parts. All parts except the last are multiples of it.
  private func inBands(
    _ range: Range<Int>, length: Int, unit: Int = 1,
    _ body: (Range<Int>, inout FilterOperations) -> Void
  ) {
    guard !range.isEmpty else { return }
    guard pool.workers > 1 else { return body(range, &operations[0]) }
    let parts = min(
      range.count * length / Self.worthwhile, pool.workers * 4, range.count / unit)
    guard parts > 1 else { return body(range, &operations[0]) }
    bands.removeAll(keepingCapacity: true)
    var start = range.lowerBound
    for part in 1...parts {
      let share = range.count * part / parts / unit * unit
      let end = part == parts ? range.upperBound : range.lowerBound + share
      bands.append(start..<end)
      start = end
    }
    withoutActuallyEscaping(body) { body in
      task = body
      pool.run(self, parts: parts)
      task = nil
    }
  }

  func run(part: Int, worker: Int) { task?(bands[part], &operations[worker]) }

  // MARK: Planning

  /// An image that steps read: the source, its alpha, or the result of a step.
  private struct Value {
    static let source = 0
    static let sourceAlpha = 1
    static let firstStep = 2

    /// The pixels that may not be clear.
    var extent = PixelRect.empty
    /// The pixels that steps read.
    var needed = PixelRect.empty
    /// The last step that reads the value, or `nil` if no step does.
    var lastUse: Int?
    /// Whether any step reads more of the value than its alpha.
    var needsColors = false
    /// Whether the value has no colours, but only an alpha.
    var isBlack = false
    var space = FilterColorSpace.sRGB
    /// The pixels, or `nil` until they are needed.
    var image: FilterImage?
    /// The pixels in the other colour space, or `nil` until they are needed.
    var converted: FilterImage?
    /// The plane of both images.
    var plane: Int?
    var convertedPlane: Int?

    /// Whether the pixels that steps read are the same in both colour spaces.
    var isWithoutSpace: Bool { isBlack || !needsColors }
  }

  /// Returns the index of the value that an input of a step refers to.
  private static func value(_ input: FilterGraph.Input, before index: Int) -> Int {
    switch input {
    case .source: Value.source
    case .sourceAlpha: Value.sourceAlpha
    case .step(let step): step >= 0 && step < index ? step + Value.firstStep : Value.source
    }
  }

  /// Determines the pixels of each value that may not be clear, from the first value to the last.
  private func findExtents(_ content: PixelRect) {
    values[Value.source].extent = content
    values[Value.sourceAlpha].extent = content
    values[Value.sourceAlpha].isBlack = true
    for index in steps.indices {
      let step = steps[index]
      values[index + Value.firstStep].extent = step.operation.extent(in: area) { input in
        values[Self.value(input, before: index)].extent
      }.intersection(step.area)
      values[index + Value.firstStep].isBlack = step.operation.isBlack { input in
        values[Self.value(input, before: index)].isBlack
      }
    }
  }

  /// Determines the pixels of each value that are read, and the last step that reads them, from the
  /// last value to the first.
  private func findUses() {
    guard !steps.isEmpty else { return }
    let last = values.count - 1
    values[last].needed = part.intersection(values[last].extent)
    values[last].needsColors = true
    values[last].lastUse = steps.count
    for index in steps.indices.reversed() {
      let result = values[index + Value.firstStep]
      if result.needed.isEmpty { continue }
      steps[index].operation.forEachInput(area, colors: result.needsColors) {
        input, reading, colors in
        let value = Self.value(input, before: index)
        let read = reading.source(of: result.needed).intersection(values[value].extent)
        values[value].needed = values[value].needed.union(read)
        values[value].lastUse = max(values[value].lastUse ?? 0, index)
        if colors { values[value].needsColors = true }
      }
    }
  }

  // MARK: Values

  /// An image without pixels.
  private var nothing: FilterImage {
    let memory = UnsafeMutableRawPointer(blurred.base).assumingMemoryBound(to: UInt32.self)
    return FilterImage(words: memory, area: .empty)
  }

  private func releasePlanes(after index: Int) {
    for value in values.indices where values[value].lastUse == index {
      if let plane = values[value].plane { planes.release(plane) }
      if let plane = values[value].convertedPlane { planes.release(plane) }
    }
  }

  /// Returns the pixels of a value as stored.
  private func stored(_ value: Int) -> FilterImage {
    if let rendering = values[value].image { return rendering }
    let needed = values[value].needed
    guard value == Value.sourceAlpha, !needed.isEmpty, let source = values[Value.source].image
    else { return nothing }
    let plane = planes.take(needed)
    let rendering = planes.image(plane, needed)
    inBands(needed.y0..<needed.y1, length: needed.width) { rows, _ in
      let part = rendering.rows(rows)
      source.copy(to: part)
      for index in 0..<part.area.width * part.area.height { part.words[index] &= 0xFF00_0000 }
    }
    values[value].plane = plane
    values[value].image = rendering
    return rendering
  }

  /// Returns the pixels of a value in a colour space.
  private func image(_ value: Int, in space: FilterColorSpace) -> FilterImage {
    let stored = stored(value)
    if values[value].space == space || values[value].isWithoutSpace { return stored }
    if let converted = values[value].converted { return converted }
    let needed = values[value].needed
    if needed.isEmpty { return stored }
    let plane = planes.take(needed)
    let rendering = planes.image(plane, needed)
    inBands(needed.y0..<needed.y1, length: needed.width) { rows, operations in
      ChannelTables.convert(stored, to: rendering.rows(rows), &operations.first, into: space)
    }
    values[value].convertedPlane = plane
    values[value].converted = rendering
    return rendering
  }

  // MARK: Steps

  /// Computes the needed pixels of a step.
  private func compute(_ index: Int) {
    let step = steps[index]
    let needed = values[index + Value.firstStep].needed
    let plane = planes.take(needed)
    let result = planes.image(plane, needed)
    values[index + Value.firstStep].space = compute(step, at: index, to: result)
    values[index + Value.firstStep].plane = plane
    values[index + Value.firstStep].image = result
  }

  /// Computes a step, and returns the colour space of its result.
  private func compute(
    _ step: FilterGraph.Step, at index: Int, to result: FilterImage
  ) -> FilterColorSpace {
    let area = area
    func value(_ input: FilterGraph.Input) -> Int { Self.value(input, before: index) }
    func read(_ input: FilterGraph.Input) -> FilterImage { image(value(input), in: step.space) }
    /// Returns an sRGB colour as a word.
    func word(_ color: Color) -> UInt32 {
      let word = Premultiplied.word(straight: color.argb)
      return step.space == .sRGB ? word : ChannelTables.converted(word, into: step.space)
    }
    /// Computes all rows, in any order.
    func compute(_ body: (_ part: FilterImage, inout FilterOperations) -> Void) {
      inBands(result.area.y0..<result.area.y1, length: result.area.width) { rows, operations in
        body(result.rows(rows), &operations)
      }
    }
    switch step.operation {
    case .blend(let mode, let top, let bottom):
      let (top, bottom) = (read(top), read(bottom))
      compute { part, operations in
        bottom.copy(to: part)
        part.blend(top, mode, &operations.first)
      }
    case .colorMatrix(let matrix, let input):
      let (matrix, input) = (ColorMatrix(matrix), read(input))
      compute { part, operations in
        input.map(to: part, &operations.first) { matrix.apply(to: $0) }
      }
    case .transfer(let red, let green, let blue, let alpha, let input):
      let transfer = ComponentTransfer(red: red, green: green, blue: blue, alpha: alpha)
      let input = read(input)
      compute { part, operations in
        input.map(to: part, &operations.first) { transfer.apply(to: $0) }
      }
    case .composite(let rule, let top, let bottom):
      let (top, bottom) = (read(top), read(bottom))
      compute { part, operations in
        bottom.copy(to: part)
        part.composite(top, rule, &operations.first)
      }
    case .convolve(let kernel, let input):
      let input = read(input)
      compute { part, operations in
        operations.convolution.apply(kernel, input, in: area, to: part)
      }
    case .light(let light, let input):
      let input = stored(value(input))
      compute { part, operations in
        operations.lighting.apply(light, step.space, input, in: area, to: part)
      }
    case .displace(let input, let map, let xChannel, let yChannel, let scaleX, let scaleY):
      let (input, map) = (read(input), read(map))
      let x = DisplacementTable(xChannel, scale: scaleX)
      let y = DisplacementTable(yChannel, scale: scaleY)
      compute { part, operations in input.displace(by: map, x, y, to: part, &operations.first) }
    case .flood(let color):
      let word = Premultiplied.word(straight: color.argb)
      compute { part, _ in
        part.words.update(repeating: word, count: part.area.width * part.area.height)
      }
      return .sRGB
    case .blur(let input, let sigmaX, let sigmaY, let repeatsEdges):
      let isAlphaAlone =
        values[value(input)].isBlack || !values[index + Value.firstStep].needsColors
      let x = BoundedBlur(sigma: sigmaX, extent: area.width)
      let y = BoundedBlur(sigma: sigmaY, extent: area.height)
      blur(
        Blur.Pass(
          x: x.kernel, y: y.kernel, source: read(input), result: result,
          repeatsEdges: repeatsEdges, bounds: area, isAlphaAlone: isAlphaAlone))
      let strength = UInt32((x.strength * y.strength * 255).rounded())
      if strength < 255 {
        for index in 0..<result.area.width * result.area.height {
          result.words[index] = Blend.scale(result.words[index], by: strength)
        }
      }
    case .image(let image):
      image.pixels.withUnsafeBufferPointer { pixels in
        guard let base = pixels.baseAddress else { return }
        let rendering = FilterImage(
          words: UnsafeMutablePointer(mutating: base),
          area: image.size.bounds.moved(area.x0, area.y0))
        compute { part, _ in rendering.copy(to: part) }
      }
      return .sRGB
    case .merge(let inputs):
      let inputs = inputs.map(read)
      compute { part, _ in
        (inputs.first ?? nothing).copy(to: part)
        for input in inputs.dropFirst() { input.draw(over: part) }
      }
    case .morphology(let kind, let input, let radiusX, let radiusY):
      reduce(read(input), kind, radiusX, radiusY, to: result)
    case .offset(let input, let dx, let dy):
      let source = stored(value(input))
      let (dx, dy) = (FilterOperation.clamped(dx), FilterOperation.clamped(dy))
      compute { part, _ in source.move(dx: dx, dy: dy, to: part) }
      return values[value(input)].space
    case .tile(let input, let tile):
      let source = stored(value(input))
      compute { part, _ in source.tile(tile, in: area, to: part) }
      return values[value(input)].space
    case .turbulence(let turbulence):
      compute { part, operations in
        operations.turbulence.apply(turbulence, tile: step.area, to: part)
      }
    case .silhouette(let input, let color, let shift):
      let (input, word) = (read(input), word(color))
      compute { part, operations in
        input.castShadow(word, shift, on: part, &operations.first, &operations.second)
      }
    case .shade(let input, let color, let silhouette):
      let (input, silhouette) = (read(input), read(silhouette))
      compute { part, operations in
        input.shade(
          around: silhouette, color, to: part, &operations.first, &operations.second)
      }
    case .outline(let input, let color, let width):
      let (input, word) = (read(input), word(color))
      compute { part, operations in
        let disc = DiscCoverage(width, &operations.disc)
        input.outline(word, disc, to: part)
      }
    case .choke(let input, let blurred, let range):
      let (input, blurred) = (read(input), read(blurred))
      compute { part, operations in
        input.choke(blurred, range, to: part, &operations.first, &operations.second)
      }
    case .lineBlur(let input, let lines, let kernel):
      let input = read(input)
      compute { part, operations in operations.lineBlur.apply(lines, kernel, input, to: part) }
    case .tint(let input, let tint):
      let input = read(input)
      compute { part, operations in
        input.map(to: part, &operations.first) { tint.apply(to: $0) }
      }
    case .tritone(let input, let tritone):
      let input = read(input)
      compute { part, operations in
        input.map(to: part, &operations.first) { tritone.apply(to: $0) }
      }
    case .colors(let input, let field, let amount):
      let input = read(input)
      compute { part, operations in
        field.apply(to: input, UInt32(amount), on: part, &operations.first)
      }
    }
    return step.space
  }

  private func blur(_ pass: Blur.Pass) {
    blurred.reserve(pass.intermediateCount)
    let blurred = blurred.base
    let area = pass.result.area
    inBands(pass.rows, length: area.width, unit: pass.rowUnit) { rows, operations in
      operations.blur.blurRows(rows, pass, to: blurred)
    }
    inBands(pass.columns, length: area.height, unit: pass.columnUnit) { columns, operations in
      operations.blur.blurColumns(columns, pass, from: blurred)
    }
  }

  private func reduce(
    _ source: FilterImage, _ kind: FilterMorphology, _ radiusX: Double, _ radiusY: Double,
    to result: FilterImage
  ) {
    let area = result.area
    // Clear unless both are positive.
    guard radiusX > 0, radiusY > 0 else {
      result.words.update(repeating: 0, count: area.width * area.height)
      return
    }
    let pass = Morphology.Pass(
      kind: kind, radiusX: radiusX, radiusY: radiusY, source: source, result: result,
      bounds: self.area)
    let plane = planes.take(pass.tall)
    let rows = planes.image(plane, pass.tall)
    inBands(pass.tall.y0..<pass.tall.y1, length: area.width) { range, operations in
      operations.morphology.reduceRows(range, pass, to: rows)
    }
    inBands(0..<area.width, length: area.height, unit: Morphology.strip) { columns, operations in
      operations.morphology.reduceColumns(columns, pass, from: rows)
    }
    planes.release(plane)
  }
}

/// The memory that operations keep between evaluations.
private struct FilterOperations {
  /// Rows of inputs.
  var first = PaddedRow()
  var second = PaddedRow()
  var blur = Blur()
  var lineBlur = LineBlur()
  var convolution = Convolution()
  var lighting = Lighting()
  var morphology = Morphology()
  var turbulence = Turbulence()
  var disc = Scratch<UInt32>()

  func deallocate() {
    first.deallocate()
    second.deallocate()
    blur.deallocate()
    lineBlur.deallocate()
    convolution.deallocate()
    lighting.deallocate()
    morphology.deallocate()
    disc.deallocate()
  }
}

/// Memory for images.
private struct PlanePool {
  private var planes: [Scratch<UInt32>] = []
  private var unused: [Int] = []

  /// Takes all planes back.
  mutating func begin() {
    unused.removeAll(keepingCapacity: true)
    for plane in planes.indices.reversed() { unused.append(plane) }
  }

  /// Returns a plane with memory for the pixels of an area.
  mutating func take(_ area: PixelRect) -> Int {
    let plane = unused.popLast() ?? planes.count
    if plane == planes.count { planes.append(Scratch()) }
    planes[plane].reserve(area.width * area.height)
    return plane
  }

  mutating func release(_ plane: Int) { unused.append(plane) }

  func image(_ plane: Int, _ area: PixelRect) -> FilterImage {
    FilterImage(words: planes[plane].base, area: area)
  }

  func deallocate() {
    for plane in planes { plane.deallocate() }
  }
}
