import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Turbulence filters")
struct TurbulenceTests {
  private let size = PixelSize(width: 48, height: 40)

  private func noise(
    isFractal: Bool = false, _ frequency: (Double, Double) = (0.05, 0.03), octaves: Int = 3,
    seed: Int = 3, isStitched: Bool = false, transform: Transform = .identity
  ) -> FilterTurbulence {
    FilterTurbulence(
      isFractalNoise: isFractal, frequencyX: frequency.0, frequencyY: frequency.1, octaves: octaves,
      seed: seed, isStitched: isStitched, transform: transform)
  }

  private func result(_ noise: FilterTurbulence, x: Int = 0, y: Int = 0) -> Image {
    FilterFixtures.result(
      .turbulence(noise), of: FilterFixtures.random(size, seed: 1), x: x, y: y)
  }

  @Test("noise equals resvg's, pixel for pixel")
  func otherProgram() {
    let found = result(noise(octaves: 4))
    expectEqual(
      [found.word(0, 0), found.word(7, 3), found.word(20, 30), found.word(47, 39)],
      [0, 0x1A05_0B0D, 0x1F08_0505, 0x8F22_2223])
    let fractal = result(noise(isFractal: true, octaves: 4, seed: -20))
    expectEqual(
      [fractal.word(0, 0), fractal.word(7, 3), fractal.word(47, 39)],
      [0x8040_4040, 0x5925_2D27, 0xA22D_615E])
  }

  @Test("noise equals that of the specification's program, for any seed, transform and position")
  func program() {
    let transform = Transform(a: 0.7, b: 0.1, c: -0.3, d: 1.4, tx: 5.3, ty: -70)
    for (index, seed) in [0, 1, -20, 77, 2_147_483_647, -2_147_483_648, .max].enumerated() {
      let noise = noise(
        isFractal: index % 2 == 0, octaves: index, seed: seed, transform: transform)
      let exact = SpecifiedNoise(seed: seed)
      let error = FilterFixtures.distance(result(noise, x: -13, y: 8)) { x, y in
        let point = transform.apply(to: Point(x: Double(x - 13), y: Double(y + 8)))
        return exact.pixel(noise, point, stitch: nil)
      }
      // Colours are rounded before and after they are multiplied by alpha.
      #expect(error < 1.01, "\(seed)")
    }
  }

  @Test("stitched noise equals that of the specification's program for the tile")
  func stitching() {
    for scale in [1, 0.5] {
      let transform = Transform(a: scale, b: 0, c: 0, d: scale, tx: 3, ty: 9)
      let noise = noise((0.0713, 0.12), octaves: 4, isStitched: true, transform: transform)
      let exact = SpecifiedNoise(seed: 3)
      let tile = Rect(
        origin: transform.apply(to: Point(x: 20, y: -4)),
        size: Size(width: Double(size.width) * scale, height: Double(size.height) * scale))
      let error = FilterFixtures.distance(result(noise, x: 20, y: -4)) { x, y in
        let point = transform.apply(to: Point(x: Double(x + 20), y: Double(y - 4)))
        return exact.pixel(noise, point, stitch: tile)
      }
      #expect(error < 1.01, "\(scale)")
    }
  }

  @Test("stitched noise continues at the opposite edge, and other noise doesn't")
  func seams() {
    func seam(_ isStitched: Bool) -> Double {
      let image = result(noise((0.05, 0.05), octaves: 1, isStitched: isStitched))
      return (0..<size.height).map { y in
        abs(image.channels(0, y)[3] - image.channels(size.width - 1, y)[3])
      }.max() ?? 0
    }
    // Neighbours differ by no more than the slope of the noise.
    #expect(seam(true) < 25)
    #expect(seam(false) > 40)
  }

  @Test("noise without octaves or frequency is clear, or grey if it is fractal")
  func nothing() {
    for noise in [noise(octaves: 0), noise(octaves: -1), noise((0, 0))] {
      #expect(result(noise).pixels.allSatisfy { $0 == 0 })
      var fractal = noise
      fractal.isFractalNoise = true
      #expect(result(fractal).pixels.allSatisfy { $0 == 0x8040_4040 })
    }
  }

  @Test("octaves after the twelfth have no effect and take no time")
  func manyOctaves() {
    expectEqual(result(noise(octaves: .max)), result(noise(octaves: 12)))
  }

  @Test("noise repeats every 256 cells, on either side of the origin")
  func period() {
    let near = result(noise((0.0625, 0.0625)))
    for distance in [-4096.0, -131_072, -135_168, 1_048_576] {
      let transform = Transform(translation: Vector(dx: distance, dy: -distance))
      expectEqual(result(noise((0.0625, 0.0625), transform: transform)), near, "\(distance)")
    }
  }

