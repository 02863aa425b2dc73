import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Filter graphs")
struct FilterGraphTests {
  private let source = FilterFixtures.random(PixelSize(width: 31, height: 19), seed: 12)
  private var area: PixelRect { FilterFixtures.area(of: source, x: 4, y: -3) }

  /// One of each operation, with an image as the second input where there is one.
  private var operations: [(name: String, operation: FilterOperation)] {
    let other = FilterFixtures.random(PixelSize(width: 31, height: 19), seed: 13)
    let kernel = ConvolutionKernel(
      columns: 3, rows: 2, targetX: 1, targetY: 1, weights: [1, 2, 3, -4, 5, 6], divisor: 11,
      bias: 0.1, edges: .wrap, preservesAlpha: false)
    func light(_ reflection: FilterLighting.Reflection, _ lamp: FilterLighting.Source)
      -> FilterOperation
    {
      .light(
        FilterLighting(reflection: reflection, surfaceScale: 4, color: .orange, source: lamp),
        .source)
    }
    let matrix: [Double] = (0..<20).map { Double($0 * 7 % 11) / 11 - 0.3 }
    let blends = BlendMode.allCases.map {
      ("blend-\($0)", FilterOperation.blend($0, .source, over: .step(0)))
    }
    let rules: [(String, CompositeOperator)] = [
      ("over", .over), ("in", .in), ("out", .out), ("atop", .atop), ("xor", .xor),
      ("lighter", .lighter), ("arithmetic", .arithmetic(k1: 0.5, k2: 0.4, k3: 0.3, k4: -0.1)),
    ]
    return [
      ("picture", .image(other)), ("flood", .flood(Color(argb: 0x8033_6699))),
      ("matrix", .colorMatrix(matrix, .source)),
      (
        "transfer",
        .transfer(
          red: .table([0, 0.8, 0.1, 1]), green: .discrete([0, 1, 0.5]),
          blue: .gamma(amplitude: 1, exponent: 0.7, offset: 0.1),
          alpha: .linear(slope: 0.7, intercept: 0.2), .source)
      ), ("convolve", .convolve(kernel, .source)),
      ("diffuse", light(.diffuse(constant: 1.1), .distant(azimuth: 200, elevation: 50))),
      ("specular", light(.specular(constant: 1.1, exponent: 9.5), .point(x: 9, y: 4, z: 11))),
      (
        "spot",
        light(
          .diffuse(constant: 1.5),
          .spot(
            x: 9, y: 4, z: 20, pointsAtX: 14, pointsAtY: 3, pointsAtZ: 0, exponent: 4,
            limitingConeAngle: 50))
      ),
      (
        "displace",
        .displace(
          .source, by: .step(0), xChannel: .red, yChannel: .alpha, scaleX: 12, scaleY: -8)
      ), ("blur", .blur(.source, sigmaX: 2.5, sigmaY: 1.1)),
      ("merge", .merge([.source, .step(0), .sourceAlpha])),
      ("erode", .morphology(.erode, .source, radiusX: 1, radiusY: 2)),
      ("dilate", .morphology(.dilate, .source, radiusX: 1.5, radiusY: 1)),
      ("offset", .offset(.source, dx: 5, dy: -3)),
      ("tile", .tile(.step(0), of: PixelRect(x0: 7, y0: 0, x1: 22, y1: 11))),
      (
        "turbulence",
        .turbulence(
          FilterTurbulence(
            isFractalNoise: false, frequencyX: 0.11, frequencyY: 0.07, octaves: 4, seed: 5,
            isStitched: true, transform: Transform(scale: 0.9)))
      ),
      (
        "fractal",
        .turbulence(
          FilterTurbulence(
            isFractalNoise: true, frequencyX: 0.11, frequencyY: 0.07, octaves: 2, seed: -5,
            isStitched: false, transform: .identity))
      ),
    ] + blends + rules.map { ("composite-\($0)", .composite($1, .source, .step(0))) }
  }

  /// An image with part of the canvas as its area, and an operation on it.
  private func graph(_ operation: FilterOperation, _ space: FilterColorSpace) -> FilterGraph {
    var graph = FilterGraph(area: area)
    graph.append(
      FilterGraph.Step(
        operations[0].operation, area: PixelRect(x0: 7, y0: 0, x1: 22, y1: 11), space: .sRGB))
    graph.append(
      FilterGraph.Step(
        operation, area: PixelRect(x0: 5, y0: -2, x1: 33, y1: 12), space: space))
    return graph
  }

