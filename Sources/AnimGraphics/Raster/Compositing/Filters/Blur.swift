/// Blurs pictures: three boxes along rows, then along columns. Intermediate values are in 1/256 of
/// a channel.
struct Blur {
  /// The number of columns that are blurred side by side.
  static let strip = 8

  /// The blurred rows, and two lines that boxes are applied to.
  private var rows = Scratch<SIMD4<Int32>>()
  private var line = Scratch<SIMD4<Int32>>()
  private var other = Scratch<SIMD4<Int32>>()

  func deallocate() {
    rows.deallocate()
    line.deallocate()
    other.deallocate()
  }

  /// - Parameters:
  ///   - source: the pixels to blur. Pixels that it lacks, although the result depends on them, are
  ///     outside the group's content.
  ///   - isCut: whether what a box moves out of the source's area is lost for the next one, so that less
  ///     is left at the edges.
  ///   - alphaAlone: whether every channel is replaced by the alpha.
  mutating func apply(
    _ x: BlurKernel, _ y: BlurKernel, _ source: Picture, edges: Filter.Edges = .transparent,
    isCut: Bool = false, alphaAlone: Bool = false, to result: Picture
  ) {
    let pass = Pass(
      x: x, y: y, source: source, result: result, edges: edges, isCut: isCut, alphaAlone: alphaAlone
    )
    rows.reserve(pass.intermediateCount)
    blurRows(pass.rows, pass, to: rows.base)
    blurColumns(0..<result.area.width, pass, from: rows.base)
  }

  /// A blur of one picture, whose rows and columns may be blurred in parts, all of the rows first.
  struct Pass {
    let x: BlurKernel
    let y: BlurKernel
    let source: Picture
    let result: Picture
    let edges: Filter.Edges
    let isCut: Bool
    let alphaAlone: Bool

    /// The pixels of the blurred rows: those of the result, and as many above and below as columns read. Rows beyond
    /// these are clear, or repeat the first or the last one.
    fileprivate var tall: PixelRect {
      guard !source.area.isEmpty else { return .empty }
      return PixelRect(
        x0: result.area.x0, y0: max(result.area.y0 - y.reach, source.area.y0), x1: result.area.x1,
        y1: min(result.area.y1 + y.reach, source.area.y1))
    }

    /// The rows to blur.
    var rows: Range<Int> { tall.isEmpty ? 0..<0 : tall.y0..<tall.y1 }

    /// The number of pixels of all blurred rows.
    var intermediateCount: Int { tall.width * tall.height }
  }

  /// Blurs some rows, and stores them in memory for all of them.
  mutating func blurRows(
    _ range: Range<Int>, _ pass: Pass, to rows: UnsafeMutablePointer<SIMD4<Int32>>
  ) {
    let tall = pass.tall
    let length = tall.width + 2 * pass.x.reach
    line.reserve(length)
    other.reserve(length)
    for row in range {
      blurRow(
        row, pass.x, pass.source, pass.edges, isCut: pass.isCut, alphaAlone: pass.alphaAlone,
        to: rows + (row - tall.y0) * tall.width, tall)
    }
  }

  /// Blurs some columns of blurred rows, counted from the first one of the result.
  mutating func blurColumns(
    _ range: Range<Int>, _ pass: Pass, from rows: UnsafePointer<SIMD4<Int32>>
  ) {
    let (result, tall) = (pass.result, pass.tall)
    guard !tall.isEmpty else {
      for y in result.area.y0..<result.area.y1 {
        (result.row(y) + range.lowerBound).update(repeating: 0, count: range.count)
      }
      return
    }
    let length = (result.area.height + 2 * pass.y.reach) * Self.strip
    line.reserve(length)
    other.reserve(length)
    let inside = pass.isCut ? pass.source.area.y0..<pass.source.area.y1 : nil
    for first in stride(from: range.lowerBound, to: range.upperBound, by: Self.strip) {
      let lanes = min(Self.strip, range.upperBound - first)
      blurColumns(first, lanes, pass.y, tall, pass.edges, inside: inside, rows, to: result)
    }
  }

  private func blurRow(
    _ row: Int, _ kernel: BlurKernel, _ source: Picture, _ edges: Filter.Edges,
    isCut: Bool, alphaAlone: Bool, to target: UnsafeMutablePointer<SIMD4<Int32>>,
    _ area: PixelRect
  ) {
    let words = source.row(row) - source.area.x0
    let left = area.x0 - kernel.reach
    let right = area.x1 + kernel.reach
    let start = min(max(source.area.x0, left), right)
    let end = max(min(source.area.x1, right), start)
    func channels(_ x: Int) -> SIMD4<Int32> {
      let word = words[x]
      let channels = Blend.widen(alphaAlone ? (word >> 24) &* 0x0101_0101 : word)
      return SIMD4<Int32>(truncatingIfNeeded: channels) &<< 8
    }
    let isRepeated = edges == .repeated
    line.base.update(
      repeating: isRepeated ? channels(source.area.x0) : .zero, count: start - left)
    for x in start..<end { line.base[x - left] = channels(x) }
    (line.base + (end - left)).update(
      repeating: isRepeated ? channels(source.area.x1 - 1) : .zero, count: right - end)
    let inside = isCut ? start - left..<end - left : nil
    let blurred = applyBoxes(kernel, count: area.width, lanes: 1, inside: inside)
    target.update(from: blurred, count: area.width)
  }

