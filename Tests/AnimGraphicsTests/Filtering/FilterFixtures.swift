import TestSupport

@testable import AnimGraphics

/// Images for the tests of filters, and what filters make of them.
enum FilterFixtures {
  /// An image of premultiplied words, row by row.
  static func image(_ rows: [[UInt32]]) -> Image {
    let size = PixelSize(width: rows.first?.count ?? 0, height: rows.count)
    return Image(size: size, premultiplied: rows.flatMap { $0 }) ?? random(size, seed: 0)
  }

  /// Pixels of any colour: a quarter of them clear, a quarter opaque, and some equal to the one before.
  static func random(_ size: PixelSize, seed: UInt64) -> Image {
    var random = SeededGenerator(seed: seed)
    var words: [UInt32] = []
    for _ in 0..<size.width * size.height {
      var word = UInt32(truncatingIfNeeded: random.next())
      switch random.next() % 8 {
      case 0, 1: word = 0
      case 2, 3: word |= 0xFF00_0000
      case 4: word = words.last ?? word
      default: break
      }
      words.append(word)
    }
    return Image(size: size, straight: words) ?? image([[0]])
  }

  /// The pixels of an image whose first pixel is at a place on the canvas.
  static func area(of image: Image, x: Int = 0, y: Int = 0) -> PixelRect {
    PixelRect(x0: x, y0: y, x1: x + image.size.width, y1: y + image.size.height)
  }

  /// A graph of operations, all of which may have all pixels.
  static func graph(
    _ area: PixelRect, _ operations: [FilterOperation], space: FilterColorSpace = .sRGB
  ) -> FilterGraph {
    var graph = FilterGraph(area: area)
    for operation in operations {
      graph.append(FilterGraph.Step(operation, area: area, space: space))
    }
    return graph
  }

  /// The result of applying operations to an image.
  static func result(
    _ operations: FilterOperation..., of source: Image, x: Int = 0, y: Int = 0,
    space: FilterColorSpace = .sRGB
  ) -> Image {
    let graph = graph(area(of: source, x: x, y: y), operations, space: space)
    return FilterEvaluator().evaluate(graph, source: source)
  }

  /// The largest difference of two images in any channel.
  static func distance(_ image: Image, _ exact: (_ x: Int, _ y: Int) -> [Double]) -> Double {
    var worst = 0.0
    for y in 0..<image.size.height {
      for x in 0..<image.size.width {
        for (found, expected) in zip(image.channels(x, y), exact(x, y)) {
          worst = max(worst, abs(found - expected))
        }
      }
    }
    return worst
  }
}

extension FilterEvaluator {
  /// The result of a graph as an image, or a part of it, which is clear elsewhere; if the graph has no area, the source.
  ///
  /// - Parameter content: The pixels of the source that may not be clear, from the first one of the graph's area, or `nil`
  ///   for all of them.
  func evaluate(
    _ graph: FilterGraph, source: Image, part: PixelRect? = nil, content: PixelRect? = nil
  ) -> Image {
    let area = graph.area
    let size = PixelSize(width: area.width, height: area.height)
    var words = [UInt32](repeating: 0, count: size.width * size.height)
    var pixels = source.pixels
    let all = FilterFixtures.area(of: source, x: area.x0, y: area.y0)
    let content = content?.moved(area.x0, area.y0) ?? all
    graph.steps.withUnsafeBufferPointer { steps in
      pixels.withUnsafeMutableBufferPointer { pixels in
        words.withUnsafeMutableBufferPointer { words in
          guard let pixels = pixels.baseAddress, let words = words.baseAddress else { return }
          _ = prepare(steps, in: area, for: part ?? area, content: content)
          result(of: FilterImage(words: pixels, area: all))
            .copy(to: FilterImage(words: words, area: area))
        }
      }
    }
    return Image(size: size, premultiplied: words) ?? source
  }
}

extension Image {
  /// A premultiplied word.
  func word(_ x: Int, _ y: Int) -> UInt32 { pixels[y * size.width + x] }

  /// Red, green, blue and alpha of a pixel, premultiplied, in 0...255.
  func channels(_ x: Int, _ y: Int) -> [Double] {
    let word = word(x, y)
    return [word >> 16 & 0xFF, word >> 8 & 0xFF, word & 0xFF, word >> 24].map(Double.init)
  }

  /// Red, green, blue and alpha of a pixel with straight colours, in 0...1; clear pixels are black.
  func straight(_ x: Int, _ y: Int) -> [Double] {
    let channels = channels(x, y)
    let alpha = channels[3]
    return channels[0..<3].map { alpha > 0 ? $0 / alpha : 0 } + [alpha / 255]
  }
}