  private func pixels(of image: Image) -> PixelImage {
    let pixels = PixelImage(size: image.size, isOpaque: false)
    pixels.withMutablePixels { words in
      for index in words.indices { words[index] = image.pixels[index] }
    }
    return pixels
  }

  @Test("each operation's pixels are unchanged since they were reviewed")
  func kept() throws {
    let evaluator = FilterEvaluator()
    var pictures: [KeptPicture] = []
    for (name, operation) in operations {
      for space in [FilterColorSpace.sRGB, .linearRGB] {
        let result = evaluator.evaluate(graph(operation, space), source: source)
        pictures.append(KeptPicture("\(name) in \(space)", [pixels(of: result)]))
      }
    }
    try Kept.compare(pictures, with: "filters.json")
  }

  @Test(
    "an evaluator gives the same result after graphs of other sizes")
  func usedAgain() {
    let used = FilterEvaluator()
    let large = FilterFixtures.random(PixelSize(width: 70, height: 50), seed: 3)
    let small = FilterFixtures.random(PixelSize(width: 3, height: 4), seed: 3)
    for (name, operation) in operations {
      let graph = graph(operation, .linearRGB)
      expectEqual(
        used.evaluate(graph, source: source), FilterEvaluator().evaluate(graph, source: source),
        "\(name)")
      for other in [small, large] {
        let blurred = FilterFixtures.graph(
          FilterFixtures.area(of: other), [operation, .blur(.step(0), sigmaX: 3, sigmaY: 3)])
        expectEqual(
          used.evaluate(blurred, source: other),
          FilterEvaluator().evaluate(blurred, source: other), "\(name)")
      }
    }
  }

  @Test("several threads give the same result as one") func threads() {
    let size = PixelSize(width: 310, height: 290)
    let source = FilterFixtures.random(size, seed: 8)
    let whole = FilterFixtures.area(of: source, x: 4, y: -7)
    let part = PixelRect(x0: 20, y0: 3, x1: 300, y1: 250)
    let one = FilterEvaluator()
    let several = FilterEvaluator(pool: WorkerPool(workers: 3))
    for (name, operation) in operations {
      for clip in [whole, part] {
        var graph = FilterGraph(area: whole)
        graph.append(FilterGraph.Step(.offset(.source, dx: 9, dy: 0), area: whole, space: .sRGB))
        graph.append(FilterGraph.Step(operation, area: clip, space: .linearRGB))
        expectEqual(
          several.evaluate(graph, source: source), one.evaluate(graph, source: source), "\(name)")
      }
    }
  }

  @Test("a change of the source changes only pixels in its influence") func influence() throws {
    let size = PixelSize(width: 60, height: 50)
    let source = FilterFixtures.random(size, seed: 8)
    let changed = PixelRect(x0: 17, y0: 40, x1: 20, y1: 42)
    var words = source.pixels
    for y in changed.y0..<changed.y1 {
      for x in changed.x0..<changed.x1 { words[y * size.width + x] = 0xFF12_3456 }
    }
    let other = try #require(Image(size: size, premultiplied: words))
    let area = FilterFixtures.area(of: source, x: -5, y: 3)
    let evaluator = FilterEvaluator()
    for (name, operation) in operations {
      let graph = FilterFixtures.graph(area, [.offset(.source, dx: 9, dy: -8), operation])
      let influence = graph.steps.influence(
        of: PixelRect(x0: 12, y0: 43, x1: 15, y1: 45), in: area)
      let (a, b) = (
        evaluator.evaluate(graph, source: source), evaluator.evaluate(graph, source: other)
      )
      for y in 0..<size.height {
        for x in 0..<size.width where a.word(x, y) != b.word(x, y) {
          let pixel = PixelRect(x0: x - 5, y0: y + 3, x1: x - 4, y1: y + 4)
          #expect(influence.contains(pixel), "\(name), \(x), \(y)")
        }
      }
    }
  }

