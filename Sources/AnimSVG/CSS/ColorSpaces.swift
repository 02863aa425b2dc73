import AnimCore

/// The colour spaces of CSS Color 4, with components in the units of its functions: hues in degrees, values that are
/// usually percentages from 0 to 100, and channels of red, green and blue from 0 to 1.
enum CSSColorSpace: String {
  case srgb
  case srgbLinear = "srgb-linear"
  case displayP3 = "display-p3"
  case displayP3Linear = "display-p3-linear"
  case a98 = "a98-rgb"
  case proPhoto = "prophoto-rgb"
  case rec2020
  case xyz, lab, lch, oklab, oklch, hsl, hwb
  case xyz50 = "xyz-d50"

  /// Creates the space with a lower-case name, or returns `nil` if it is unknown.
  init?(_ name: String) { self.init(rawValue: name == "xyz-d65" ? "xyz" : name) }

  /// The meaning of a component, so that a missing component is also missing in another space.
  enum Meaning {
    case hue, chroma, lightness, red, green, blue, redness, yellowness, white, black
  }

  var meanings: [Meaning] {
    switch self {
    case .lab, .oklab: [.lightness, .redness, .yellowness]
    case .lch, .oklch: [.lightness, .chroma, .hue]
    case .hsl: [.hue, .chroma, .lightness]
    case .hwb: [.hue, .white, .black]
    default: [.red, .green, .blue]
    }
  }

  /// The index of the hue, or `nil` for a space without a hue.
  var hueIndex: Int? {
    switch self {
    case .lch, .oklch: 2
    case .hsl, .hwb: 0
    default: nil
    }
  }

  /// Returns whether a colour is so grey that its hue is meaningless.
  fileprivate func isGrey(_ color: SIMD3<Double>) -> Bool {
    switch self {
    case .lch: color.y <= 0.0015
    case .oklch: color.y <= 0.000004
    case .hsl: color.y <= 0.001
    case .hwb: color.y + color.z >= 99.999
    default: false
    }
  }
}

/// A colour in its original space. Missing components (`none`) count as 0 until the colour is mixed.
struct SpacedColor {
  var space: CSSColorSpace
  /// The three components and alpha.
  var components: SIMD4<Double>
  var missing = SIMDMask<SIMD4<Int64>>(repeating: false)
  /// See ``ExactColor/isLegacy``.
  var isLegacy = false

  init(_ space: CSSColorSpace, _ components: SIMD4<Double>) {
    self.space = space
    self.components = components
  }

  init(_ color: ExactColor) {
    self.init(
      .srgb, SIMD4(SIMD3(color.red, color.green, color.blue) / 255, color.alpha))
    isLegacy = color.isLegacy
  }

  /// The colour in sRGB. Colours in the legacy syntax are clamped to its range.
  var exact: ExactColor {
    var channels = space.srgb(components.xyz) * 255
    if isLegacy {
      channels.clamp(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255))
    }
    return ExactColor(
      red: channels.x, green: channels.y, blue: channels.z, alpha: components.w, isLegacy: isLegacy)
  }

  /// Returns the colour in another space, where the hue of a grey is missing.
  func converted(to other: CSSColorSpace) -> SpacedColor {
    if other == space { return self }
    var color = SpacedColor(other, SIMD4(other.components(linear: space.linear(components.xyz)), 0))
    color.components.w = components.w
    color.missing[3] = missing[3]
    for (index, meaning) in other.meanings.enumerated() {
      if let source = space.meanings.firstIndex(of: meaning) {
        color.missing[index] = missing[source]
      }
    }
    if let hue = other.hueIndex, other.isGrey(color.components.xyz) { color.missing[hue] = true }
    color.components.replace(with: 0, where: color.missing)
    return color
  }

  /// The direction of hue interpolation.
  enum HuePath: String {
    case shorter, longer, increasing, decreasing
  }

  /// Returns a mixture with another colour in the same space: CSS Color 4, 12.
  func mixed(with other: SpacedColor, _ progress: Double, _ path: HuePath) -> SpacedColor {
    // Missing components are copied from the other colour.
    var from = components.replacing(with: other.components, where: missing)
    var to = other.components.replacing(with: components, where: other.missing)
    if let hue = space.hueIndex { (from[hue], to[hue]) = Self.hues(from[hue], to[hue], path) }
    let alpha = from.w + (to.w - from.w) * progress
    var (fromWeights, toWeights) = (SIMD4(repeating: from.w), SIMD4(repeating: to.w))
    var weights = SIMD4(repeating: alpha)
    for index in [3, space.hueIndex ?? 3] {
      (fromWeights[index], toWeights[index], weights[index]) = (1, 1, 1)
    }
    from *= fromWeights
    to *= toWeights
    var color = SpacedColor(space, from + (to - from) * progress)
    if alpha > 0 { color.components /= weights }
    let bothMissing = missing .& other.missing
    color.missing = bothMissing
    return color
  }

  private static func hues(_ from: Double, _ to: Double, _ path: HuePath) -> (Double, Double) {
    func turned(_ hue: Double) -> Double { hue - (hue / 360).rounded(.down) * 360 }
    let (from, to) = (turned(from), turned(to))
    let difference = to - from
    return switch path {
    case .shorter:
      difference > 180 ? (from + 360, to) : difference < -180 ? (from, to + 360) : (from, to)
    case .longer:
      difference > 0 && difference < 180
        ? (from + 360, to) : difference > -180 && difference <= 0 ? (from, to + 360) : (from, to)
    case .increasing: difference < 0 ? (from, to + 360) : (from, to)
    case .decreasing: difference > 0 ? (from + 360, to) : (from, to)
    }
  }
}

