/// The pixels of an input that the result of an operation depends on.
enum FilterReading {
  /// A rectangle around each pixel, as distances in pixels. Negative distances exclude the pixel itself.
  case around(left: Int, top: Int, right: Int, bottom: Int)
  /// A rectangle that is the same for every pixel.
  case fixed(PixelRect)

  static let samePixel = FilterReading.around(left: 0, top: 0, right: 0, bottom: 0)

  fileprivate static func around(_ x: Int, _ y: Int) -> FilterReading {
    .around(left: x, top: y, right: x, bottom: y)
  }

  /// Returns the pixels of the input that these pixels of the result depend on.
  func source(of result: PixelRect) -> PixelRect {
    if result.isEmpty { return .empty }
    switch self {
    case .around(let left, let top, let right, let bottom):
      return PixelRect(
        x0: result.x0 - left, y0: result.y0 - top, x1: result.x1 + right, y1: result.y1 + bottom)
    case .fixed(let source): return source
    }
  }

  /// Returns the pixels of the result that depend on these pixels of the input.
  ///
  /// - Parameter area: The pixels of all results.
  func result(of source: PixelRect, in area: PixelRect) -> PixelRect {
    if source.isEmpty { return .empty }
    switch self {
    case .around(let left, let top, let right, let bottom):
      return PixelRect(
        x0: source.x0 - right, y0: source.y0 - bottom, x1: source.x1 + left, y1: source.y1 + top
      ).intersection(area)
    case .fixed(let read): return read.intersects(source) ? area : .empty
    }
  }
}

extension FilterOperation {
  /// Calls `body` with each input, the pixels of it that are read, and whether their colours are
  /// read in addition to their alpha.
  ///
  /// - Parameters:
  ///   - area: The pixels of all results.
  ///   - colors: Whether the colours of the result are needed.
  func forEachInput(
    _ area: PixelRect, colors: Bool = true, _ body: (FilterGraph.Input, FilterReading, Bool) -> Void
  ) {
    switch self {
    case .blend(_, let top, let bottom):
      body(top, .samePixel, true)
      body(bottom, .samePixel, true)
    case .composite(let rule, let top, let bottom):
      body(top, .samePixel, colors)
      body(bottom, .samePixel, rule == .in || rule == .out ? false : colors)
    case .displace(let input, let map, _, _, let x, let y):
      body(input, .around(Self.distance(x), Self.distance(y)), colors)
      body(map, .samePixel, true)
    case .merge(let inputs): for input in inputs { body(input, .samePixel, colors) }
    case .colorMatrix(let rows, let input):
      body(input, .samePixel, Self.readsColors(rows, ofRows: colors ? 0..<4 : 3..<4))
    case .transfer(_, _, _, _, let input), .tint(let input, _), .tritone(let input, _),
      .colors(let input, _, _):
      body(input, .samePixel, colors)
    case .convolve(let kernel, let input):
      body(input, kernel.isValid && kernel.edges == .wrap ? .fixed(area) : kernel.reading, true)
    case .light(_, let input): body(input, .around(1, 1), false)
    case .blur(let input, let x, let y, _):
      let kernelX = BoundedBlur(sigma: x, extent: area.width).kernel
      let kernelY = BoundedBlur(sigma: y, extent: area.height).kernel
      body(input, .around(kernelX.reach, kernelY.reach), colors)
    case .morphology(_, let input, let x, let y):
      body(
        input, .around(Morphology.reach(x, area.width), Morphology.reach(y, area.height)), colors)
    case .offset(let input, let dx, let dy):
      let (x, y) = (Self.clamped(dx), Self.clamped(dy))
      body(input, .around(left: x, top: y, right: -x, bottom: -y), colors)
    case .tile(let input, let tile): body(input, .fixed(tile), colors)
    case .silhouette(let input, _, let shift):
      body(
        input, shift == .none ? .samePixel : .around(left: 1, top: 1, right: 0, bottom: 0), false)
    case .shade(let input, _, let silhouette):
      body(input, .samePixel, colors)
      body(silhouette, .samePixel, false)
    case .outline(let input, _, let width):
      // One more pixel, since the edges of the silhouette are found by their neighbours.
      body(input, .around(width.ceiling + 2, width.ceiling + 2), false)
    case .choke(let input, let blurred, _):
      body(input, .samePixel, colors)
      body(blurred, .samePixel, colors)
    case .lineBlur(let input, let lines, let kernel):
      let reach = lines.extent(of: kernel.reach)
      body(input, .around(reach.x, reach.y), colors)
    case .flood, .image, .turbulence: break
    }
  }

  /// Returns an offset clamped to a range that doesn't overflow and exceeds every image.
  static func clamped(_ offset: Int) -> Int { min(max(offset, -1 << 30), 1 << 30) }