  @Test("noise at distant or undefined coordinates is clear")
  func farAway() {
    for far in [1e12, -1e300, .infinity, .nan] {
      let transform = Transform(translation: Vector(dx: far, dy: 0))
      for isStitched in [false, true] {
        let found = result(noise(isStitched: isStitched, transform: transform))
        #expect(found.pixels.allSatisfy { $0 == 0 })
      }
    }
  }
}

/// The program of Filter Effects Module Level 1, section 9.21, in plain numbers.
private struct SpecifiedNoise {
  private var lattice = Array(0..<256)
  private var gradients = Array(repeating: Array(repeating: SIMD2(0.0, 0.0), count: 256), count: 4)

  init(seed: Int) {
    let modulus = 2_147_483_647
    var state = min(max(seed, -2_147_483_648), modulus)
    if state <= 0 { state = -state % (modulus - 1) + 1 }
    if state > modulus - 1 { state = modulus - 1 }
    func next() -> Int {
      // Schrage's way to stay within 31 bits.
      state = 16_807 * (state % 127_773) - 2_836 * (state / 127_773)
      if state <= 0 { state += modulus }
      return state
    }
    for channel in 0..<4 {
      for index in 0..<256 {
        let x = Double(next() % 512 - 256) / 256
        let y = Double(next() % 512 - 256) / 256
        gradients[channel][index] = SIMD2(x, y) / (x * x + y * y).squareRoot()
      }
    }
    for index in stride(from: 255, to: 0, by: -1) {
      let other = next() % 256
      (lattice[index], lattice[other]) = (lattice[other], lattice[index])
    }
  }

  /// Red, green, blue and alpha, premultiplied, in 0...255.
  func pixel(_ noise: FilterTurbulence, _ point: Point, stitch: Rect?) -> [Double] {
    let straight = (0..<4).map { channel in
      let sum = turbulence(noise, channel, point, stitch)
      let value = noise.isFractalNoise ? (sum * 255 + 255) / 2 : sum * 255
      return min(max(value, 0), 255).rounded()
    }
    return straight.prefix(3).map { $0 * straight[3] / 255 } + [straight[3]]
  }

  private func turbulence(
    _ noise: FilterTurbulence, _ channel: Int, _ point: Point, _ tile: Rect?
  ) -> Double {
    var frequency = (noise.frequencyX, noise.frequencyY)
    var wrap: (width: Int, height: Int, x: Int, y: Int)?
    if let tile {
      func adjusted(_ frequency: Double, _ extent: Double) -> Double {
        let low = (extent * frequency).rounded(.down) / extent
        let high = (extent * frequency).rounded(.up) / extent
        return frequency / low < high / frequency ? low : high
      }
      frequency = (adjusted(frequency.0, tile.width), adjusted(frequency.1, tile.height))
      let (width, height) = (
        Int(tile.width * frequency.0 + 0.5), Int(tile.height * frequency.1 + 0.5)
      )
      wrap = (
        width, height, Int(tile.minX * frequency.0) + 4096 + width,
        Int(tile.minY * frequency.1) + 4096 + height
      )
    }
    var (x, y) = (point.x * frequency.0, point.y * frequency.1)
    var (sum, ratio) = (0.0, 1.0)
    for _ in 0..<noise.octaves {
      let value = noise2(channel, x, y, wrap)
      sum += (noise.isFractalNoise ? value : abs(value)) / ratio
      x *= 2
      y *= 2
      ratio *= 2
      wrap = wrap.map { ($0.width * 2, $0.height * 2, 2 * $0.x - 4096, 2 * $0.y - 4096) }
    }
    return sum
  }

  private func noise2(
    _ channel: Int, _ x: Double, _ y: Double, _ wrap: (width: Int, height: Int, x: Int, y: Int)?
  ) -> Double {
    func cell(_ position: Double, _ end: Int?, _ size: Int) -> (Int, Int, Double) {
      let shifted = position + 4096
      var first = Int(shifted)
      var second = first + 1
      if let end {
        if first >= end { first -= size }
        if second >= end { second -= size }
      }
      return (first & 255, second & 255, shifted.truncatingRemainder(dividingBy: 1))
    }
    let (x0, x1, rx) = cell(x, wrap?.x, wrap?.width ?? 0)
    let (y0, y1, ry) = cell(y, wrap?.y, wrap?.height ?? 0)
    func corner(_ column: Int, _ row: Int, _ dx: Double, _ dy: Double) -> Double {
      let gradient = gradients[channel][lattice[(lattice[column] + row) & 255]]
      return dx * gradient.x + dy * gradient.y
    }
    func curve(_ t: Double) -> Double { t * t * (3 - 2 * t) }
    func mix(_ t: Double, _ a: Double, _ b: Double) -> Double { a + t * (b - a) }
    let upper = mix(curve(rx), corner(x0, y0, rx, ry), corner(x1, y0, rx - 1, ry))
    let lower = mix(curve(rx), corner(x0, y1, rx, ry - 1), corner(x1, y1, rx - 1, ry - 1))
    return mix(curve(ry), upper, lower)
  }
}
