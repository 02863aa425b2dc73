/// A mode for blending a group with the colours beneath it: the sixteen modes of CSS compositing
/// (Compositing and Blending Level 1, W3C), and two kinds of addition. Modes operate on the stored
/// sRGB values.
public enum BlendMode: UInt8, CaseIterable, Hashable, Sendable {
  /// The colour of the group.
  case normal
  /// The product of both colours: never lighter than either.
  case multiply
  /// The inverse of the product of the inverses: never darker than either.
  case screen
  /// Multiplied where the backdrop is dark, and screened where it is light.
  case overlay
  /// The darker of both in each channel.
  case darken
  /// The lighter of both in each channel.
  case lighten
  /// Brightens the backdrop depending on the group's colour.
  case colorDodge
  /// Darkens the backdrop depending on the group's colour.
  case colorBurn
  /// Multiplied where the group is dark, and screened where it is light.
  case hardLight
  /// Made darker where the group is dark, and lighter where it is light, softly.
  case softLight
  /// The absolute difference of both.
  case difference
  /// A mode like ``difference``, with less contrast.
  case exclusion
  /// The group's hue, with the saturation and luminosity of the backdrop.
  case hue
  /// The group's saturation, with the hue and luminosity of the backdrop.
  case saturation
  /// The group's hue and saturation, with the luminosity of the backdrop.
  case color
  /// The group's luminosity, with the hue and saturation of the backdrop.
  case luminosity
  /// The sum of both colours, at most 1 in each channel.
  case add
  /// The sum of both colours as far as each is opaque, and of how opaque they are: `plus-lighter`.
  case plusLighter
}

// MARK: - Mixing

// Compositing and Blending Level 1 (W3C), with premultiplied colours. With s, d and their alphas a,
// b in 0...1 a channel becomes s·(1 − b) + d·(1 − a) + a·b·B(d/b, s/a). This is computed in 32-bit
// floating point, whose operations are correctly rounded everywhere, and then rounded to 1/255,
// within 0.51 of the exact value.
extension BlendMode {
  /// Blends premultiplied words with the pixels below them, with a coverage for each pixel, or with
  /// `opacity` for all if there is no coverage.
  func mix(
    _ pixels: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, count: Int,
    coverage: UnsafePointer<UInt8>?, opacity: UInt32
  ) {
    var done = 0
    if opacity == 255 || coverage != nil {
      done = mixPolynomially(pixels, words, count: count, coverage: coverage)
    }
    mix(
      pixels + done, words + done, count: count &- done,
      coverages: coverage.map { $0 + done }, opacity: opacity)
  }

  /// Blends premultiplied words with the pixels below them, one after the other.
  func mix(
    _ pixels: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, count: Int,
    coverages: UnsafePointer<UInt8>?, opacity: UInt32
  ) {
    // Flat areas are common, so the last mixture is kept.
    var last = (word: UInt32(0), pixel: UInt32(0), covered: UInt32(0), mixed: UInt32(0))
    for index in 0..<count {
      let word = words[index]
      if word >> 24 == 0 { continue }
      let covered = coverages.map { UInt32($0[index]) } ?? opacity
      if covered == 0 { continue }
      let pixel = pixels[index]
      if word != last.word || pixel != last.pixel || covered != last.covered {
        last = (word, pixel, covered, mix(word, with: pixel, Float(covered) / 255))
      }
      pixels[index] = last.mixed
    }
  }

  /// Blends an opaque colour with that of a premultiplied word, which keeps its alpha.
  @inline(__always)
  func mix(opaque color: UInt32, into word: UInt32, opacity: UInt32) -> UInt32 {
    let mixed = mix(color, with: Straight.colors(word) | 0xFF00_0000, Float(opacity) / 255)
    return Premultiplied.word(straight: word & 0xFF00_0000 | mixed & 0xFF_FFFF)
  }

  // Don't use a single lane of a vector, because the compiler would then split the vector. Bytes of
  // other channels that remain in unused lanes are such small numbers that every operation on them
  // takes a hundred times as long.

  /// Blends a word, times its coverage of 0...1, with a pixel.
  @inline(__always)
  private func mix(_ word: UInt32, with pixel: UInt32, _ covered: Float) -> UInt32 {
    let s = Self.channels(word) * covered
    let d = Self.channels(pixel)
    let a = Float(word >> 24) / 255 * covered
    let b = Float(pixel >> 24) / 255
    let colors =
      s * (1 - b) + d * (1 - a) + mixture(d, s, SIMD4(repeating: b), SIMD4(repeating: a))
    let limit = min(max(self == .plusLighter ? a + b : a + b * (1 - a), 0), 1)
    let clamped = least(greatest(colors, .zero), SIMD4(repeating: limit))
    let bytes = unsafeBitCast(clamped * 255 + Self.roundingBias, to: SIMD4<UInt32>.self) & 0xFF
    let alpha = (limit * 255 + Self.roundingBias).bitPattern & 0xFF
    return bytes.packed & 0xFF_FFFF | alpha << 24
  }

  /// Returns blue, green, red and alpha in 0...1.
  @inline(__always) private static func channels(_ word: UInt32) -> SIMD4<Float> {
    // Adding 2²³ to a small number puts the number into the low bits.
    let bias: Float = 8_388_608
    let word = UInt64(word)
    let pairs = SIMD2(
      word & 0xFF | (word & 0xFF00) << 24, word >> 16 & 0xFF | (word & 0xFF00_0000) << 8)
    let biased = unsafeBitCast(pairs, to: SIMD4<UInt32>.self) | SIMD4(repeating: bias.bitPattern)
    return (unsafeBitCast(biased, to: SIMD4<Float>.self) - bias) / 255
  }