  @Test(
    "a part of a result equals the same part of the entire result, and reads only pixels that it needs"
  )
  func parts() {
    let size = PixelSize(width: 60, height: 50)
    let source = FilterFixtures.random(size, seed: 8)
    let area = FilterFixtures.area(of: source, x: -5, y: 3)
    let evaluator = FilterEvaluator()
    for (name, operation) in operations {
      let graph = FilterFixtures.graph(
        area,
        [
          .offset(.source, dx: 9, dy: -8), operation, .blur(.step(1), sigmaX: 1, sigmaY: 2),
          .composite(.atop, .step(2), .sourceAlpha),
        ], space: .linearRGB)
      let whole = evaluator.evaluate(graph, source: source)
      for part in [
        PixelRect(x0: -5, y0: 3, x1: 4, y1: 9), PixelRect(x0: 20, y0: 20, x1: 31, y1: 21),
        PixelRect(x0: 50, y0: 12, x1: 55, y1: 53),
      ] {
        let found = evaluator.evaluate(graph, source: source, part: part)
        for y in 0..<size.height {
          for x in 0..<size.width {
            let pixel = PixelRect(x0: x - 5, y0: y + 3, x1: x - 4, y1: y + 4)
            expectEqual(
              found.word(x, y), part.contains(pixel) ? whole.word(x, y) : 0, "\(name): \(x), \(y)")
          }
        }
        let needed = graph.steps.withUnsafeBufferPointer {
          evaluator.prepare($0, in: area, for: part, content: area)
        }
        // Pixels that aren't needed are cleared.
        var words = source.pixels
        for y in 0..<size.height {
          for x in 0..<size.width {
            let pixel = PixelRect(x0: x - 5, y0: y + 3, x1: x - 4, y1: y + 4)
            if !needed.contains(pixel) { words[y * size.width + x] = 0xFF12_3456 }
          }
        }
        let other = Image(size: size, premultiplied: words) ?? source
        expectEqual(evaluator.evaluate(graph, source: other, part: part), found, "\(name)")
      }
    }
  }

  @Test("clear pixels around the content don't change a result") func extents() {
    let size = PixelSize(width: 60, height: 50)
    let content = PixelRect(x0: 20, y0: 15, x1: 41, y1: 30)
    var words = FilterFixtures.random(size, seed: 8).pixels
    for y in 0..<size.height {
      for x in 0..<size.width where !(20..<41 ~= x && 15..<30 ~= y) {
        words[y * size.width + x] = 0
      }
    }
    guard let source = Image(size: size, premultiplied: words) else { return }
    let area = size.bounds
    let evaluator = FilterEvaluator()
    for (name, operation) in operations {
      let graph = FilterFixtures.graph(
        area, [.flood(.orange), operation, .morphology(.dilate, .step(1), radiusX: 2, radiusY: 1)],
        space: .linearRGB)
      let all = evaluator.evaluate(graph, source: source)
      let found = evaluator.evaluate(graph, source: source, content: content)
      expectEqual(found, all, "\(name)")
    }
  }

  @Test("a step's area clips its result without changing the pixels inside")
  func clipping() {
    let clip = PixelRect(x0: 9, y0: -1, x1: 20, y1: 13)
    for (name, operation) in operations where name != "turbulence" {
      var whole = FilterGraph(area: area)
      whole.append(.init(operations[0].operation, area: area, space: .sRGB))
      var part = whole
      whole.append(.init(operation, area: area, space: .linearRGB))
      part.append(.init(operation, area: clip, space: .linearRGB))
      let evaluator = FilterEvaluator()
      let all = evaluator.evaluate(whole, source: source)
      let found = evaluator.evaluate(part, source: source)
      for y in 0..<source.size.height {
        for x in 0..<source.size.width {
          let isInside = 9..<20 ~= x + 4 && -1..<13 ~= y - 3
          expectEqual(found.word(x, y), isInside ? all.word(x, y) : 0, "\(name): \(x), \(y)")
        }
      }
      var nothing = FilterGraph(area: area)
      nothing.append(
        .init(operation, area: PixelRect(x0: 900, y0: 0, x1: 950, y1: 9), space: .sRGB))
      #expect(evaluator.evaluate(nothing, source: source).pixels.allSatisfy { $0 == 0 })
    }
  }

