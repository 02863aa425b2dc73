/// Blurs images with three boxes along rows, then along columns. Intermediate values are in units
/// of 1/256 of a channel value.
///
/// A vector holds the channels of one pixel. If only alpha matters, it holds the alphas of four
/// pixels instead: four rows at the same column while blurring rows, and four columns of the same
/// row while blurring columns.
struct Blur {
  /// The number of columns of vectors that are blurred together.
  private static let strip = 8

  /// The two lines that boxes alternate between.
  private var line = Scratch<SIMD4<Int32>>()
  private var other = Scratch<SIMD4<Int32>>()

  func deallocate() {
    line.deallocate()
    other.deallocate()
  }

  /// A blur of one image. Parts of its rows, and then parts of its columns, can be blurred in
  /// parallel.
  struct Pass {
    let x: BlurKernel
    let y: BlurKernel
    /// The pixels to blur. Pixels outside are clear, or repeat the nearest one.
    let source: FilterImage
    let result: FilterImage
    /// Whether the pixels at the edges of the source are repeated.
    let repeatsEdges: Bool
    /// The pixels that each of the three boxes stores. Values moved outside are lost to the next box, which makes edges
    /// fainter.
    let bounds: PixelRect
    /// Whether the result is the blurred alpha alone, with black as its colour.
    let isAlphaAlone: Bool

    /// The pixels of the blurred rows: the rows of the result, and the rows above and below that
    /// its columns read. Rows beyond these are clear, or repeat the first or last row.
    fileprivate var tall: PixelRect {
      guard !source.area.isEmpty else { return .empty }
      return PixelRect(
        x0: result.area.x0, y0: max(result.area.y0 - y.reach, source.area.y0), x1: result.area.x1,
        y1: min(result.area.y1 + y.reach, source.area.y1))
    }

    /// The rows to blur.
    var rows: Range<Int> { tall.isEmpty ? 0..<0 : tall.y0..<tall.y1 }

    /// The columns of vectors to blur, counted from the first one of the result.
    var columns: Range<Int> { 0..<(isAlphaAlone ? (result.area.width + 3) / 4 : result.area.width) }

    /// The unit of parts of rows and columns: parts contain a multiple of this number.
    var rowUnit: Int { isAlphaAlone ? 4 : 1 }
    var columnUnit: Int { Blur.strip }

    /// The number of vectors of all blurred rows.
    var intermediateCount: Int { columns.count * tall.height }
  }

  /// Blurs some rows, and stores them in the buffer for all blurred rows.
  mutating func blurRows(
    _ range: Range<Int>, _ pass: Pass, to rows: UnsafeMutablePointer<SIMD4<Int32>>
  ) {
    let tall = pass.tall
    let length = tall.width + 2 * pass.x.reach
    line.reserve(length)
    other.reserve(length)
    let left = tall.x0 - pass.x.reach
    let inside = (pass.bounds.x0 - left..<pass.bounds.x1 - left).clamped(to: 0..<length)
    let stride = pass.columns.count
    for row in Swift.stride(from: range.lowerBound, to: range.upperBound, by: pass.rowUnit) {
      let target = rows + (row - tall.y0) * stride
      if pass.isAlphaAlone {
        let count = min(4, range.upperBound - row)
        loadAlphas(row, count, pass, tall)
        let blurred = applyBoxes(pass.x, count: tall.width, lanes: 1, inside: inside)
        // A vector of the result is four pixels of a row.
        let alphas = UnsafeMutableRawPointer(target).assumingMemoryBound(to: Int32.self)
        for lane in 0..<count {
          let alphas = alphas + lane * stride * 4
          for x in 0..<tall.width { alphas[x] = blurred[x][lane] }
          for x in tall.width..<stride * 4 { alphas[x] = 0 }
        }
      } else {
        load(row, pass, tall)
        let blurred = applyBoxes(pass.x, count: tall.width, lanes: 1, inside: inside)
        target.update(from: blurred, count: tall.width)
      }
    }
  }

  /// Blurs some columns of blurred rows.
  mutating func blurColumns(
    _ range: Range<Int>, _ pass: Pass, from rows: UnsafePointer<SIMD4<Int32>>
  ) {
    let (area, tall, reach) = (pass.result.area, pass.tall, pass.y.reach)
    let top = area.y0 - reach
    let length = area.height + 2 * reach
    line.reserve(length * Self.strip)
    other.reserve(length * Self.strip)
    let inside = (pass.bounds.y0 - top..<pass.bounds.y1 - top).clamped(to: 0..<length)
    let stride = pass.columns.count
    for first in Swift.stride(from: range.lowerBound, to: range.upperBound, by: Self.strip) {
      let lanes = min(Self.strip, range.upperBound - first)
      for y in top..<top + length {
        let target = line.base + (y - top) * lanes
        if tall.isEmpty || !pass.repeatsEdges && (y < tall.y0 || y >= tall.y1) {
          target.update(repeating: .zero, count: lanes)
        } else {
          let row = min(max(y, tall.y0), tall.y1 - 1) - tall.y0
          target.update(from: rows + (row * stride + first), count: lanes)
        }
      }
      let blurred = applyBoxes(pass.y, count: area.height, lanes: lanes, inside: inside)
      store(blurred, first, lanes, pass)
    }
  }

