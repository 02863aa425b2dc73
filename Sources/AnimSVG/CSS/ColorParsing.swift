import AnimCore

// Colours in all forms of CSS Color 4 that need no other colour: names, hexadecimal, rgb(), hsl(), hwb(), lab(),
// lch(), oklab(), oklch() and color() of spaces of sRGB.
extension TextScanner {
  /// A colour; nil if none is next, and then nothing is skipped.
  mutating func color() -> ExactColor? {
    let start = index
    if skips(UInt8(ascii: "#")) {
      if let color = hexadecimalColor() { return color }
    } else if let name = name()?.lowercased() {
      if skips(UInt8(ascii: "(")) {
        if let color = colorFunction(name) { return color }
      } else if name == "transparent" {
        return ExactColor(red: 0, green: 0, blue: 0, alpha: 0)
      } else if let color = ColorNames.color(name) {
        return ExactColor(color)
      }
    }
    index = start
    return nil
  }

  private mutating func hexadecimalColor() -> ExactColor? {
    var digits: [Double] = []
    while let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
      digits.append(Double(digit))
      index += 1
    }
    if let byte = next, Self.isNameByte(byte) { return nil }
    switch digits.count {
    case 3, 4: digits = digits.flatMap { [$0, $0] }
    case 6, 8: break
    default: return nil
    }
    func channel(_ index: Int) -> Double { digits[2 * index] * 16 + digits[2 * index + 1] }
    return ExactColor(
      red: channel(0), green: channel(1), blue: channel(2),
      alpha: digits.count == 8 ? channel(3) / 255 : 1)
  }

  /// A number of a colour, with what it is in.
  private struct Component {
    var value = 0.0
    var isPercentage = false

    /// The number, where 100 % are `whole`.
    func scaled(_ whole: Double) -> Double { isPercentage ? value * whole / 100 : value }
  }

  private mutating func colorFunction(_ name: String) -> ExactColor? {
    skipSpace()
    if name == "color" {
      let space = self.name()?.lowercased()
      guard space == "srgb" || space == "srgb-linear" else { return nil }
      guard let (parts, alpha) = components() else { return nil }
      var channels = SIMD3(parts[0].scaled(1), parts[1].scaled(1), parts[2].scaled(1))
      if space == "srgb-linear" { channels = ColorSpaces.encoded(channels) }
      return Self.color(channels * 255, alpha)
    }
    guard let (parts, alpha) = components(firstIsAngle: name.hasPrefix("hsl") || name == "hwb")
    else {
      return nil
    }
    switch name {
    case "rgb", "rgba":
      return Self.color(
        SIMD3(parts[0].scaled(255), parts[1].scaled(255), parts[2].scaled(255)), alpha)
    case "hsl", "hsla":
      return Self.color(
        ColorSpaces.hsl(parts[0].value, parts[1].value / 100, parts[2].value / 100) * 255, alpha)
    case "hwb":
      return Self.color(
        ColorSpaces.hwb(parts[0].value, parts[1].value / 100, parts[2].value / 100) * 255, alpha)
    case "lab":
      return Self.color(
        ColorSpaces.lab(parts[0].scaled(100), parts[1].scaled(125), parts[2].scaled(125)) * 255,
        alpha)
    case "lch":
      let (a, b) = ColorSpaces.cartesian(parts[1].scaled(150), degrees: parts[2].value)
      return Self.color(ColorSpaces.lab(parts[0].scaled(100), a, b) * 255, alpha)
    case "oklab":
      return Self.color(
        ColorSpaces.oklab(parts[0].scaled(1), parts[1].scaled(0.4), parts[2].scaled(0.4)) * 255,
        alpha)
    case "oklch":
      let (a, b) = ColorSpaces.cartesian(parts[1].scaled(0.4), degrees: parts[2].value)
      return Self.color(ColorSpaces.oklab(parts[0].scaled(1), a, b) * 255, alpha)
    default: return nil
    }
  }

  /// Three numbers and perhaps an alpha, up to a closing bracket.
  private mutating func components(
    firstIsAngle: Bool = false
  ) -> (parts: [Component], alpha: Double)? {
    var parts: [Component] = []
    skipSpace()
    while let byte = next, byte != UInt8(ascii: ")") {
      guard parts.count < 4 else { return nil }
      if skips("none") {
        parts.append(Component())
      } else if firstIsAngle && parts.isEmpty, let angle = angle() {
        parts.append(Component(value: angle))
      } else if let number = number() {
        let isPercentage = skips(UInt8(ascii: "%"))
        if !isPercentage { _ = skips("deg") }
        parts.append(Component(value: number, isPercentage: isPercentage))
      } else {
        return nil
      }
      skipCommaSpace()
      if skips(UInt8(ascii: "/")) { skipSpace() }
    }
    // A bracket that is missing at the end of the text is supplied.
    _ = skips(UInt8(ascii: ")"))
    guard parts.count >= 3 else { return nil }
    let alpha = parts.count == 4 ? parts[3].scaled(1) : 1
    return (parts, min(max(alpha, 0), 1))
  }

  private static func color(_ channels: SIMD3<Double>, _ alpha: Double) -> ExactColor {
    let clamped = channels.clamped(
      lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255))
    return ExactColor(red: clamped.x, green: clamped.y, blue: clamped.z, alpha: alpha)
  }
}