  @Test("an offset is clipped to the area of its step, and a tile repeats its source area")
  func offsetsAndTiles() {
    var graph = FilterGraph(area: PixelRect(x0: 0, y0: 0, x1: 6, y1: 1))
    let cell = PixelRect(x0: 0, y0: 0, x1: 2, y1: 1)
    let flood = graph.append(.init(.flood(.red), area: cell, space: .linearRGB))
    let cut = PixelRect(x0: 0, y0: 0, x1: 4, y1: 1)
    let moved = graph.append(.init(.offset(flood, dx: 3, dy: 0), area: cut, space: .linearRGB))
    let row = FilterFixtures.image([[0, 0, 0, 0, 0, 0]])
    let red: UInt32 = 0xFFFF_0000
    expectEqual(FilterEvaluator().evaluate(graph, source: row).pixels, [0, 0, 0, red, 0, 0])
    let tile = PixelRect(x0: 2, y0: 0, x1: 4, y1: 1)
    graph.append(.init(.tile(moved, of: tile), area: graph.area, space: .linearRGB))
    expectEqual(FilterEvaluator().evaluate(graph, source: row).pixels, [0, red, 0, red, 0, red])
  }

  @Test("steps read the source, its alpha and earlier steps, any number of times")
  func inputs() {
    let alphas = source.pixels.map { $0 & 0xFF00_0000 }
    expectEqual(FilterFixtures.result(.merge([.sourceAlpha]), of: source).pixels, alphas)
    expectEqual(
      FilterFixtures.result(.merge([.sourceAlpha]), of: source, space: .linearRGB).pixels, alphas)
    let twice = FilterFixtures.result(
      .offset(.source, dx: 1, dy: 0), .offset(.step(0), dx: -1, dy: 0),
      .offset(.step(0), dx: 0, dy: 1),
      .merge([.step(0), .step(0), .source]), .composite(.in, .step(1), .step(1)),
      .composite(.arithmetic(k1: 0, k2: 1, k3: -1, k4: 0), .step(1), .step(1)), of: source)
    #expect(twice.pixels.allSatisfy { $0 == 0 })
    let kept = FilterFixtures.result(
      .flood(.red), .merge([.step(0)]), .composite(.over, .step(1), .step(0)),
      .composite(.in, .step(0), .step(2)), of: source)
    #expect(kept.pixels.allSatisfy { $0 == 0xFFFF_0000 })
    let last = FilterFixtures.result(
      .flood(.red), .offset(.source, dx: 0, dy: 0), .flood(.blue), .merge([.step(1)]), of: source)
    expectEqual(last, source)
  }

  @Test("a missing input step is replaced by the source")
  func missingInputs() {
    for input in [FilterGraph.Input.step(1), .step(2), .step(-1), .step(.max), .step(.min)] {
      expectEqual(FilterFixtures.result(.flood(.red), .merge([input]), of: source), source)
    }
  }

  @Test("a graph without steps is clear, and one without pixels leaves the source")
  func emptyGraphs() {
    let none = FilterEvaluator().evaluate(FilterGraph(area: area), source: source)
    expectEqual(none.size, source.size)
    #expect(none.pixels.allSatisfy { $0 == 0 })
    let empty = FilterFixtures.graph(.empty, [.flood(.red)])
    expectEqual(FilterEvaluator().evaluate(empty, source: source), source)
  }

  @Test("an image of a different size is read within the area, and is clear elsewhere")
  func otherSizes() {
    let graph = FilterFixtures.graph(
      PixelRect(x0: 0, y0: 0, x1: 40, y1: 10), [.image(source), .merge([.step(0)])])
    let result = FilterEvaluator().evaluate(graph, source: FilterFixtures.image([[0]]))
    for y in 0..<10 {
      for x in 0..<40 { expectEqual(result.word(x, y), x < 31 ? source.word(x, y) : 0) }
    }
  }

