/// Computes the results of filter graphs, and keeps its memory from one to the next.
///
/// A step starts when the previous one is complete, and is divided into bands that several threads compute.
final class FilterEvaluator: ParallelWork {
  private let pool: WorkerPool
  private var planes = PlanePool()
  private var values: [Value] = []
  /// One per worker.
  private let operations: UnsafeMutableBufferPointer<FilterOperations>
  /// The rows of a picture that have been blurred.
  private var blurred = Scratch<SIMD4<Int32>>()
  /// The work for each band.
  private var task: ((Range<Int>, inout FilterOperations) -> Void)?
  private var bands: [Range<Int>] = []

  /// - Parameter pool: The threads that compute; by default only the caller's.
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

  /// Returns the result of a graph in sRGB, which is clear if the graph has no steps, as premultiplied words.
  ///
  /// The result depends only on the graph and the source. Steps that don't contribute to the last
  /// one aren't computed. A step with an invalid input reads the source.
  ///
  /// - Parameters:
  ///   - graph: A graph. The time is proportional to its area, which the caller must limit.
  ///   - source: The image to filter, whose first pixel is that of the graph's area. Missing pixels are clear.
  func words(of graph: FilterGraph, source: Source) -> [UInt32] {
    let count = graph.area.width * graph.area.height
    guard count > 0 else { return [] }
    planes.begin(pixelsPerPlane: count)
    plan(graph)
    for index in graph.steps.indices where values[index + Value.firstStep].lastUse != nil {
      values[index + Value.firstStep].plane = run(graph.steps[index], at: index, graph, source)
      releasePlanes(after: index)
    }
    let last = graph.steps.count - 1
    return [UInt32](unsafeUninitializedCapacity: count) { words, initialized in
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
  }

  /// The premultiplied words of an image, row by row.
  struct Source {
    let words: UnsafePointer<UInt32>
    let size: PixelSize
  }

  /// The number of pixels of a band from which waking another thread pays off.
  private static let worthwhile = 20_000

  /// Calls `body` for parts of a range of rows or columns that several threads do at the same time.
  ///
  /// - Parameters:
  ///   - length: The number of pixels of a row or column.
  ///   - unit: The number that parts other than the last are multiples of.
  private func inBands(
    _ range: Range<Int>, length: Int, unit: Int = 1,
    _ body: (Range<Int>, inout FilterOperations) -> Void
  ) {
    guard !range.isEmpty else { return }
    let parts = min(
      range.count * length / Self.worthwhile, pool.workers * 4, range.count / unit)
    guard parts > 1, pool.workers > 1 else { return body(range, &operations[0]) }
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
    /// Whether the value has no colours, but only an alpha.
    var isBlack = false
    /// Whether any step reads more of the value than its alpha.
    var needsColors = false
    /// The last step that reads the value, or `nil` if no step does.
    var lastUse: Int?
  }

  /// Finds out which steps are needed, and until when.
  private func plan(_ graph: FilterGraph) {
    values.removeAll(keepingCapacity: true)
    for _ in 0..<Value.firstStep + graph.steps.count { values.append(Value()) }
    values[Value.sourceAlpha].isBlack = true
    for index in graph.steps.indices {
      values[index + Value.firstStep].isBlack = graph.steps[index].operation.isBlack { input in
        values[Self.value(input, before: index)].isBlack
      }
    }
    if let last = graph.steps.indices.last {
      values[last + Value.firstStep].lastUse = last + 1
      values[last + Value.firstStep].needsColors = true
    }
    for index in graph.steps.indices.reversed() {
      let result = values[index + Value.firstStep]
      if result.lastUse == nil { continue }
      graph.steps[index].operation.forEachInput(graph.area, colors: result.needsColors) {
        input, _, colors in
        let value = Self.value(input, before: index)
        values[value].lastUse = max(values[value].lastUse ?? 0, index)
        if colors { values[value].needsColors = true }
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
  private func stored(_ value: Int, _ graph: FilterGraph, _ source: Source) -> Picture {
    let area = graph.area
    if let plane = values[value].plane { return planes.picture(plane, area) }
    let plane = planes.take()
    let picture = planes.picture(plane, area)
    inBands(area.y0..<area.y1, length: area.width) { rows, _ in
      let part = picture.rows(rows)
      part.load(source, firstRow: rows.lowerBound - area.y0)
      if value == Value.sourceAlpha {
        for index in 0..<part.area.width * part.area.height { part.words[index] &= 0xFF00_0000 }
      }
    }
    values[value].plane = plane
    return picture
  }

  /// The pixels of a value in a space.
  private func picture(
    _ value: Int, in space: FilterColorSpace, _ graph: FilterGraph, _ source: Source
  ) -> Picture {
    let stored = stored(value, graph, source)
    // Alphas and black are the same in both.
    if values[value].space == space || values[value].isBlack || !values[value].needsColors {
      return stored
    }
    if let plane = values[value].converted { return planes.picture(plane, graph.area) }
    let plane = planes.take()
    let picture = planes.picture(plane, graph.area)
    inBands(graph.area.y0..<graph.area.y1, length: graph.area.width) { rows, _ in
      ChannelTables.convert(
        stored.rows(rows).words, to: picture.rows(rows).words,
        count: rows.count * graph.area.width, into: space)
    }
    values[value].converted = plane
    return picture
  }

  /// Computes a step, and returns the plane with its result.
  private func run(
    _ step: FilterGraph.Step, at index: Int, _ graph: FilterGraph, _ source: Source
  ) -> Int {
    let area = graph.area
    let clip = step.area.intersection(area)
    func value(_ input: FilterGraph.Input) -> Int { Self.value(input, before: index) }
    func read(_ input: FilterGraph.Input) -> Picture {
      picture(value(input), in: step.space, graph, source)
    }
    func stored(_ input: FilterGraph.Input) -> Picture {
      self.stored(value(input), graph, source)
    }
    let plane = planes.take()
    let result = planes.picture(plane, area)
    /// Computes all rows that aren't clipped, in any order.
    func compute(_ body: (_ part: Picture, _ rows: Range<Int>, inout FilterOperations) -> Void) {
      inBands(clip.y0..<clip.y1, length: area.width) { rows, operations in
        body(result.rows(rows), rows, &operations)
      }
    }
    var space = step.space
    switch step.operation {
    case .blend(let mode, let top, let bottom):
      let (top, bottom) = (read(top), read(bottom))
      compute { part, rows, _ in
        part.copy(bottom.rows(rows))
        part.blend(top.rows(rows), mode)
      }
    case .colorMatrix(let matrix, let input):
      let (matrix, input) = (ColorMatrix(matrix), read(input))
      compute { part, rows, _ in matrix.apply(input.rows(rows), to: part) }
    case .transfer(let red, let green, let blue, let alpha, let input):
      let transfer = ComponentTransfer(red: red, green: green, blue: blue, alpha: alpha)
      let input = read(input)
      compute { part, rows, _ in transfer.apply(input.rows(rows), to: part) }
    case .composite(let rule, let top, let bottom):
      let (top, bottom) = (read(top), read(bottom))
      compute { part, rows, _ in
        part.copy(bottom.rows(rows))
        part.composite(top.rows(rows), rule)
      }
    case .convolve(let kernel, let input):
      let input = read(input)
      compute { part, _, operations in
        operations.convolution.apply(
          kernel, input, clip: clip.intersection(part.area), to: result)
      }
    case .light(let light, let input):
      let input = stored(input)
      compute { part, _, operations in
        operations.lighting.apply(
          light, step.space, input, clip: clip.intersection(part.area), to: result)
      }
    case .displace(let input, let map, let xChannel, let yChannel, let scaleX, let scaleY):
      let (input, map) = (read(input), read(map))
      let x = DisplacementTable(xChannel, scale: scaleX)
      let y = DisplacementTable(yChannel, scale: scaleY)
      compute { part, _, _ in input.displace(by: map, x, y, to: part) }
    case .flood(let color):
      space = .sRGB
      let word = Premultiplied.word(straight: color.argb)
      compute { part, rows, _ in
        part.words.update(repeating: word, count: rows.count * area.width)
      }
    case .blur(let input, let sigmaX, let sigmaY):
      let isAlphaAlone =
        values[value(input)].isBlack || !values[index + Value.firstStep].needsColors
      blur(
        read(input), sigmaX, sigmaY, isAlphaAlone: isAlphaAlone, clip: clip, to: result)
    case .picture(let image):
      space = .sRGB
      image.pixels.withUnsafeBufferPointer { pixels in
        guard let base = pixels.baseAddress else { return }
        let source = Source(words: base, size: image.size)
        compute { part, rows, _ in part.load(source, firstRow: rows.lowerBound - area.y0) }
      }
    case .merge(let inputs):
      let inputs = inputs.map(read)
      compute { part, rows, _ in
        let count = rows.count * area.width
        part.words.update(repeating: 0, count: count)
        for input in inputs {
          Blend.over(part.words, input.rows(rows).words, count: count, coverage: 255)
        }
      }
    case .morphology(let kind, let input, let radiusX, let radiusY):
      // Clear unless both are positive.
      guard radiusX > 0, radiusY > 0 else {
        result.words.update(repeating: 0, count: area.width * area.height)
        break
      }
      let input = read(input)
      inBands(area.y0..<area.y1, length: area.width) { rows, operations in
        operations.morphology.reduceRows(rows, kind, input, radius: radiusX, to: result)
      }
      inBands(0..<area.width, length: area.height, unit: Morphology.strip) { columns, operations in
        operations.morphology.reduceColumns(columns, kind, radius: radiusY, of: result)
      }
    case .offset(let input, let dx, let dy):
      space = values[value(input)].space
      let input = stored(input)
      compute { part, _, _ in input.move(dx: dx, dy: dy, to: part) }
    case .tile(let input, let tile):
      space = values[value(input)].space
      let input = stored(input)
      compute { part, _, _ in input.tile(tile, to: part) }
    case .turbulence(let turbulence):
      compute { part, _, operations in
        operations.turbulence.apply(
          turbulence, tile: step.area, clip: clip.intersection(part.area), to: result)
      }
    }
    values[index + Value.firstStep].space = space
    result.clear(outside: clip)
    return plane
  }

  /// Blurs only what is not clipped.
  private func blur(
    _ source: Picture, _ sigmaX: Double, _ sigmaY: Double, isAlphaAlone: Bool, clip: PixelRect,
    to result: Picture
  ) {
    guard !clip.isEmpty else { return }
    let x = BoundedBlur(sigma: sigmaX, extent: source.area.width)
    let y = BoundedBlur(sigma: sigmaY, extent: source.area.height)
    let plane = clip == source.area ? nil : planes.take()
    let part = plane.map { planes.picture($0, clip) } ?? result
    let pass = Blur.Pass(
      x: x.kernel, y: y.kernel, source: source, result: part, bounds: source.area,
      isAlphaAlone: isAlphaAlone)
    blurred.reserve(pass.intermediateCount)
    let blurred = blurred.base
    inBands(pass.rows, length: clip.width, unit: pass.rowUnit) { rows, operations in
      operations.blur.blurRows(rows, pass, to: blurred)
    }
    inBands(pass.columns, length: clip.height, unit: pass.columnUnit) { columns, operations in
      operations.blur.blurColumns(columns, pass, from: blurred)
    }
    if let plane {
      for row in clip.y0..<clip.y1 {
        (result.row(row) + (clip.x0 - result.area.x0)).update(
          from: part.row(row), count: clip.width)
      }
      planes.release(plane)
    }
    let strength = UInt32((x.strength * y.strength * 255).rounded())
    guard strength < 255 else { return }
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
  /// Some rows of the picture.
  fileprivate func rows(_ range: Range<Int>) -> Picture {
    Picture(
      words: row(range.lowerBound),
      area: PixelRect(x0: area.x0, y0: range.lowerBound, x1: area.x1, y1: range.upperBound))
  }

  /// Copies another picture of the same area.
  fileprivate func copy(_ other: Picture) {
    words.update(from: other.words, count: area.width * area.height)
  }

  /// Copies rows of an image, one of which is the first row of the area; what it lacks is clear.
  fileprivate func load(_ image: FilterEvaluator.Source, firstRow: Int) {
    let width = min(image.size.width, area.width)
    for y in 0..<area.height {
      let row = words + y * area.width
      guard firstRow + y < image.size.height else {
        row.update(repeating: 0, count: area.width)
        continue
      }
      row.update(from: image.words + (firstRow + y) * image.size.width, count: width)
      (row + width).update(repeating: 0, count: area.width - width)
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
