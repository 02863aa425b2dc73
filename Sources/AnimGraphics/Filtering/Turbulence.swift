/// `feTurbulence`: Perlin noise, computed like the program in Filter Effects Module Level 1,
/// section 9.21. All four channels are computed at a time.
struct Turbulence {
  /// The maximum number of octaves. Later octaves change a channel by less than 1/16.
  private static let maximumOctaves = 12

  private var lattice = NoiseLattice(seed: 1)

  /// Fills an image with noise.
  ///
  /// - Parameter tile: The pixels at whose edges stitched noise is seamless.
  mutating func apply(_ noise: FilterTurbulence, tile: PixelRect, to result: FilterImage) {
    let area = result.area
    let seed = Int32(clamping: noise.seed)
    if seed != lattice.seed { lattice = NoiseLattice(seed: seed) }
    var frequency = SIMD2(noise.frequencyX, noise.frequencyY)
    let stitch = noise.isStitched ? Stitch(tile, noise.transform, &frequency) : nil
    let octaves = min(max(noise.octaves, 0), Self.maximumOctaves)
    for y in area.y0..<area.y1 {
      let row = result.row(y)
      for index in 0..<area.width {
        let point = noise.transform.apply(to: SIMD2(Double(area.x0 + index), Double(y)))
        var sum = lattice.sum(
          point * frequency, octaves, isFractal: noise.isFractalNoise, stitch)
        sum = noise.isFractalNoise ? (sum * 255 + 255) / 2 : sum * 255
        let channels = sum.clamped(to: FilterChannels(repeating: 255))
        row[index] = Premultiplied.word(straight: channels.word)
      }
    }
  }
}

/// The period of noise that is seamless at the edges of a tile.
private struct Stitch {
  /// The size of the tile in cells of the lattice.
  var size: SIMD2<Int>
  /// The first cell beyond the tile.
  var end: SIMD2<Int>

  /// The maximum number of cells, with which the cells of the last octave are counted in 32 bits.
  private static let limit = 0x1p18

  /// Adjusts the frequency so that the tile has a whole number of cells, or returns `nil` if the
  /// tile is empty or too large.
  init?(_ tile: PixelRect, _ transform: Transform, _ frequency: inout SIMD2<Double>) {
    let start = transform.apply(to: SIMD2(Double(tile.x0), Double(tile.y0)))
    let extent = transform.apply(to: SIMD2(Double(tile.x1), Double(tile.y1))) - start
    let x = Self.whole(frequency.x, extent.x)
    let y = Self.whole(frequency.y, extent.y)
    let cells = SIMD2(x, y) * extent
    let last = SIMD2(x, y) * start + NoiseLattice.offset + cells
    guard cells.x.magnitude < Self.limit, cells.y.magnitude < Self.limit,
      last.x.magnitude < Self.limit, last.y.magnitude < Self.limit
    else { return nil }
    frequency = SIMD2(x, y)
    size = SIMD2(Int(cells.x + 0.5), Int(cells.y + 0.5))
    end = SIMD2(
      Int(start.x * x + NoiseLattice.offset) + size.x,
      Int(start.y * y + NoiseLattice.offset) + size.y)
  }

  /// Returns the frequency nearest by ratio that has a whole number of cells in an extent.
  private static func whole(_ frequency: Double, _ extent: Double) -> Double {
    let cells = frequency * extent
    guard cells > 0, cells < limit else { return frequency }
    let count = Double(Int(cells))
    let low = count / extent
    let high = (count < cells ? count + 1 : count) / extent
    return frequency / low < high / frequency ? low : high
  }

  /// Halves the size of the cells for the next octave.
  mutating func halveCells() {
    size &*= 2
    end = end &* 2 &- Int(NoiseLattice.offset)
  }
}

/// The random gradients at the corners of the noise's cells.
private struct NoiseLattice {
  /// The offset of coordinates, which makes most of them positive.
  static let offset = 4096.0
  private static let size = 256

  let seed: Int32
  /// A permutation of 0...255, twice.
  private var selector: [Int] = []
  /// The horizontal and vertical parts of the gradients of all channels.
  private var gradientX: [FilterChannels] = []
  private var gradientY: [FilterChannels] = []

