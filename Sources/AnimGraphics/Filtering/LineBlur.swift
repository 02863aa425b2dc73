/// A direction of lines that are neither horizontal nor vertical, as a slope from pixel to pixel.
package struct SlantedLines: Hashable, Sendable {
  /// Whether the lines advance row by row rather than column by column.
  let isSteep: Bool
  /// The sideways shift from one row or column to the next, in units of 2⁻¹⁶ pixel: −65536...65536,
  /// but not 0.
  let slope: Int

  /// Creates lines along a direction, or returns `nil` if it is horizontal, vertical or zero.
  init?(along direction: Vector) {
    isSteep = direction.dy.magnitude > direction.dx.magnitude
    let quotient = isSteep ? direction.dx / direction.dy : direction.dy / direction.dx
    guard quotient.isFinite else { return nil }
    slope = Int((quotient * 65536).rounded())
    if slope == 0 { return nil }
  }

  /// Returns the reach of a pixel's line within a number of rows or columns.
  func extent(of reach: Int) -> SIMD2<Int> {
    let aside = (reach * abs(slope) + 0xFFFF) >> 16
    return isSteep ? SIMD2(aside, reach) : SIMD2(reach, aside)
  }
}

/// Blurs images along slanted lines.
///
/// A pixel becomes the weighted mean of points on the line through its centre: the points at which
/// the line crosses the surrounding columns, or the rows if it is steep. Each point is interpolated
/// between two pixels. A weight depends only on the displacement between the two pixels, so the
/// result doesn't depend on the position of the image. Weights are multiples of 2⁻¹⁶, so sums in
/// Float are exact.
struct LineBlur {
  /// The contribution of a pixel at an offset.
  private struct Tap {
    let dx: Int32
    let dy: Int32
    /// The weight in units of 2⁻¹⁶. The weights of all taps add up to 1.
    let weight: Float
  }

  /// The taps for ``lines`` and ``kernel``.
  private var taps: [Tap] = []
  private var lines: SlantedLines?
  private var kernel = BlurKernel(sigma: 0)
  /// The weights along the line before and after a box.
  private var weights = Scratch<Double>()
  private var others = Scratch<Double>()
  /// A row of the result, in units of 2⁻¹⁶.
  private var sums = Scratch<SIMD4<Float>>()

  func deallocate() {
    weights.deallocate()
    others.deallocate()
    sums.deallocate()
  }

  /// Blurs an image, which is clear outside `source`.
  mutating func apply(
    _ lines: SlantedLines, _ kernel: BlurKernel, _ source: FilterImage, to result: FilterImage
  ) {
    let area = result.area
    guard !area.isEmpty else { return }
    prepare(lines, kernel)
    sums.reserve(area.width)
    for y in area.y0..<area.y1 {
      sums.base.update(repeating: .zero, count: area.width)
      for tap in taps { add(tap, of: source, to: y, area) }
      let row = result.row(y)
      for x in 0..<area.width { row[x] = Self.rounded(sums.base[x] / 65536).packed }
    }
  }

  /// Adds the contribution of a tap to a row of the result.
  private func add(_ tap: Tap, of source: FilterImage, to y: Int, _ area: PixelRect) {
    let (dx, row) = (Int(tap.dx), y + Int(tap.dy))
    guard row >= source.area.y0, row < source.area.y1 else { return }
    let start = max(area.x0, source.area.x0 - dx)
    let count = min(area.x1, source.area.x1 - dx) - start
    if count <= 0 { return }
    let from = source.row(row) + (start + dx - source.area.x0)
    let to = sums.base + (start - area.x0)
    for index in 0..<count {
      let channels = SIMD4<Int32>(truncatingIfNeeded: Blend.widen(from[index]))
      to[index] += SIMD4<Float>(channels) * tap.weight
    }
  }

  /// Distributes the weights along a line to the pixels on both of its sides. The second half
  /// mirrors the first.
  private mutating func prepare(_ lines: SlantedLines, _ kernel: BlurKernel) {
    if self.lines == lines, self.kernel == kernel { return }
    (self.lines, self.kernel) = (lines, kernel)
    taps.removeAll(keepingCapacity: true)
    applyBoxes(kernel)
    let reach = kernel.reach
    var (sum, used) = (0.0, 0)
    for distance in (1..<reach + 1).reversed() {
      // Round the sums, starting at the end, instead of the weights, so that the errors of many small
      // weights don't add up.
      sum += weights.base[reach + distance]
      let weight = Int((sum * 65536).rounded()) - used
      used += weight
      let aside = distance * lines.slope
      let far = (weight * (aside & 0xFFFF) + 0x8000) >> 16
      for side in stride(from: 1, through: -1, by: -2) {
        append(side * distance, side * (aside >> 16), weight - far)
        append(side * distance, side * (aside >> 16 + 1), far)
      }
    }
    append(0, 0, 65536 - 2 * used)

    func append(_ along: Int, _ aside: Int, _ weight: Int) {
      if weight == 0 { return }
      let (dx, dy) = lines.isSteep ? (aside, along) : (along, aside)
      taps.append(
        Tap(
          dx: Int32(truncatingIfNeeded: dx), dy: Int32(truncatingIfNeeded: dy),
          weight: Float(weight)))
    }
  }

  /// Applies the boxes of a kernel to an impulse, so that the weights of the kernel result.
  private mutating func applyBoxes(_ kernel: BlurKernel) {
    let (reach, box) = (kernel.reach, kernel.reachOfBox)
    let length = 2 * reach + 1
    weights.reserve(length)
    others.reserve(length)
    weights.base.update(repeating: 0, count: length)
    weights.base[reach] = 1
    let edge = Double(kernel.edge)
    let width = Double(2 * kernel.radius + 1) + 2 * edge
    for pass in 1...BlurKernel.passes {
      others.base.update(repeating: 0, count: length)
      for index in reach - pass * box...reach + pass * box {
        var sum = 0.0
        for other in max(index - box, 0)...min(index + box, length - 1) {
          let isEdge = abs(other - index) == box
          sum += isEdge ? weights.base[other] * edge : weights.base[other]
        }
        others.base[index] = sum / width
      }
      swap(&weights, &others)
    }
  }

  /// Returns values in 0 ..< 2²², rounded to nearest.
  @inline(__always) private static func rounded(_ value: SIMD4<Float>) -> SIMD4<UInt32> {
    // As ``BoxFilter`` does.
    let bias: Float = 12_582_912
    return unsafeBitCast(value + bias, to: SIMD4<UInt32>.self) &- bias.bitPattern
  }
}
