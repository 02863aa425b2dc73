import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Filters of colours")
struct ColorOperationsTests {
  private let source = FilterFixtures.random(PixelSize(width: 37, height: 11), seed: 3)
  private let other = FilterFixtures.random(PixelSize(width: 37, height: 11), seed: 4)

  /// Red, green, blue and alpha in 0...1 as a premultiplied pixel, in 0...255.
  private func premultiplied(_ straight: [Double]) -> [Double] {
    let clamped = straight.map { min(max($0, 0), 1) }
    return clamped[0..<3].map { $0 * clamped[3] * 255 } + [clamped[3] * 255]
  }

  @Test("a colour matrix is applied to straight colours, and its constants to opaque white")
  func matrix() {
    let matrix = [
      0.3, 0.4, 0.1, 0, 0.1, 0, 0.9, -0.2, 0.1, 0, 0.5, 0.5, 0, 0, -0.1, 0.1, 0, 0.2, 0.7, 0.05,
    ]
    let result = FilterFixtures.result(.colorMatrix(matrix, .source), of: source)
    let error = FilterFixtures.distance(result) { x, y in
      let channels = source.straight(x, y) + [1]
      return premultiplied(
        (0..<4).map { row in
          zip(matrix[(5 * row)..<(5 * row + 5)], channels).reduce(0) { $0 + $1.0 * $1.1 }
        })
    }
    #expect(error < 0.501)
    // Half of the red, premultiplied; luminance as alpha.
    let red = FilterFixtures.image([[0x8080_0000]])
    var half = [Double](repeating: 0, count: 20)
    (half[0], half[18]) = (0.5, 1)
    expectEqual(FilterFixtures.result(.colorMatrix(half, .source), of: red).word(0, 0), 0x8040_0000)
    var luminance = [Double](repeating: 0, count: 20)
    luminance[15] = 0.2125
    expectEqual(
      FilterFixtures.result(.colorMatrix(luminance, .source), of: red).word(0, 0), 0x3600_0000)
  }

  @Test("the identity, and a matrix without twenty numbers, don't change any pixel")
  func identityMatrix() {
    let identity: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
    for matrix in [identity, [], [1], Array(repeating: 1, count: 21)] {
      expectEqual(FilterFixtures.result(.colorMatrix(matrix, .source), of: source), source)
    }
  }

  @Test("each transfer function applies its formula to straight channels")
  func transfers() {
    func exact(_ function: TransferFunction, _ value: Double) -> Double {
      switch function {
      case .identity: return value
      case .table(let v):
        let k = min(Int(value * Double(v.count - 1)), v.count - 2)
        return v[k] + (value * Double(v.count - 1) - Double(k)) * (v[k + 1] - v[k])
      case .discrete(let v): return v[min(Int(value * Double(v.count)), v.count - 1)]
      case .linear(let slope, let intercept): return slope * value + intercept
      case .gamma(let amplitude, let exponent, let offset):
        return amplitude * (value == 0 ? 0 : power(value, exponent)) + offset
      }
    }
    let functions: [TransferFunction] = [
      .identity, .table([0.1, 0.9, 0.2, 1.5]), .table([1, 0]), .discrete([0, 0.5, 1, 0.2]),
      .linear(slope: -0.8, intercept: 0.9), .gamma(amplitude: 0.9, exponent: 1.7, offset: 0.05),
      .gamma(amplitude: 1, exponent: 0.4, offset: -0.1),
    ]
    for function in functions {
      for value in 0...255 {
        let exact = min(max(exact(function, Double(value) / 255), 0), 1) * 255
        #expect(abs(Double(ChannelTables.table(function)[value]) - exact) < 0.5001, "\(function)")
      }
    }
    // One for each channel: they don't meet each other.
    let result = FilterFixtures.result(
      .transfer(
        red: .linear(slope: 0, intercept: 0.2), green: .identity,
        blue: .linear(slope: -1, intercept: 1), alpha: .linear(slope: 0.5, intercept: 0), .source),
      of: FilterFixtures.image([[0xFF10_8020, 0x8040_4080, 0]]))
    expectEqual(result.pixels, [0x801A_4070, 0x400D_2000, 0])
  }

  @Test("functions without values don't change their channel")
  func emptyTables() {
    let none = TransferFunction.table([])
    let operation = FilterOperation.transfer(
      red: none, green: .discrete([]), blue: .identity, alpha: none, .source)
    expectEqual(FilterFixtures.result(operation, of: source), source)
    expectEqual(ChannelTables.table(.table([0.5])), Array(repeating: 128, count: 256))
  }

  @Test("compositing follows Porter and Duff, to within the rounding of its terms")
  func porterDuff() {
    let rules: [(CompositeOperator, (Double, Double) -> (Double, Double))] = [
      (.over, { a, _ in (1, 1 - a) }), (.in, { _, b in (b, 0) }), (.out, { _, b in (1 - b, 0) }),
      (.atop, { a, b in (b, 1 - a) }), (.xor, { a, b in (1 - b, 1 - a) }),
      (.lighter, { _, _ in (1, 1) }),
    ]
    for (rule, factors) in rules {
      let result = FilterFixtures.result(
        .image(other), .composite(rule, .source, .step(0)), of: source)
      let error = FilterFixtures.distance(result) { x, y in
        let (s, d) = (source.channels(x, y), other.channels(x, y))
        let (f, g) = factors(s[3] / 255, d[3] / 255)
        return zip(s, d).map { min($0 * f + $1 * g, 255) }
      }
      #expect(error < 0.501, "\(rule)")
    }
  }