  /// Returns whether the result has only alpha, and no colours.
  ///
  /// - Parameter isBlack: A closure that returns the same for an input.
  func isBlack(_ isBlack: (FilterGraph.Input) -> Bool) -> Bool {
    switch self {
    case .blur(let input, _, _, _), .lineBlur(let input, _, _), .morphology(_, let input, _, _),
      .offset(let input, _, _), .tile(let input, _), .displace(let input, _, _, _, _, _):
      isBlack(input)
    case .composite(.in, let top, _), .composite(.out, let top, _): isBlack(top)
    case .composite(.arithmetic, _, _): false
    case .composite(_, let top, let bottom): isBlack(top) && isBlack(bottom)
    case .merge(let inputs): inputs.allSatisfy(isBlack)
    case .colorMatrix(let rows, _): rows.count == 20 && rows[..<15].allSatisfy { $0 == 0 }
    case .flood(let color), .silhouette(_, let color, _), .outline(_, let color, _):
      color.argb & 0xFF_FFFF == 0
    default: false
    }
  }

  /// Whether the result may have colours where all inputs are clear.
  private var fillsClearPixels: Bool {
    switch self {
    case .flood, .image, .turbulence, .light: true
    case .colorMatrix(let rows, _): rows.count == 20 && rows[19] > 0
    case .transfer(_, _, _, let alpha, _):
      alpha != .identity && ChannelTables.table(alpha)[0] > 0
    case .convolve(let kernel, _): kernel.bias != 0
    case .composite(.arithmetic(_, _, _, let constant), _, _): constant > 0
    case .blend, .composite, .displace, .blur, .merge, .morphology, .offset, .tile, .silhouette,
      .shade, .outline, .choke, .lineBlur, .tint, .tritone, .colors:
      false
    }
  }

  /// Returns the pixels of the result that may not be clear.
  ///
  /// - Parameters:
  ///   - area: The pixels of all results.
  ///   - extent: A closure that returns the pixels of an input that may not be clear.
  func extent(in area: PixelRect, _ extent: (FilterGraph.Input) -> PixelRect) -> PixelRect {
    switch self {
    case _ where fillsClearPixels: return area
    case .composite(.in, let top, let bottom): return extent(top).intersection(extent(bottom))
    case .shade(let input, _, _), .blur(let input, _, _, repeatsEdges: true):
      return extent(input)
    default: return influence(in: area, of: extent)
    }
  }

  /// Returns the pixels of the result that can change.
  ///
  /// - Parameters:
  ///   - area: The pixels of all results.
  ///   - change: A closure that returns the pixels of an input that can change.
  func influence(in area: PixelRect, of change: (FilterGraph.Input) -> PixelRect) -> PixelRect {
    var changed = PixelRect.empty
    forEachInput(area) { input, reading, _ in
      changed = changed.union(reading.result(of: change(input), in: area))
    }
    return changed
  }

  /// Returns whether some rows of a colour matrix depend on colours.
  private static func readsColors(_ matrix: [Double], ofRows rows: Range<Int>) -> Bool {
    guard matrix.count == 20 else { return rows.lowerBound == 0 }
    return rows.contains { row in matrix[5 * row..<5 * row + 3].contains { $0 != 0 } }
  }

  /// Returns the maximum distance of a displacement.
  private static func distance(_ scale: Double) -> Int {
    scale.isNaN ? 0 : Int(min(scale.magnitude, 0x1p30) / 2) + 1
  }
}

extension ConvolutionKernel {
  /// Whether the number of weights matches the size.
  var isValid: Bool {
    columns > 0 && rows > 0
      && columns.multipliedReportingOverflow(by: rows) == (weights.count, false)
  }

  fileprivate var reading: FilterReading {
    guard isValid else { return .samePixel }
    let left = min(max(targetX, 0), columns - 1)
    let top = min(max(targetY, 0), rows - 1)
    return .around(left: left, top: top, right: columns - 1 - left, bottom: rows - 1 - top)
  }
}

extension Collection<FilterGraph.Step> where Index == Int {
  /// Returns the pixels of the last result that can change if these pixels of the source do.
  ///
  /// - Parameter area: The pixels of all results.
  func influence(of changed: PixelRect, in area: PixelRect) -> PixelRect {
    propagate(changed) { $0.influence(in: area, of: $1) }
  }

  /// Returns the pixels of the last result that may not be clear, given the pixels of the source
  /// that may not be clear.
  ///
  /// - Parameter area: The pixels of all results.
  func extent(of source: PixelRect, in area: PixelRect) -> PixelRect {
    propagate(source) { $0.extent(in: area, $1) }
  }

  /// Returns the rectangle of the last result that follows from a rectangle of the source, step by
  /// step.
  private func propagate(
    _ source: PixelRect, _ rect: (FilterOperation, (FilterGraph.Input) -> PixelRect) -> PixelRect
  ) -> PixelRect {
    // A frame with filters mustn't allocate memory on the heap.
    withUnsafeTemporaryAllocation(of: PixelRect.self, capacity: count + 1) { rects in
      rects[0] = .empty
      for (index, step) in enumerated() {
        let rect = rect(step.operation) { input in
          if case .step(let other) = input, other >= 0, other < index { return rects[other] }
          return source
        }
        rects[index] = rect.intersection(step.area)
      }
      return isEmpty ? .empty : rects[count - 1]
    }
  }
}
