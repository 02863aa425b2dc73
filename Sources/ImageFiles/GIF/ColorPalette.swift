/// The colours of an image, at most 256.
struct ColorPalette {
  /// The pixels with one byte each of red, green, blue and alpha, starting at the lowest byte.
  let pixels: [UInt32]
  private let search: NearestColors
  /// The indices of the colours plus one, by the hash of their pixels, or zero for a free slot.
  private var slots = [UInt16](repeating: 0, count: slotCount)

  /// The number of slots, a power of two: four times the maximum number of colours.
  private static let slotCount = 1 << 10

  init(_ colors: [SIMD4<Int>]) {
    self.init(
      pixels: colors.map { color in
        0xFF00_0000 | UInt32(color.z) << 16 | UInt32(color.y) << 8 | UInt32(color.x)
      })
  }

  private init(pixels: [UInt32]) {
    self.pixels = pixels
    search = NearestColors(pixels.map(ColorHistogram.channels))
    for (index, pixel) in pixels.enumerated() {
      let slot = slot(of: pixel)
      if slots[slot] == 0 { slots[slot] = UInt16(index + 1) }
    }
  }

  var count: Int { pixels.count }

  /// Returns the slot of a pixel, or the free one where it belongs.
  @inline(__always) private func slot(of pixel: UInt32) -> Int {
    var slot = Int((pixel &* 0x9E37_79B1) &>> 22)
    while slots[slot] != 0, pixels[Int(slots[slot]) &- 1] != pixel {
      slot = (slot &+ 1) & (Self.slotCount &- 1)
    }
    return slot
  }

  /// Returns the number of a colour, or `nil` if the palette doesn't contain it.
  @inline(__always) func index(of pixel: UInt32) -> UInt8? {
    let number = slots[slot(of: pixel)]
    return number == 0 ? nil : UInt8(number &- 1)
  }

  /// Returns the palette followed by the colours of another palette, or `nil` if the result would
  /// have more than `limit` colours.
  func extended(by other: ColorPalette, limit: Int) -> ColorPalette? {
    let new = other.pixels.filter { index(of: $0) == nil }
    if new.isEmpty { return self }
    return count + new.count <= limit ? ColorPalette(pixels: pixels + new) : nil
  }

  /// Returns the index of the palette's nearest colour for each entry of a histogram, and the total
  /// error of all pixels.
  func matches(_ colors: [SIMD4<Int>], _ counts: [Int]) -> (indices: [UInt8], error: Int) {
    var error = 0
    let indices = colors.indices.map { entry in
      let (index, distance) = search.nearest(to: colors[entry])
      error += distance * counts[entry]
      return UInt8(index)
    }
    return (indices, error)
  }
}

extension ColorPalette {
  /// A pair of palette colours that alternate to represent a colour between them.
  struct Mixture {
    /// The nearest colour.
    let nearest: UInt8
    let other: UInt8
    /// The share of the other colour, in 256ths: at most 255, and 0 if the nearest colour is exact.
    let share: UInt16
  }

  /// Returns the mixture for each entry of a histogram: the nearest colour, and the colour nearest
  /// to the point on the opposite side, in the proportions whose mean is nearest to the entry.
  func mixtures(_ colors: [SIMD4<Int>]) -> [Mixture] {
    colors.map { color in
      let (nearest, distance) = search.nearest(to: color)
      let first = ColorHistogram.channels(pixels[nearest])
      let mirrored = pointwiseMin(
        pointwiseMax(color &* 2 &- first, .zero), SIMD4(repeating: 255))
      let (other, _) = search.nearest(to: mirrored)
      let direction = ColorHistogram.channels(pixels[other]) &- first
      let (length, part) = (
        (direction &* direction).wrappedSum(), (direction &* (color &- first)).wrappedSum()
      )
      let isMixed = distance > 0 && length > 0 && part > 0
      return Mixture(
        nearest: UInt8(nearest), other: UInt8(other),
        share: isMixed ? UInt16(min(part * 256 / length, 255)) : 0)
    }
  }

  /// The number of times that colours are moved to the means of the entries that they represent.
  private static let refinements = 2
  /// The mean squared distance from the image up to which fewer colours are sufficient: one and a
  /// half of 255 in each channel. Soft gradients then take a quarter of the bytes.
  private static let toleratedError = 6.0

  /// Creates a palette for the colours of a histogram: all of them if there are at most `limit`,
  /// which is at least 1, or otherwise as many as a good image requires.
  ///
  /// Then the colours are repeatedly divided in two, where this reduces the sum of squared
  /// distances from the means most (after Wu, Graphics Gems II, 1991, but with the existing colours
  /// instead of a grid), and the means are then refined (Lloyd's algorithm).
  init(_ colors: [SIMD4<Int>], _ counts: [Int], limit: Int) {
    guard colors.count > limit else {
      self.init(colors)
      return
    }
    var order = Array(colors.indices)
    var boxes = [ColorBox(order[...], colors, counts)]
    var error = 0.0
    for (color, count) in zip(colors, counts) {
      error += Double((color &* color).wrappedSum() * count)
    }
    error -= boxes[0].squares
    let tolerated = Self.toleratedError * Double(counts.reduce(0, +))
    while boxes.count < limit, error > tolerated {
      var best = 0
      for index in boxes.indices where boxes[index].gain > boxes[best].gain { best = index }
      guard boxes[best].gain > 0 else { break }
      let box = boxes[best]
      error -= box.gain
      let middle = box.divide(&order, colors)
      boxes[best] = ColorBox(order[box.range.lowerBound..<middle], colors, counts)
      boxes.append(ColorBox(order[middle..<box.range.upperBound], colors, counts))
    }
    var means = boxes.map(\.mean)
    for _ in 0..<Self.refinements {
      let indices = ColorPalette(means).matches(colors, counts).indices
      var sums = [SIMD4<Int>](repeating: .zero, count: means.count)
      for entry in colors.indices {
        var weighted = colors[entry] &* counts[entry]
        weighted.w = counts[entry]
        sums[Int(indices[entry])] &+= weighted
      }
      for index in means.indices where sums[index].w > 0 { means[index] = sums[index].mean }
    }
    self.init(means)
  }
}