  /// 1.5 · 2²³: added to a small number it leaves the nearest integer in the low bits.
  private static let roundingBias: Float = 12_582_912

  /// Returns a·b·B(d/b, s/a).
  @inline(__always) private func mixture(
    _ d: SIMD4<Float>, _ s: SIMD4<Float>, _ b: SIMD4<Float>, _ a: SIMD4<Float>
  ) -> SIMD4<Float> {
    switch self {
    case .normal: return s * b
    case .multiply: return s * d
    case .screen: return d * a + s * b - s * d
    case .overlay: return Self.hardLight(s, d, a, b)
    case .hardLight: return Self.hardLight(d, s, b, a)
    case .darken: return least(s * b, d * a)
    case .lighten: return greatest(s * b, d * a)
    case .difference:
      let difference = s * b - d * a
      return greatest(difference, -difference)
    case .exclusion: return d * a + s * b - 2 * s * d
    case .colorDodge: return Self.colorDodge(d, s, b, a)
    case .colorBurn: return Self.colorBurn(d, s, b, a)
    case .softLight: return Self.softLight(d, s, b, a)
    case .hue:
      return Self.withLuminosity(
        Self.withSaturation(s * b, Self.saturation(d * a)), of: d * a, a * b)
    case .saturation:
      return Self.withLuminosity(
        Self.withSaturation(d * a, Self.saturation(s * b)), of: d * a, a * b)
    case .color: return Self.withLuminosity(s * b, of: d * a, a * b)
    case .luminosity: return Self.withLuminosity(d * a, of: s * b, a * b)
    case .add: return least(d * a + s * b, a * b)
    // Together with the other terms, this is the sum of s and d.
    case .plusLighter: return d * a + s * b
    }
  }
}

// The separable modes that need more than one line.
extension BlendMode {
  @inline(__always) private static func hardLight(
    _ d: SIMD4<Float>, _ s: SIMD4<Float>, _ b: SIMD4<Float>, _ a: SIMD4<Float>
  ) -> SIMD4<Float> {
    let low = 2 * s * d
    let high = a * b - 2 * (b - d) * (a - s)
    return high.replacing(with: low, where: 2 * s .<= a)
  }

  @inline(__always) private static func colorDodge(
    _ d: SIMD4<Float>, _ s: SIMD4<Float>, _ b: SIMD4<Float>, _ a: SIMD4<Float>
  ) -> SIMD4<Float> {
    // If s is a, the quotient is infinite, or NaN if d is also 0, which then yields 0.
    let quotient = d * a / (b * (a - s))
    let mixed = a * b * least(quotient, SIMD4(repeating: 1))
    return mixed.replacing(with: 0, where: d .<= 0)
  }

  @inline(__always) private static func colorBurn(
    _ d: SIMD4<Float>, _ s: SIMD4<Float>, _ b: SIMD4<Float>, _ a: SIMD4<Float>
  ) -> SIMD4<Float> {
    let quotient = (b - d) * a / (b * s)
    let mixed = a * b * (1 - least(quotient, SIMD4(repeating: 1)))
    return mixed.replacing(with: a * b, where: d .>= b)
  }

  @inline(__always) private static func softLight(
    _ d: SIMD4<Float>, _ s: SIMD4<Float>, _ b: SIMD4<Float>, _ a: SIMD4<Float>
  ) -> SIMD4<Float> {
    guard b.x > 0 else { return .zero }
    let backdrop = d / b
    let low = d * (a - (a - 2 * s) * (1 - backdrop))
    let curve = ((16 * backdrop - 12) * backdrop + 4) * backdrop
    let root = backdrop.squareRoot().replacing(with: curve, where: backdrop .<= 0.25)
    let high = d * a + (2 * s - a) * (root - backdrop) * b
    return high.replacing(with: low, where: 2 * s .<= a)
  }
}

// The non-separable modes. Colours, luminosities and saturations are multiplied by a·b.
extension BlendMode {
  @inline(__always) private static func luminosity(_ c: SIMD4<Float>) -> Float {
    0.3 * c.z + 0.59 * c.y + 0.11 * c.x
  }

  @inline(__always) private static func saturation(_ c: SIMD4<Float>) -> Float {
    max(c.x, c.y, c.z) - min(c.x, c.y, c.z)
  }

  /// Returns `color` with the luminosity of another colour, clipped to valid colours.
  @inline(__always) private static func withLuminosity(
    _ color: SIMD4<Float>, of other: SIMD4<Float>, _ alphas: SIMD4<Float>
  ) -> SIMD4<Float> {
    let target = luminosity(other)
    var c = color + (target - luminosity(color))
    let alpha = alphas.x
    let low = min(c.x, c.y, c.z)
    let high = max(c.x, c.y, c.z)
    if low < 0, target > low { c = target + (c - target) * target / (target - low) }
    if high > alpha, high > target {
      c = target + (c - target) * (alpha - target) / (high - target)
    }
    return c
  }

  /// Returns `color` with another saturation.
  @inline(__always) private static func withSaturation(
    _ color: SIMD4<Float>, _ saturation: Float
  ) -> SIMD4<Float> {
    let low = min(color.x, color.y, color.z)
    let high = max(color.x, color.y, color.z)
    guard high > low else { return .zero }
    return (color - low) * saturation / (high - low)
  }
}

// The standard library's functions for this are calls, where four comparisons at once will do.
@inline(__always) private func least(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
  a.replacing(with: b, where: b .< a)
}

@inline(__always) private func greatest(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
  a.replacing(with: b, where: b .>= a)
}