extension ExactColor {
  /// Returns a mixture with another colour in Oklab, with channels weighted by opacity.
  func mixedInOklab(with other: ExactColor, _ progress: Double) -> ExactColor {
    let from = SpacedColor(self).converted(to: .oklab)
    let to = SpacedColor(other).converted(to: .oklab)
    return from.mixed(with: to, progress, .shorter).exact
  }
}

// MARK: - Conversions

// Conversions use linear light with the sRGB primaries as an intermediate. Components outside of its range are less
// than 0 or more than 1. Formulas and primaries are those of CSS Color 4.
extension CSSColorSpace {
  /// Returns a colour of the space in sRGB.
  fileprivate func srgb(_ color: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .srgb: color
    case .hsl: Self.srgb(hue: color.x, saturation: color.y / 100, lightness: color.z / 100)
    case .hwb: Self.srgb(hue: color.x, white: color.y / 100, black: color.z / 100)
    default: Self.encoded(linear(color))
    }
  }

  /// Returns a colour of the space in linear light.
  fileprivate func linear(_ color: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .srgb, .hsl, .hwb: Self.decoded(srgb(color))
    case .srgbLinear: color
    case .displayP3: Self.ofDisplayP3 * Self.decoded(color)
    case .displayP3Linear: Self.ofDisplayP3 * color
    case .a98: Self.ofA98 * Self.power(color, 563 / 256)
    case .proPhoto:
      Self.ofProPhoto
        * Self.power(color, 1.8).replacing(
          with: color / 16, where: Self.magnitude(color) .<= 1 / 32)
    case .rec2020: Self.ofRec2020 * Self.decoded(rec2020: color)
    case .xyz: Self.ofXYZ * color
    case .xyz50: Self.ofXYZ50 * color
    case .lab: Self.linear(lab: color)
    case .lch: Self.linear(lab: Self.cartesian(color))
    case .oklab: Self.linear(oklab: color)
    case .oklch: Self.linear(oklab: Self.cartesian(color))
    }
  }

  /// Returns the components of a colour in linear light.
  fileprivate func components(linear: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .srgb: Self.encoded(linear)
    case .hsl: Self.hsl(Self.encoded(linear))
    case .hwb: Self.hwb(Self.encoded(linear))
    case .srgbLinear: linear
    case .displayP3: Self.encoded(Self.toDisplayP3 * linear)
    case .displayP3Linear: Self.toDisplayP3 * linear
    case .a98: Self.power(Self.toA98 * linear, 256 / 563)
    case .proPhoto: Self.proPhoto(Self.toProPhoto * linear)
    case .rec2020: Self.rec2020(Self.toRec2020 * linear)
    case .xyz: Self.toXYZ * linear
    case .xyz50: Self.toXYZ50 * linear
    case .lab: Self.lab(linear)
    case .lch: Self.polar(Self.lab(linear))
    case .oklab: Self.oklab(linear)
    case .oklch: Self.polar(Self.oklab(linear))
    }
  }

  // MARK: Hues

  private static func srgb(
    hue: Double, saturation: Double, lightness: Double
  ) -> SIMD3<Double> {
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

  private static func srgb(hue: Double, white: Double, black: Double) -> SIMD3<Double> {
    let white = min(max(white, 0), 1)
    let black = min(max(black, 0), 1)
    guard white + black < 1 else { return SIMD3(repeating: white / (white + black)) }
    return srgb(hue: hue, saturation: 1, lightness: 0.5) * (1 - white - black) + white
  }

  private static func hsl(_ srgb: SIMD3<Double>) -> SIMD3<Double> {
    let (least, greatest) = (srgb.min(), srgb.max())
    let lightness = (least + greatest) / 2
    let chroma = greatest - least
    guard chroma > 0 else { return SIMD3(0, 0, lightness * 100) }
    let sector =
      greatest == srgb.x
      ? (srgb.y - srgb.z) / chroma + (srgb.y < srgb.z ? 6 : 0)
      : greatest == srgb.y ? (srgb.z - srgb.x) / chroma + 2 : (srgb.x - srgb.y) / chroma + 4
    let room = min(lightness, 1 - lightness)
    return SIMD3(sector * 60, room > 0 ? (greatest - lightness) / room * 100 : 0, lightness * 100)
  }

  private static func hwb(_ srgb: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(hsl(srgb).x, srgb.min() * 100, (1 - srgb.max()) * 100)
  }

  private static func cartesian(_ polar: SIMD3<Double>) -> SIMD3<Double> {
    let angle = Angle(degrees: polar.z)
    return SIMD3(polar.x, polar.y * angle.cosine, polar.y * angle.sine)
  }

  private static func polar(_ cartesian: SIMD3<Double>) -> SIMD3<Double> {
    let (a, b) = (cartesian.y, cartesian.z)
    let degrees = Angle(radians: arctangent(b, over: a)).degrees
    return SIMD3(cartesian.x, (a * a + b * b).squareRoot(), degrees < 0 ? degrees + 360 : degrees)
  }

  // MARK: Perceptual spaces

  private static func linear(lab: SIMD3<Double>) -> SIMD3<Double> {
    let y = (lab.x + 16) / 116
    func inverse(_ f: Double) -> Double {
      f * f * f > 216.0 / 24389 ? f * f * f : (116 * f - 16) * 27 / 24389
    }
    let relative = SIMD3(inverse(y + lab.y / 500), inverse(y), inverse(y - lab.z / 200))
    return ofXYZ50 * (relative * white50)
  }

  private static func lab(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let relative = toXYZ50 * linear / white50
    let roots = power(relative, 1.0 / 3)
    let lines = (relative * (24389.0 / 27) + 16) / 116
    let f = roots.replacing(with: lines, where: relative .<= 216 / 24389)
    return SIMD3(116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z))
  }

  private static func linear(oklab: SIMD3<Double>) -> SIMD3<Double> {
    let roots = ofOklab * oklab
    return ofCones * (roots * roots * roots)
  }

  private static func oklab(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    toOklab * power(toCones * linear, 1.0 / 3)
  }

  private static let ofOklab = Matrix(
    SIMD3(1, 1, 1), SIMD3(0.3963377773761749, -0.1055613458156586, -0.0894841775298119),
    SIMD3(0.2158037573099136, -0.0638541728258133, -1.2914855480194092))
  private static let toOklab = ofOklab.inverse
  /// The matrix from the responses of the three kinds of cones to linear sRGB.
  private static let ofCones = Matrix(
    SIMD3(4.0767416613479942, -1.2684380041282613, -0.0041960863418541),
    SIMD3(-3.3077115904081933, 2.6097574007928135, -0.7034186144594493),
    SIMD3(0.2309699287294278, -0.341319396310219, 1.7076147010309444))
  private static let toCones = ofCones.inverse

  // MARK: Transfer functions

  /// Converts linear light to stored sRGB values.
  private static func encoded(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let size = magnitude(linear)
    let curve = power(size, 1 / 2.4) * 1.055 - 0.055
    return withSigns(of: linear, curve.replacing(with: size * 12.92, where: size .<= 0.0031308))
  }

  /// Converts stored sRGB values to linear light.
  private static func decoded(_ srgb: SIMD3<Double>) -> SIMD3<Double> {
    let size = magnitude(srgb)
    let curve = power((size + 0.055) / 1.055, 2.4)
    return withSigns(of: srgb, curve.replacing(with: size / 12.92, where: size .<= 0.04045))
  }

  private static func proPhoto(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    power(linear, 1 / 1.8).replacing(with: linear * 16, where: magnitude(linear) .< 1 / 512)
  }

  // The transfer function of cameras, like in Chromium, rather than that of screens.
  private static let rec2020Shift = 0.09929682680944
  private static let rec2020Knee = 0.018053968510807

  private static func decoded(rec2020 color: SIMD3<Double>) -> SIMD3<Double> {
    let size = magnitude(color)
    let curve = power((size + rec2020Shift) / (1 + rec2020Shift), 1 / 0.45)
    return withSigns(
      of: color, curve.replacing(with: size / 4.5, where: size .< 4.5 * rec2020Knee))
  }

  private static func rec2020(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let size = magnitude(linear)
    let curve = power(size, 0.45) * (1 + rec2020Shift) - rec2020Shift
    return withSigns(of: linear, curve.replacing(with: size * 4.5, where: size .< rec2020Knee))
  }

  /// Returns powers of the magnitudes, with the signs of the numbers.
  private static func power(_ base: SIMD3<Double>, _ exponent: Double) -> SIMD3<Double> {
    func power(_ base: Double) -> Double { exponential(naturalLogarithm(base) * exponent) }
    let bases = magnitude(base)
    return withSigns(of: base, SIMD3(power(bases.x), power(bases.y), power(bases.z)))
  }

  private static func magnitude(_ numbers: SIMD3<Double>) -> SIMD3<Double> {
    numbers.replacing(with: -numbers, where: numbers .< 0)
  }

  private static func withSigns(
    of signs: SIMD3<Double>, _ numbers: SIMD3<Double>
  ) -> SIMD3<Double> {
    numbers.replacing(with: -numbers, where: signs .< 0)
  }

  // MARK: Primaries

  private static let white65 = white(0.3127, 0.3290)
  private static let white50 = white(0.3457, 0.3585)
  private static let toXYZ = matrix(
    SIMD2(0.64, 0.33), SIMD2(0.30, 0.60), SIMD2(0.15, 0.06), white65)
  private static let ofXYZ = toXYZ.inverse
  private static let ofXYZ50 = ofXYZ * adaptation
  private static let toXYZ50 = ofXYZ50.inverse
  private static let ofDisplayP3 =
    ofXYZ * matrix(SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.150, 0.060), white65)
  private static let toDisplayP3 = ofDisplayP3.inverse
  private static let ofA98 =
    ofXYZ * matrix(SIMD2(0.64, 0.33), SIMD2(0.21, 0.71), SIMD2(0.15, 0.06), white65)
  private static let toA98 = ofA98.inverse
  private static let ofRec2020 =
    ofXYZ * matrix(SIMD2(0.708, 0.292), SIMD2(0.170, 0.797), SIMD2(0.131, 0.046), white65)
  private static let toRec2020 = ofRec2020.inverse
  private static let ofProPhoto =
    ofXYZ50
    * matrix(
      SIMD2(0.734699, 0.265301), SIMD2(0.159597, 0.840403), SIMD2(0.036598, 0.000105), white50)
  private static let toProPhoto = ofProPhoto.inverse

  /// Returns a white point from its chromaticity.
  private static func white(_ x: Double, _ y: Double) -> SIMD3<Double> {
    SIMD3(x / y, 1, (1 - x - y) / y)
  }

  /// Returns the matrix from primaries, given by their chromaticities, to XYZ.
  private static func matrix(
    _ red: SIMD2<Double>, _ green: SIMD2<Double>, _ blue: SIMD2<Double>, _ white: SIMD3<Double>
  ) -> Matrix {
    let (r, g, b) = (
      Self.white(red.x, red.y), Self.white(green.x, green.y), Self.white(blue.x, blue.y)
    )
    let strengths = Matrix(r, g, b).inverse * white
    return Matrix(r * strengths.x, g * strengths.y, b * strengths.z)
  }

  /// The matrix from XYZ with the white point D50 to D65, by the Bradford method.
  private static let adaptation: Matrix = {
    let cones = Matrix(
      SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685),
      SIMD3(-0.1614, 0.0367, 1.0296))
    let scale = (cones * white65) / (cones * white50)
    let scales = Matrix(SIMD3(scale.x, 0, 0), SIMD3(0, scale.y, 0), SIMD3(0, 0, scale.z))
    return cones.inverse * (scales * cones)
  }()
}

/// A linear map of three numbers, by its columns.
private struct Matrix {
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var z: SIMD3<Double>

  init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  static func * (map: Matrix, vector: SIMD3<Double>) -> SIMD3<Double> {
    map.x * vector.x + map.y * vector.y + map.z * vector.z
  }

  static func * (second: Matrix, first: Matrix) -> Matrix {
    Matrix(second * first.x, second * first.y, second * first.z)
  }

  var inverse: Matrix {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let (r, s, t) = (cross(y, z), cross(z, x), cross(x, y))
    let determinant = (x * r).sum()
    return Matrix(
      SIMD3(r.x, s.x, t.x) / determinant, SIMD3(r.y, s.y, t.y) / determinant,
      SIMD3(r.z, s.z, t.z) / determinant)
  }
}

extension SIMD4<Double> {
  fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}