/// Some colours of a histogram, with the best way to divide them in two.
private struct ColorBox {
  /// The positions of the entries in an order of all entries.
  let range: Range<Int>
  /// The sums of red, green and blue, and the number of pixels.
  private var sum: SIMD4<Int> = .zero
  /// The channel by which they are divided, and the highest value of the first part.
  private var (axis, threshold) = (0, 0)
  /// The reduction of the sum of squared distances from the means by dividing the box, or 0 if it
  /// contains one colour.
  private(set) var gain = 0.0

  init(_ entries: ArraySlice<Int>, _ colors: [SIMD4<Int>], _ counts: [Int]) {
    range = entries.startIndex..<entries.endIndex
    let bins = 256
    withUnsafeTemporaryAllocation(of: SIMD4<Int>.self, capacity: bins * 3) { sums in
      sums.initialize(repeating: .zero)
      var low = SIMD4<Int>(repeating: 255)
      var high = SIMD4<Int>.zero
      for entry in entries {
        let color = colors[entry]
        var weighted = color &* counts[entry]
        weighted.w = counts[entry]
        sums[color.x] &+= weighted
        sums[bins &+ color.y] &+= weighted
        sums[bins &* 2 &+ color.z] &+= weighted
        low = pointwiseMin(low, color)
        high = pointwiseMax(high, color)
        sum &+= weighted
      }
      let whole = sum.squareOverCount
      for axis in 0..<3 where low[axis] < high[axis] {
        var part = SIMD4<Int>.zero
        for value in low[axis]..<high[axis] {
          let bin = sums[axis &* bins &+ value]
          guard bin.w > 0 else { continue }
          part &+= bin
          let gain = part.squareOverCount + (sum &- part).squareOverCount - whole
          if gain > self.gain { (self.gain, self.axis, threshold) = (gain, axis, value) }
        }
      }
    }
  }

  var mean: SIMD4<Int> { sum.mean }

  /// The difference between the sum of the squares of the colours and the sum of the squared
  /// distances from their mean.
  var squares: Double { sum.squareOverCount }

  /// Moves the entries of the first part before the others. Returns the start of the second part.
  func divide(_ order: inout [Int], _ colors: [SIMD4<Int>]) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      if colors[order[low]][axis] <= threshold {
        low += 1
      } else {
        high -= 1
        order.swapAt(low, high)
      }
    }
    return low
  }
}

// Sums of red, green and blue, with the number of pixels last.
extension SIMD4<Int> {
  /// The mean colour, rounded.
  fileprivate var mean: SIMD4<Int> {
    SIMD4((x * 2 + w) / (w * 2), (y * 2 + w) / (w * 2), (z * 2 + w) / (w * 2), 0)
  }

  /// The square of the sum, divided by the number: the difference between the sum of the squares of
  /// the colours and the sum of the squared distances from their mean.
  fileprivate var squareOverCount: Double {
    let (red, green, blue) = (Double(x), Double(y), Double(z))
    return (red * red + green * green + blue * blue) / Double(w)
  }
}

/// A search for the nearest of several colours by the squared distance in red, green and blue. On a
/// tie, the first colour is returned.
struct NearestColors {
  private typealias Lanes = SIMD8<Float>

  /// Twice red, green and blue, and the sum of their squares, of eight colours each. All of these
  /// numbers, and the results computed from them, are integers below 2²⁴, so they are exact.
  private var groups: [(red: Lanes, green: Lanes, blue: Lanes, square: Lanes)] = []

  init(_ colors: [SIMD4<Int>]) {
    for start in stride(from: 0, to: colors.count, by: 8) {
      // A missing colour is farther away than any colour.
      var group = (
        red: Lanes.zero, green: Lanes.zero, blue: Lanes.zero, square: Lanes(repeating: 0x1p23)
      )
      for (lane, color) in colors[start..<min(start + 8, colors.count)].enumerated() {
        group.red[lane] = Float(2 * color.x)
        group.green[lane] = Float(2 * color.y)
        group.blue[lane] = Float(2 * color.z)
        group.square[lane] = Float((color &* color).wrappedSum())
      }
      groups.append(group)
    }
  }

  /// Returns the number of the nearest colour, and the square of its distance.
  func nearest(to color: SIMD4<Int>) -> (index: Int, distance: Int) {
    let (red, green, blue) = (Float(color.x), Float(color.y), Float(color.z))
    var least = Lanes(repeating: 0x1p24)
    var indices = SIMD8<Int32>.zero
    for index in groups.indices {
      let group = groups[index]
      let distance = group.square - (group.red * red + group.green * green + group.blue * blue)
      let isNearer = distance .< least
      least.replace(with: distance, where: isNearer)
      indices.replace(with: Int32(truncatingIfNeeded: index), where: isNearer)
    }
    var best = 0
    for lane in 1..<8 {
      if least[lane] < least[best] || least[lane] == least[best] && indices[lane] < indices[best] {
        best = lane
      }
    }
    return (
      Int(indices[best]) * 8 + best, Int(least[best]) + (color &* color).wrappedSum()
    )
  }
}