  @Test("arithmetic adds premultiplied channels, and clamps them to the alpha")
  func arithmetic() {
    let result = FilterFixtures.result(
      .image(other),
      .composite(.arithmetic(k1: 0.5, k2: -0.3, k3: 0.9, k4: 0.1), .source, .step(0)), of: source)
    let error = FilterFixtures.distance(result) { x, y in
      let sums = zip(source.channels(x, y), other.channels(x, y)).map { s, d in
        min(max(0.5 * s * d / 255 - 0.3 * s + 0.9 * d + 25.5, 0), 255)
      }
      return sums.map { min($0, sums[3]) }
    }
    #expect(error < 0.501)
  }

  @Test("blending with a translucent backdrop follows the formulas of SVG 1.1")
  func blending() {
    let modes: [(BlendMode, (_ s: Double, _ d: Double, _ a: Double, _ b: Double) -> Double)] = [
      (.normal, { s, d, a, _ in (1 - a) * d + s }),
      (.multiply, { s, d, a, b in (1 - a) * d + (1 - b) * s + s * d }),
      (.screen, { s, d, _, _ in d + s - s * d }),
      (.darken, { s, d, a, b in min((1 - a) * d + s, (1 - b) * s + d) }),
      (.lighten, { s, d, a, b in max((1 - a) * d + s, (1 - b) * s + d) }),
    ]
    for (mode, formula) in modes {
      let result = FilterFixtures.result(
        .image(other), .blend(mode, .source, over: .step(0)), of: source)
      let error = FilterFixtures.distance(result) { x, y in
        let (s, d) = (source.channels(x, y), other.channels(x, y))
        let (a, b) = (s[3] / 255, d[3] / 255)
        return zip(s, d).prefix(3).map { formula($0 / 255, $1 / 255, a, b) * 255 }
          + [(a + b - a * b) * 255]
      }
      #expect(error < 0.51, "\(mode)")
    }
  }

  @Test(
    "every mode blends a source with a clear backdrop to the source", arguments: BlendMode.allCases)
  func blendingWithNothing(mode: BlendMode) {
    let operation = FilterOperation.blend(mode, .source, over: .step(0))
    expectEqual(FilterFixtures.result(.flood(.clear), operation, of: source), source)
  }

  @Test("merging draws inputs over each other, the first at the bottom")
  func merging() {
    let (low, high) = (Color(argb: 0xFFC0_4020), Color(argb: 0x8000_FF00))
    let result = FilterFixtures.result(
      .flood(low), .flood(high), .merge([.step(0), .step(1)]), of: FilterFixtures.image([[0]]))
    expectEqual(result.word(0, 0), 0xFF60_A010)
    let nothing = FilterFixtures.result(.merge([]), of: source)
    #expect(nothing.pixels.allSatisfy { $0 == 0 })
  }

  @Test("sRGB and light are converted by the equations of IEC 61966-2-1")
  func conversion() {
    for (value, light) in [(0, 0), (6, 0), (7, 1), (55, 10), (128, 55), (188, 128), (254, 253)] {
      expectEqual(ChannelTables.toLinear[value], UInt8(light))
    }
    for (light, value) in [(0, 0), (1, 13), (10, 56), (55, 128), (128, 188), (254, 255)] {
      expectEqual(ChannelTables.toSRGB[light], UInt8(value))
    }
    expectEqual(ChannelTables.toLinear[255], 255)
    expectEqual(ChannelTables.toSRGB[255], 255)
  }

  @Test("half of white light is 188 in sRGB, with any alpha, and half of white in sRGB is 128")
  func spaces() {
    let white = FilterFixtures.image([[0xFFFF_FFFF, 0x8080_8080, 0]])
    var half = [Double](repeating: 0, count: 20)
    (half[0], half[6], half[12], half[18]) = (0.5, 0.5, 0.5, 1)
    let operation = FilterOperation.colorMatrix(half, .source)
    expectEqual(
      FilterFixtures.result(operation, of: white, space: .linearRGB).pixels,
      [0xFFBC_BCBC, 0x805E_5E5E, 0])
    expectEqual(
      FilterFixtures.result(operation, of: white).pixels,
      [0xFF80_8080, 0x8040_4040, 0])
  }

  @Test(
    "straight colours are rounded quotients for every alpha, and premultiplying restores the word")
  func straightColors() {
    for alpha in UInt32(1)...255 {
      for channel in UInt32(0)...alpha {
        let word = alpha << 24 | channel << 16 | (alpha - channel) << 8 | channel
        let colors = Straight.colors(word)
        expectEqual(colors, Color(premultipliedARGB: word).argb)
        expectEqual(Straight.mapped(word) { channel, _ in channel }, word)
      }
    }
  }
}