  /// Fills ``line`` with a row of the source, and with the pixels beside it that the boxes read.
  private func load(_ row: Int, _ pass: Pass, _ tall: PixelRect) {
    let words = pass.source.row(row) - pass.source.area.x0
    fillLine(pass, tall) { x in
      SIMD4<Int32>(truncatingIfNeeded: Blend.widen(words[x])) &<< 8
    }
  }

  /// Fills ``line`` with the alphas of up to four rows.
  private func loadAlphas(_ row: Int, _ count: Int, _ pass: Pass, _ tall: PixelRect) {
    let first = pass.source.row(row) - pass.source.area.x0
    let stride = pass.source.area.width
    let second = first + (count > 1 ? stride : 0)
    let third = first + (count > 2 ? 2 * stride : 0)
    let fourth = first + (count > 3 ? 3 * stride : 0)
    fillLine(pass, tall) { x in
      let words = SIMD4(first[x], second[x], third[x], fourth[x])
      return SIMD4<Int32>(truncatingIfNeeded: (words &>> 24) &<< 8)
    }
  }

  /// - Parameter value: A closure that returns the vector of a column of the source.
  @inline(__always)
  private func fillLine(_ pass: Pass, _ tall: PixelRect, _ value: (Int) -> SIMD4<Int32>) {
    let source = pass.source.area
    let left = tall.x0 - pass.x.reach
    let right = tall.x1 + pass.x.reach
    let start = min(max(source.x0, left), right)
    let end = max(min(source.x1, right), start)
    line.base.update(
      repeating: pass.repeatsEdges ? value(source.x0) : .zero, count: start - left)
    for x in start..<end { line.base[x - left] = value(x) }
    (line.base + (end - left)).update(
      repeating: pass.repeatsEdges ? value(source.x1 - 1) : .zero, count: right - end)
  }

  /// Stores blurred columns of vectors in the result.
  private func store(
    _ blurred: UnsafePointer<SIMD4<Int32>>, _ first: Int, _ lanes: Int, _ pass: Pass
  ) {
    let (words, area) = (pass.result.words, pass.result.area)
    for y in 0..<area.height {
      let blurred = blurred + y &* lanes
      let row = words + y &* area.width
      for lane in 0..<lanes {
        let channels = SIMD4<UInt32>(truncatingIfNeeded: (blurred[lane] &+ 128) &>> 8)
        guard pass.isAlphaAlone else {
          row[first &+ lane] = channels.packed
          continue
        }
        let alphas = channels &<< 24
        let x = (first &+ lane) &* 4
        if x &+ 4 <= area.width {
          UnsafeMutableRawPointer(row + x).storeBytes(of: alphas, as: SIMD4<UInt32>.self)
        } else {
          for index in 0..<area.width &- x { row[x &+ index] = alphas[index] }
        }
      }
    }
  }

  /// Applies all boxes to ``line``, which is longer than the result by their reach.
  ///
  /// - Parameter inside: The part of the line to keep; all other vectors become clear.
  private func applyBoxes(
    _ kernel: BlurKernel, count: Int, lanes: Int, inside: Range<Int>
  ) -> UnsafeMutablePointer<SIMD4<Int32>> {
    if kernel.isIdentity { return line.base }
    let box = BoxFilter(kernel)
    var (source, result) = (line.base, other.base)
    for pass in 1...BlurKernel.passes {
      let length = count + 2 * (BlurKernel.passes - pass) * kernel.reachOfBox
      for lane in 0..<lanes {
        box.apply(source + lane, result + lane, count: length, stride: lanes)
      }
      let shift = pass * kernel.reachOfBox
      let first = min(max(inside.lowerBound - shift, 0), length)
      let end = min(max(inside.upperBound - shift, first), length)
      result.update(repeating: .zero, count: first * lanes)
      (result + end * lanes).update(repeating: .zero, count: (length - end) * lanes)
      swap(&source, &result)
    }
    return source
  }
}

/// One of the boxes of a ``BlurKernel``.
///
/// Channels are in units of 1/256 of a stored value, 0...65280. Their sums are integers, so they
/// don't depend on the start of the row. Only the quotients are in floating point, rounded to
/// nearest.
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
  ///   - source: A line with ``BlurKernel/reachOfBox`` more pixels on either side than the result.
  ///   - count: The number of pixels of the result.
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

  /// Returns a value in 0 ..< 2²², rounded to nearest.
  @inline(__always) private static func rounded(_ value: SIMD4<Float>) -> SIMD4<Int32> {
    // 1.5 · 2²³: added to a small number, it leaves the nearest integer in the low bits.
    let bias: Float = 12_582_912
    return unsafeBitCast(value + bias, to: SIMD4<Int32>.self)
      &- SIMD4(repeating: Int32(bitPattern: bias.bitPattern))
  }
}