  private func blurColumns(
    _ first: Int, _ lanes: Int, _ kernel: BlurKernel, _ tall: PixelRect, _ edges: Filter.Edges,
    inside: Range<Int>?, _ rows: UnsafePointer<SIMD4<Int32>>, to result: Picture
  ) {
    let area = result.area
    let top = area.y0 - kernel.reach
    for y in top..<area.y1 + kernel.reach {
      let target = line.base + (y - top) * lanes
      if edges == .transparent, y < tall.y0 || y >= tall.y1 {
        target.update(repeating: .zero, count: lanes)
      } else {
        let row = min(max(y, tall.y0), tall.y1 - 1) - tall.y0
        target.update(from: rows + (row * tall.width + first), count: lanes)
      }
    }
    let length = area.height + 2 * kernel.reach
    let blurred = applyBoxes(
      kernel, count: area.height, lanes: lanes,
      inside: inside.map { ($0.lowerBound - top..<$0.upperBound - top).clamped(to: 0..<length) })
    for y in 0..<area.height {
      let pixels = result.words + (y * area.width + first)
      for lane in 0..<lanes {
        let channels = (blurred[y &* lanes &+ lane] &+ 128) &>> 8
        pixels[lane] = SIMD4<UInt32>(truncatingIfNeeded: channels).packed
      }
    }
  }

  /// Applies all boxes to ``line``, which is longer than the result by their reach.
  ///
  /// - Parameter inside: The part of the line to keep; all other words become clear. `nil` keeps
  ///   everything.
  private func applyBoxes(
    _ kernel: BlurKernel, count: Int, lanes: Int, inside: Range<Int>?
  ) -> UnsafeMutablePointer<SIMD4<Int32>> {
    if kernel.isIdentity { return line.base }
    let box = BoxFilter(kernel)
    var (source, result) = (line.base, other.base)
    for pass in 1...BlurKernel.passes {
      let length = count + 2 * (BlurKernel.passes - pass) * kernel.reachOfBox
      for lane in 0..<lanes {
        box.apply(source + lane, result + lane, count: length, stride: lanes)
      }
      if let inside {
        let shift = pass * kernel.reachOfBox
        let first = min(max(inside.lowerBound - shift, 0), length)
        let end = min(max(inside.upperBound - shift, first), length)
        result.update(repeating: .zero, count: first * lanes)
        (result + end * lanes).update(repeating: .zero, count: (length - end) * lanes)
      }
      swap(&source, &result)
    }
    return source
  }
}

/// One of the boxes of a ``BlurKernel``.
///
/// Channels are in units of 1/256 of a stored value, 0...65280. Their sums are integers, so they do
/// not depend on where a row begins; only the quotients are in floating point, rounded to nearest.
struct BoxFilter {
  private let radius: Int
  /// The weights of pixels within the radius, and of the next one on either side.
  private let inner: Float
  private let outer: Float

  init(_ kernel: BlurKernel) {
    radius = Int(kernel.radius)
    let width = Float(2 * radius + 1) + 2 * kernel.edge
    inner = 1 / width
    outer = kernel.edge / width
  }

  /// Filters a line of pixels that are `stride` apart.
  ///
  /// - Parameters:
  ///   - source: a line with ``BlurKernel/reachOfBox`` more pixels on either side than the result.
  ///   - count: the number of pixels of the result.
  func apply(
    _ source: UnsafePointer<SIMD4<Int32>>, _ result: UnsafeMutablePointer<SIMD4<Int32>>,
    count: Int, stride: Int
  ) {
    let width = 2 * radius + 2
    var sum = SIMD4<Int32>.zero
    for index in 1..<width { sum &+= source[index &* stride] }
    var first = source
    var last = source + width &* stride
    var target = result
    for _ in 0..<count {
      let ends = first.pointee &+ last.pointee
      target.pointee = Self.rounded(SIMD4<Float>(sum) * inner + SIMD4<Float>(ends) * outer)
      first += stride
      sum &+= last.pointee &- first.pointee
      last += stride
      target += stride
    }
  }

  /// Rounds to nearest, for values in 0 ..< 2²².
  @inline(__always) private static func rounded(_ value: SIMD4<Float>) -> SIMD4<Int32> {
    // 1.5 · 2²³: added to a small number, it leaves the nearest integer in the low bits.
    let bias: Float = 12_582_912
    return unsafeBitCast(value + bias, to: SIMD4<Int32>.self)
      &- SIMD4(repeating: Int32(bitPattern: bias.bitPattern))
  }
}