/// Conversions to sRGB, with channels of 0 to 1; formulas and matrices are those of CSS Color 4.
enum ColorSpaces {
  static func hsl(_ hue: Double, _ saturation: Double, _ lightness: Double) -> SIMD3<Double> {
    let saturation = min(max(saturation, 0), 1)
    let lightness = min(max(lightness, 0), 1)
    let a = saturation * min(lightness, 1 - lightness)
    func channel(_ n: Double) -> Double {
      let sum = n + hue / 30
      let k = sum - (sum / 12).rounded(.down) * 12
      return lightness - a * max(-1, min(k - 3, 9 - k, 1))
    }
    return SIMD3(channel(0), channel(8), channel(4))
  }

  static func hwb(_ hue: Double, _ white: Double, _ black: Double) -> SIMD3<Double> {
    let white = min(max(white, 0), 1)
    let black = min(max(black, 0), 1)
    guard white + black < 1 else { return SIMD3(repeating: white / (white + black)) }
    return hsl(hue, 1, 0.5) * (1 - white - black) + white
  }

  static func cartesian(_ chroma: Double, degrees: Double) -> (Double, Double) {
    let angle = Angle(degrees: degrees)
    return (chroma * angle.cosine, chroma * angle.sine)
  }

  static func lab(_ lightness: Double, _ a: Double, _ b: Double) -> SIMD3<Double> {
    let y = (lightness + 16) / 116
    func inverse(_ f: Double) -> Double {
      f * f * f > 216.0 / 24389 ? f * f * f : (116 * f - 16) * 27 / 24389
    }
    // Of the white of D50.
    let x50 = inverse(y + a / 500) * 0.96429567642956764
    let y50 = inverse(y)
    let z50 = inverse(y - b / 200) * 0.82510460251046025
    let x = 0.955473421488075 * x50 - 0.02309845494876471 * y50 + 0.06325924320057072 * z50
    let y65 = -0.0283697093338637 * x50 + 1.0099953980813041 * y50 + 0.021041441191917323 * z50
    let z = 0.012314014864481998 * x50 - 0.020507649298898964 * y50 + 1.330365926242124 * z50
    return encoded(
      SIMD3(
        3.2409699419045213 * x - 1.5373831775700935 * y65 - 0.4986107602930033 * z,
        -0.9692436362808798 * x + 1.8759675015077206 * y65 + 0.04155505740717561 * z,
        0.05563007969699361 * x - 0.20397695888897657 * y65 + 1.0569715142428786 * z))
  }

  static func oklab(_ lightness: Double, _ a: Double, _ b: Double) -> SIMD3<Double> {
    let l = lightness + 0.3963377773761749 * a + 0.2158037573099136 * b
    let m = lightness - 0.1055613458156586 * a - 0.0638541728258133 * b
    let s = lightness - 0.0894841775298119 * a - 1.2914855480194092 * b
    let cubes = SIMD3(l * l * l, m * m * m, s * s * s)
    return encoded(
      SIMD3(
        4.0767416613479942 * cubes.x - 3.3077115904081933 * cubes.y + 0.2309699287294278 * cubes.z,
        -1.2684380041282613 * cubes.x + 2.6097574007928135 * cubes.y - 0.341319396310219 * cubes.z,
        -0.0041960863418541 * cubes.x - 0.7034186144594493 * cubes.y + 1.7076147010309444 * cubes.z
      ))
  }

  /// Linear light as sRGB stores it.
  static func encoded(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    func channel(_ value: Double) -> Double {
      guard value > 0.0031308 else { return 12.92 * max(value, 0) }
      return 1.055 * exponential(naturalLogarithm(min(value, 1)) / 2.4) - 0.055
    }
    return SIMD3(channel(linear.x), channel(linear.y), channel(linear.z))
  }
}
