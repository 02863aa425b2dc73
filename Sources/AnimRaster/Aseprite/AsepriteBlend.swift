/// A blend mode of Aseprite 1.3, with its arithmetic (src/doc/blend_funcs.cpp), in words 0xAARRGGBB with straight alpha.
package enum AsepriteBlend: Int, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight
  case softLight, difference, exclusion, hue, saturation, color, luminosity, addition, subtract
  case divide

  /// Composites a pixel over another one.
  package func blend(_ source: UInt32, over backdrop: UInt32, opacity: Int) -> UInt32 {
    let (s, b) = (Pixel(source), Pixel(backdrop))
    let normal = Pixel.normal(s, over: b, opacity)
    guard self != .normal, b.alpha > 0 else { return normal.word }
    let mixed = Pixel.normal(mix(s, b), over: b, opacity)
    let merged = Pixel.merge(mixed, into: normal, b.alpha)
    let alpha = AsepriteBlend.product(b.alpha, AsepriteBlend.product(s.alpha, opacity))
    return Pixel.merge(mixed, into: merged, alpha).word
  }

  /// The mode for grey pixels, which have neither hue nor saturation.
  var forGrey: AsepriteBlend {
    switch self {
    case .hue, .saturation, .color, .luminosity: .normal
    default: self
    }
  }

  /// Returns the colours of a mode, with the alpha of the source.
  private func mix(_ s: Pixel, _ b: Pixel) -> Pixel {
    switch self {
    case .hue, .saturation, .color, .luminosity: return mixNonseparably(s, b)
    default:
      return Pixel(
        alpha: s.alpha, red: mix(s.red, b.red), green: mix(s.green, b.green),
        blue: mix(s.blue, b.blue))
    }
  }

  private func mix(_ s: Int, _ b: Int) -> Int {
    switch self {
    case .multiply: return AsepriteBlend.product(b, s)
    case .screen: return b + s - AsepriteBlend.product(b, s)
    case .overlay: return Self.hardLight.mix(b, s)
    case .darken: return min(b, s)
    case .lighten: return max(b, s)
    case .colorDodge:
      if b == 0 { return 0 }
      return b >= 255 - s ? 255 : Self.quotient(b, 255 - s)
    case .colorBurn:
      if b == 255 { return 255 }
      return 255 - b >= s ? 0 : 255 - Self.quotient(255 - b, s)
    case .hardLight:
      return s < 128 ? AsepriteBlend.product(b, 2 * s) : Self.screen.mix(2 * s - 255, b)
    case .softLight: return softLight(s, b)
    case .difference: return abs(b - s)
    case .exclusion: return b + s - 2 * AsepriteBlend.product(b, s)
    case .addition: return min(b + s, 255)
    case .subtract: return max(b - s, 0)
    case .divide:
      if b == 0 { return 0 }
      return b >= s ? 255 : Self.quotient(b, s)
    case .normal, .hue, .saturation, .color, .luminosity: return s
    }
  }

  /// The formula of Compositing and Blending 1 (W3C).
  private func softLight(_ s: Int, _ b: Int) -> Int {
    let (s, b) = (Double(s) / 255, Double(b) / 255)
    let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    let r = s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
    return Int(r * 255 + 0.5)
  }

  /// Returns a · b / 255, rounded to nearest. `a` may be negative.
  static func product(_ a: Int, _ b: Int) -> Int {
    let sum = a * b + 128
    return (sum + (sum >> 8)) >> 8
  }

  /// Returns 255 · a / b, rounded to nearest.
  private static func quotient(_ a: Int, _ b: Int) -> Int { (255 * a + b / 2) / b }

  private func mixNonseparably(_ s: Pixel, _ b: Pixel) -> Pixel {
    let (source, backdrop) = (HSLColor(s), HSLColor(b))
    let color =
      switch self {
      case .hue: source.with(saturation: backdrop.saturation).with(luminosity: backdrop.luminosity)
      case .saturation:
        backdrop.with(saturation: source.saturation).with(luminosity: backdrop.luminosity)
      case .color: source.with(luminosity: backdrop.luminosity)
      default: backdrop.with(luminosity: source.luminosity)
      }
    return Pixel(
      alpha: s.alpha, red: Int(255 * color.red), green: Int(255 * color.green),
      blue: Int(255 * color.blue))
  }
}

