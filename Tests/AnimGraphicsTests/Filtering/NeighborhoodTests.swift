import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Filters that read neighbouring or distant pixels")
struct NeighborhoodTests {
  private let size = PixelSize(width: 29, height: 17)
  private let source = FilterFixtures.random(PixelSize(width: 29, height: 17), seed: 5)

  private func kernel(
    _ columns: Int, _ rows: Int, target: (Int, Int), _ edges: ConvolutionKernel.Edges,
    bias: Double = 0, preservesAlpha: Bool = false, weights: [Double]? = nil
  ) -> ConvolutionKernel {
    let weights: [Double] = weights ?? (0..<columns * rows).map { Double($0 * 7 % 5) - 1 }
    let sum = weights.reduce(0, +)
    return ConvolutionKernel(
      columns: columns, rows: rows, targetX: target.0, targetY: target.1, weights: weights,
      divisor: sum == 0 ? 1 : sum, bias: bias, edges: edges, preservesAlpha: preservesAlpha)
  }

  /// The formula of Filter Effects Module Level 1, section 9.9, in 0...255.
  private func convolved(_ kernel: ConvolutionKernel, _ x: Int, _ y: Int) -> [Double] {
    func pixel(_ x: Int, _ y: Int) -> [Double] {
      var (x, y) = (x, y)
      switch kernel.edges {
      case .none:
        guard size.bounds.contains(PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1)) else {
          return [0, 0, 0, 0]
        }
      case .duplicate:
        (x, y) = (min(max(x, 0), size.width - 1), min(max(y, 0), size.height - 1))
      case .wrap:
        (x, y) = ((x + 10 * size.width) % size.width, (y + 10 * size.height) % size.height)
      }
      guard kernel.preservesAlpha else { return source.channels(x, y).map { $0 / 255 } }
      return source.straight(x, y).map { ($0 * 255).rounded() / 255 }
    }
    var sum = [0.0, 0, 0, 0]
    for i in 0..<kernel.rows {
      for j in 0..<kernel.columns {
        let weight = kernel.weights[
          (kernel.rows - 1 - i) * kernel.columns + (kernel.columns - 1 - j)]
        let pixel = pixel(x - kernel.targetX + j, y - kernel.targetY + i)
        sum = zip(sum, pixel).map { $0 + $1 * weight / kernel.divisor }
      }
    }
    let own = source.channels(x, y)[3] / 255
    let alpha = kernel.preservesAlpha ? own : sum[3] + kernel.bias
    let limit = min(max(alpha, 0), 1)
    let colors = sum[0..<3].map { sum in
      let color = sum + kernel.bias * alpha
      return kernel.preservesAlpha
        ? min(max(color, 0), 1) * alpha * 255 : min(max(color, 0), limit) * 255
    }
    return colors + [limit * 255]
  }

  @Test("a convolution follows its formula, with any edge mode, target and alpha")
  func convolution() {
    for edges in [ConvolutionKernel.Edges.duplicate, .wrap, .none] {
      for preservesAlpha in [false, true] {
        for (columns, rows, target) in [(3, 3, (1, 1)), (4, 2, (0, 1)), (1, 5, (0, 0))] {
          let kernel = kernel(
            columns, rows, target: target, edges, bias: 0.1, preservesAlpha: preservesAlpha)
          let result = FilterFixtures.result(.convolve(kernel, .source), of: source, x: -7, y: 9)
          let error = FilterFixtures.distance(result) { convolved(kernel, $0, $1) }
          #expect(error < 0.51, "\(columns)×\(rows), \(edges), \(preservesAlpha)")
        }
      }
    }
  }

  @Test("a kernel is rotated by 180°, so its first number applies to the lower right pixel")
  func turnedKernel() {
    let first = kernel(
      3, 3, target: (1, 1), .none, weights: [1, 0, 0, 0, 0, 0, 0, 0, 0])
    let result = FilterFixtures.result(.convolve(first, .source), of: source)
    let moved = FilterFixtures.result(.offset(.source, dx: -1, dy: -1), of: source)
    expectEqual(result, moved)
  }

  @Test("a kernel that is larger than the image wraps around several times")
  func largeKernel() {
    let small = FilterFixtures.random(PixelSize(width: 2, height: 3), seed: 6)
    let kernel = kernel(
      11, 9, target: (5, 4), .wrap, weights: Array(repeating: 1, count: 99))
    let result = FilterFixtures.result(.convolve(kernel, .source), of: small)
    // Each column counts five or six times in a row of eleven, and each row three times in nine.
    let columns = (0..<2).map { x in
      (0..<3).reduce(0) { $0 + small.channels(x, $1)[3] }
    }
    let sums = [0, 1].map { (5 + $0) * columns[0] + (6 - $0) * columns[1] }
    let error = FilterFixtures.distance(result) { x, y in
      let exact = sums[x] * 3 / 99
      return result.channels(x, y).prefix(3) + [exact]
    }
    #expect(error < 0.501)
  }

  @Test("a kernel with inconsistent numbers doesn't change the image")
  func wrongKernels() {
    for (columns, rows) in [(0, 1), (-1, -1), (2, 2), (.max, .max), (1, .min)] {
      let kernel = ConvolutionKernel(
        columns: columns, rows: rows, targetX: 0, targetY: 0, weights: [3], divisor: 1, bias: 0,
        edges: .wrap, preservesAlpha: false)
      expectEqual(FilterFixtures.result(.convolve(kernel, .source), of: source), source)
    }
  }

  @Test("morphology takes the minimum or maximum of each channel in a rectangle")
  func morphology() {
    for kind in [FilterMorphology.erode, .dilate] {
      for (rx, ry) in [(1.0, 1.0), (0.2, 3), (2.5, 1), (7, 2), (100, 0.5), (1e9, .infinity)] {
        let (x, y) = (Int(min(rx, 99).rounded(.up)), Int(min(ry, 99).rounded(.up)))
        let result = FilterFixtures.result(
          .morphology(kind, .source, radiusX: rx, radiusY: ry), of: source, x: 3, y: -8)
        let error = FilterFixtures.distance(result) { column, row in
          var extreme: [Double]?
          for i in max(row - y, 0)..<min(row + y, size.height) {
            for j in max(column - x, 0)..<min(column + x, size.width) {
              let pixel = source.channels(j, i)
              extreme =
                extreme.map {
                  zip($0, pixel).map { kind == .erode ? min($0, $1) : max($0, $1) }
                } ?? pixel
            }
          }
          return extreme ?? []
        }
        expectEqual(error, 0, "\(kind) by \(rx), \(ry)")
      }
    }
  }

  @Test("a radius that isn't positive clears the image", arguments: [0, -1, Double.nan])
  func noRadius(radius: Double) {
    for (x, y) in [(radius, 2), (2, radius)] {
      let result = FilterFixtures.result(
        .morphology(.dilate, .source, radiusX: x, radiusY: y), of: source)
      #expect(result.pixels.allSatisfy { $0 == 0 })
    }
  }

  @Test("a displacement reads the pixel that the map's straight channels point to")
  func displacement() {
    let map = FilterFixtures.random(size, seed: 8)
    for (xChannel, yChannel) in [(FilterChannel.red, FilterChannel.green), (.blue, .alpha)] {
      let result = FilterFixtures.result(
        .image(map),
        .displace(
          .source, by: .step(0), xChannel: xChannel, yChannel: yChannel, scaleX: 9, scaleY: -7.5),
        of: source, x: 100, y: 50)
      let error = FilterFixtures.distance(result) { x, y in
        let channels = map.straight(x, y).map { ($0 * 255).rounded() / 255 }
        func nearest(_ position: Double) -> Int { Int((position + 0.5).rounded(.down)) }
        let fromX = x + nearest((channels[Int(xChannel.rawValue)] - 0.5) * 9)
        let fromY = y + nearest((channels[Int(yChannel.rawValue)] - 0.5) * -7.5)
        let isInside = 0..<size.width ~= fromX && 0..<size.height ~= fromY
        return isInside ? source.channels(fromX, fromY) : [0, 0, 0, 0]
      }
      expectEqual(error, 0)
    }
    let still = FilterOperation.displace(
      .source, by: .source, xChannel: .red, yChannel: .blue, scaleX: 0, scaleY: .nan)
    expectEqual(FilterFixtures.result(still, of: source), source)
  }

  @Test("an offset moves by whole pixels, even out of the image")
  func offsets() {
    for (dx, dy) in [(0, 0), (3, -2), (-28, 16), (29, 0), (0, -17), (.max, .min), (-5, .max)] {
      let result = FilterFixtures.result(.offset(.source, dx: dx, dy: dy), of: source)
      let error = FilterFixtures.distance(result) { x, y in
        let fromX = x.subtractingReportingOverflow(dx).partialValue
        let fromY = y.subtractingReportingOverflow(dy).partialValue
        let isInside = 0..<size.width ~= fromX && 0..<size.height ~= fromY
        return isInside ? source.channels(fromX, fromY) : [0, 0, 0, 0]
      }
      expectEqual(error, 0, "\(dx), \(dy)")
    }
  }

  @Test("a tile repeats the input's pixels in a rectangle, which may be outside the canvas")
  func tiles() {
    let area = FilterFixtures.area(of: source, x: 10, y: 20)
    for tile in [
      PixelRect(x0: 14, y0: 22, x1: 19, y1: 25), PixelRect(x0: 30, y0: 15, x1: 45, y1: 30),
      PixelRect(x0: 10, y0: 20, x1: 39, y1: 37), PixelRect(x0: -9, y0: 0, x1: 12, y1: 99),
      PixelRect(x0: .min, y0: .min, x1: 12, y1: 23), PixelRect(x0: 38, y0: 36, x1: .max, y1: .max),
    ] {
      var graph = FilterGraph(area: area)
      let input = graph.append(.init(.image(source), area: tile, space: .sRGB))
      graph.append(.init(.tile(input, of: tile), area: area, space: .linearRGB))
      let result = FilterEvaluator().evaluate(graph, source: source)
      let error = FilterFixtures.distance(result) { x, y in
        func wrapped(_ position: Int, _ start: Int, _ extent: Int) -> Int {
          let rest = (position - start) % extent
          return start + (rest < 0 ? rest + extent : rest)
        }
        let fromX = wrapped(x + 10, tile.x0, tile.width) - 10
        let fromY = wrapped(y + 20, tile.y0, tile.height) - 20
        let isInside = 0..<size.width ~= fromX && 0..<size.height ~= fromY
        return isInside ? source.channels(fromX, fromY) : [0, 0, 0, 0]
      }
      expectEqual(error, 0, "\(tile)")
    }
    var graph = FilterGraph(area: area)
    let input = graph.append(.init(.image(source), area: .empty, space: .sRGB))
    graph.append(.init(.tile(input, of: .empty), area: area, space: .sRGB))
    #expect(FilterEvaluator().evaluate(graph, source: source).pixels.allSatisfy { $0 == 0 })
  }

  /// The shares of all pixels of a line in each of it after three boxes, each of which reads nothing beyond the
  /// ends of the line.
  private func boxes(_ sigma: Double, _ count: Int) -> [[Double]] {
    let kernel = BlurKernel(sigma: sigma)
    let (radius, edge) = (Int(kernel.radius), Double(kernel.edge))
    let width = Double(2 * radius + 1) + 2 * edge
    let box = (0..<count).map { i in
      (0..<count).map { j in
        abs(i - j) <= radius ? 1 / width : abs(i - j) == radius + 1 ? edge / width : 0
      }
    }
    func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
      a.map { row in (0..<count).map { j in (0..<count).reduce(0) { $0 + row[$1] * b[$1][j] } } }
    }
    return product(product(box, box), box)
  }

  @Test("a blur applies three boxes, which lose pixels that they move beyond the image") func blur()
  {
    for (sigmaX, sigmaY) in [(1.5, 1.5), (2, 4), (4, 9), (0, 3), (20, 0)] {
      let (across, down) = (boxes(sigmaX, size.width), boxes(sigmaY, size.height))
      let result = FilterFixtures.result(
        .blur(.source, sigmaX: sigmaX, sigmaY: sigmaY), of: source)
      let error = FilterFixtures.distance(result) { x, y in
        var sum = [0.0, 0, 0, 0]
        for row in 0..<size.height where down[y][row] > 1e-6 {
          for column in 0..<size.width where across[x][column] > 1e-6 {
            let weight = down[y][row] * across[x][column]
            sum = zip(sum, source.channels(column, row)).map { $0 + $1 * weight }
          }
        }
        return sum
      }
      #expect(error < 1, "\(sigmaX), \(sigmaY): off by \(error)")
    }
    expectEqual(
      FilterFixtures.result(.blur(.source, sigmaX: 0, sigmaY: -1), of: source).pixels,
      source.pixels)
  }

  @Test("a blur of alpha alone equals the alpha of a blur of all channels") func blurredAlpha() {
    for (sigmaX, sigmaY) in [(1.5, 2.5), (7, 0), (0, 3)] {
      let blur = FilterFixtures.result(
        .blur(.source, sigmaX: sigmaX, sigmaY: sigmaY), of: source)
      let alphas = blur.pixels.map { $0 & 0xFF00_0000 }
      let ofAlpha = FilterFixtures.result(
        .blur(.sourceAlpha, sigmaX: sigmaX, sigmaY: sigmaY), of: source)
      expectEqual(ofAlpha.pixels, alphas)
      // A silhouette reads the alpha alone, in whichever space it is computed.
      for space in [FilterColorSpace.sRGB, .linearRGB] {
        let silhouette = FilterFixtures.result(
          .flood(.black), .blur(.source, sigmaX: sigmaX, sigmaY: sigmaY),
          .offset(.step(1), dx: 0, dy: 0), .composite(.in, .step(0), .step(2)), of: source,
          space: space)
        expectEqual(silhouette.pixels, alphas)
      }
    }
  }

  @Test("a blur much wider than the image has the result of three boxes")
  func wideBlur() {
    let white = FilterFixtures.image(
      Array(repeating: Array(repeating: .max, count: 40), count: 30))
    for sigma in [30.0, 85, 100, 400] {
      let result = FilterFixtures.result(.blur(.source, sigmaX: sigma, sigmaY: 0), of: white)
      let exact = 255 * boxes(sigma, 40)[20].reduce(0, +)
      #expect(abs(result.channels(20, 15)[3] - exact) < 1.5, "\(sigma)")
    }
  }

  @Test("a step blurs a part of the pixels like all of them") func clippedBlur() {
    let area = size.bounds
    let part = PixelRect(x0: 3, y0: 5, x1: 20, y1: 12)
    var whole = FilterGraph(area: area)
    whole.append(.init(.blur(.source, sigmaX: 4, sigmaY: 2), area: area, space: .sRGB))
    var clipped = FilterGraph(area: area)
    clipped.append(.init(.blur(.source, sigmaX: 4, sigmaY: 2), area: part, space: .sRGB))
    let evaluator = FilterEvaluator()
    let (first, second) = (
      evaluator.evaluate(whole, source: source), evaluator.evaluate(clipped, source: source)
    )
    let error = FilterFixtures.distance(second) { x, y in
      part.contains(PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1))
        ? first.channels(x, y) : [0, 0, 0, 0]
    }
    expectEqual(error, 0)
  }
}