  init(seed: Int32) {
    self.seed = seed
    var random = NoiseRandom(seed: seed)
    selector = Array(0..<Self.size)
    gradientX = Array(repeating: .zero, count: Self.size)
    gradientY = gradientX
    // The channels are red, green, blue and alpha here; in words, blue is first.
    for lane in [2, 1, 0, 3] {
      for index in 0..<Self.size {
        let x = Double(random.next() % (2 * Self.size) - Self.size) / Double(Self.size)
        let y = Double(random.next() % (2 * Self.size) - Self.size) / Double(Self.size)
        let length = (x * x + y * y).squareRoot()
        gradientX[index][lane] = length > 0 ? Float(x / length) : 0
        gradientY[index][lane] = length > 0 ? Float(y / length) : 0
      }
    }
    for index in (1..<Self.size).reversed() {
      selector.swapAt(index, random.next() % Self.size)
    }
    selector += selector
  }

  /// Returns the noise at a point in units of cells, summed over octaves.
  @inline(__always)
  func sum(
    _ point: SIMD2<Double>, _ octaves: Int, isFractal: Bool, _ stitch: Stitch?
  ) -> FilterChannels {
    var (point, stitch) = (point, stitch)
    var sum = FilterChannels.zero
    var share: Float = 1
    for _ in 0..<octaves {
      let value = noise(point, stitch)
      let positive = value.replacing(with: -value, where: value .< 0)
      sum += (isFractal ? value : positive) * share
      point *= 2
      share /= 2
      stitch?.halveCells()
    }
    return sum
  }

  @inline(__always)
  private func noise(_ point: SIMD2<Double>, _ stitch: Stitch?) -> FilterChannels {
    let shifted = point + Self.offset
    // Far away there is no noise; NaN is not below either.
    guard shifted.x.magnitude < 0x1p30, shifted.y.magnitude < 0x1p30 else { return .zero }
    var (x0, y0) = (Self.floor(shifted.x), Self.floor(shifted.y))
    let rx = Float(shifted.x - Double(x0))
    let ry = Float(shifted.y - Double(y0))
    var (x1, y1) = (x0 &+ 1, y0 &+ 1)
    if let stitch {
      if x0 >= stitch.end.x { x0 &-= stitch.size.x }
      if x1 >= stitch.end.x { x1 &-= stitch.size.x }
      if y0 >= stitch.end.y { y0 &-= stitch.size.y }
      if y1 >= stitch.end.y { y1 &-= stitch.size.y }
    }
    let mask = Self.size - 1
    let (i, j) = (selector[x0 & mask], selector[x1 & mask])
    let sx = rx * rx * (3 - 2 * rx)
    let sy = ry * ry * (3 - 2 * ry)
    let upper = mix(
      selector[i &+ y0 & mask], selector[j &+ y0 & mask], rx, ry, sx)
    let lower = mix(
      selector[i &+ y1 & mask], selector[j &+ y1 & mask], rx, ry - 1, sx)
    return upper + sy * (lower - upper)
  }

  /// Returns the noise between two corners on the same side of a cell.
  @inline(__always)
  private func mix(
    _ left: Int, _ right: Int, _ x: Float, _ y: Float, _ share: Float
  ) -> FilterChannels {
    let a = x * gradientX[left] + y * gradientY[left]
    let b = (x - 1) * gradientX[right] + y * gradientY[right]
    return a + share * (b - a)
  }

  @inline(__always) private static func floor(_ value: Double) -> Int {
    let whole = Int(value)
    return Double(whole) > value ? whole - 1 : whole
  }
}

/// The random number generator in the specification: Park and Miller's, with numbers below 2³¹.
private struct NoiseRandom {
  private static let modulus: Int64 = 2_147_483_647

  private var seed: Int64

  init(seed: Int32) {
    let seed = Int64(seed)
    self.seed = seed <= 0 ? -seed % (Self.modulus - 1) + 1 : min(seed, Self.modulus - 1)
  }

  mutating func next() -> Int {
    seed = seed * 16_807 % Self.modulus
    return Int(seed)
  }
}