private struct Pixel {
  var alpha: Int
  var red: Int
  var green: Int
  var blue: Int

  init(alpha: Int, red: Int, green: Int, blue: Int) {
    (self.alpha, self.red, self.green, self.blue) = (alpha, red, green, blue)
  }

  init(_ word: UInt32) {
    alpha = Int(word >> 24)
    red = Int(word >> 16 & 255)
    green = Int(word >> 8 & 255)
    blue = Int(word & 255)
  }

  var word: UInt32 {
    UInt32(truncatingIfNeeded: alpha << 24 | red << 16 | green << 8 | blue)
  }

  static func normal(_ s: Pixel, over b: Pixel, _ opacity: Int) -> Pixel {
    let source = AsepriteBlend.product(s.alpha, opacity)
    if b.alpha == 0 { return Pixel(alpha: source, red: s.red, green: s.green, blue: s.blue) }
    if s.alpha == 0 { return b }
    let alpha = source + b.alpha - AsepriteBlend.product(b.alpha, source)
    func channel(_ s: Int, _ b: Int) -> Int { b + (s - b) * source / alpha }
    return Pixel(
      alpha: alpha, red: channel(s.red, b.red), green: channel(s.green, b.green),
      blue: channel(s.blue, b.blue))
  }

  static func merge(_ s: Pixel, into b: Pixel, _ opacity: Int) -> Pixel {
    let alpha = b.alpha + AsepriteBlend.product(s.alpha - b.alpha, opacity)
    if alpha == 0 { return Pixel(0) }
    func channel(_ s: Int, _ b: Int) -> Int { b + AsepriteBlend.product(s - b, opacity) }
    if b.alpha == 0 { return Pixel(alpha: alpha, red: s.red, green: s.green, blue: s.blue) }
    if s.alpha == 0 { return Pixel(alpha: alpha, red: b.red, green: b.green, blue: b.blue) }
    return Pixel(
      alpha: alpha, red: channel(s.red, b.red), green: channel(s.green, b.green),
      blue: channel(s.blue, b.blue))
  }
}

/// A colour for the modes that treat all channels together.
private struct HSLColor {
  var red: Double
  var green: Double
  var blue: Double

  init(_ pixel: Pixel) {
    red = Double(pixel.red) / 255
    green = Double(pixel.green) / 255
    blue = Double(pixel.blue) / 255
  }

  var luminosity: Double { 0.3 * red + 0.59 * green + 0.11 * blue }
  var saturation: Double { max(red, green, blue) - min(red, green, blue) }

  func with(luminosity: Double) -> HSLColor {
    var color = self
    let difference = luminosity - color.luminosity
    color.red += difference
    color.green += difference
    color.blue += difference
    return color.clipped
  }

  private var clipped: HSLColor {
    var color = self
    let (l, n, x) = (luminosity, min(red, green, blue), max(red, green, blue))
    if n < 0 { color.scale { l + (($0 - l) * l) / (l - n) } }
    if x > 1 { color.scale { l + (($0 - l) * (1 - l)) / (x - l) } }
    return color
  }

  private mutating func scale(_ change: (Double) -> Double) {
    (red, green, blue) = (change(red), change(green), change(blue))
  }

  func with(saturation: Double) -> HSLColor {
    let (least, most) = (min(red, green, blue), max(red, green, blue))
    var color = self
    guard most > least else {
      color.scale { _ in 0 }
      return color
    }
    color.scale { (($0 - least) * saturation) / (most - least) }
    return color
  }
}