  @Test(
    "a linear step converts its inputs to linear light, and the graph's result is in sRGB")
  func mixedSpaces() {
    // White over black at half: 128 in sRGB, where light would be 188.
    let half = FilterOperation.composite(
      .arithmetic(k1: 0, k2: 0.5, k3: 0.5, k4: 0), .step(0), .step(1))
    let greys: [(FilterColorSpace, UInt32)] = [(.sRGB, 0xFF80_8080), (.linearRGB, 0xFFBC_BCBC)]
    for (space, grey) in greys {
      let result = FilterFixtures.result(
        .flood(.white), .flood(.black), half, of: FilterFixtures.image([[0]]), space: space)
      expectEqual(result.word(0, 0), grey)
    }
    // Floods and images are in sRGB, whatever the step says.
    for operation in [FilterOperation.flood(.orange), .image(source)] {
      expectEqual(
        FilterFixtures.result(operation, of: source, space: .linearRGB),
        FilterFixtures.result(operation, of: source))
    }
    // A tile and an offset keep the space of what they read.
    let kept = FilterFixtures.result(
      .merge([.source]), .offset(.step(0), dx: 0, dy: 0),
      .tile(.step(1), of: FilterFixtures.area(of: source)), of: source,
      space: .linearRGB)
    expectEqual(kept, FilterFixtures.result(.merge([.source]), of: source, space: .linearRGB))
  }

  @Test(
    "no number causes a trap or takes long",
    arguments: [
      0, -1, 0.5, 1e9, -1e18, 1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
    ])
  func hostileNumbers(number: Double) {
    let integers = [Int.min, -1, 0, 1, .max]
    var operations: [FilterOperation] = [
      .colorMatrix(Array(repeating: number, count: 20), .source),
      .composite(.arithmetic(k1: number, k2: number, k3: 1, k4: number), .source, .source),
      .displace(
        .source, by: .source, xChannel: .red, yChannel: .blue, scaleX: number, scaleY: number),
      .blur(.source, sigmaX: number, sigmaY: 1), .blur(.source, sigmaX: number, sigmaY: number),
      .morphology(.erode, .source, radiusX: number, radiusY: 1),
      .morphology(.dilate, .source, radiusX: 1, radiusY: number),
    ]
    for function in [
      TransferFunction.table([number, 1]), .discrete([number]),
      .linear(slope: number, intercept: number),
      .gamma(amplitude: number, exponent: number, offset: number),
      .gamma(amplitude: 1, exponent: number, offset: 0),
    ] {
      operations.append(
        .transfer(red: function, green: function, blue: .identity, alpha: function, .source))
    }
    for integer in integers {
      operations.append(
        .convolve(
          ConvolutionKernel(
            columns: 2, rows: 1, targetX: integer, targetY: integer, weights: [number, 1],
            divisor: number, bias: number, edges: .wrap, preservesAlpha: integer > 0), .source))
      operations.append(
        .turbulence(
          FilterTurbulence(
            isFractalNoise: integer > 0, frequencyX: number, frequencyY: 0.1, octaves: integer,
            seed: integer, isStitched: true,
            transform: Transform(a: 1, b: number, c: 0, d: 1, tx: number, ty: 0))))
      operations.append(.offset(.source, dx: integer, dy: 0))
      operations.append(.merge([.step(integer)]))
    }
    for lamp in [
      FilterLighting.Source.distant(azimuth: number, elevation: number),
      .point(x: number, y: 1, z: number),
      .spot(
        x: 1, y: number, z: 2, pointsAtX: number, pointsAtY: 0, pointsAtZ: number,
        exponent: number, limitingConeAngle: number),
    ] {
      for reflection in [
        FilterLighting.Reflection.diffuse(constant: number),
        .specular(constant: number, exponent: number),
      ] {
        operations.append(
          .light(
            FilterLighting(
              reflection: reflection, surfaceScale: number, color: .white, source: lamp), .source))
      }
    }
    let evaluator = FilterEvaluator()
    for operation in operations {
      for clip in [area, PixelRect(x0: .min, y0: .min, x1: .max, y1: .max), .empty] {
        var graph = FilterGraph(area: area)
        let result = graph.append(.init(operation, area: clip, space: .linearRGB))
        graph.append(.init(.tile(result, of: clip), area: clip, space: .sRGB))
        let found = evaluator.evaluate(graph, source: source)
        expectEqual(found.size, source.size)
        // No channel is above its alpha.
        for index in found.pixels.indices {
          let word = found.pixels[index]
          let most = max(word & 0xFF, word >> 8 & 0xFF, word >> 16 & 0xFF)
          #expect(most <= word >> 24, "\(operation)")
          if most > word >> 24 { break }
        }
      }
    }
  }
}
