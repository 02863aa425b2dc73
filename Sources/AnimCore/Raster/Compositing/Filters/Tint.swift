/// Maps what is dark to one colour and what is bright to another.
///
/// With l the brightness, multiplied by the alpha a as all is, a channel becomes
/// (dark·(a − l) + light·l) / 255, which is mixed with what it was; each is rounded to nearest.
struct Tint {
  private let dark: UInt32
  private let light: UInt32
  private let amount: UInt32

  init(dark: Color, light: Color, amount: UInt8) {
    self.dark = dark.opaque.argb
    self.light = light.opaque.argb
    self.amount = UInt32(amount)
  }

  func apply(to word: UInt32) -> UInt32 {
    let alpha = word >> 24
    let luma = min(Luma.of(word), alpha)
    let tinted = Self.sum(dark, alpha &- luma, light, luma)
    return Blend.mix(tinted, over: word, amount)
  }

  /// The sum of two words, each times a factor; the factors are 255 together at most.
  @inline(__always)
  private static func sum(_ a: UInt32, _ f: UInt32, _ b: UInt32, _ g: UInt32) -> UInt32 {
    let low = (a & 0xFF_00FF) &* f &+ (b & 0xFF_00FF) &* g &+ 0x80_0080
    let high = (a >> 8 & 0xFF_00FF) &* f &+ (b >> 8 & 0xFF_00FF) &* g &+ 0x80_0080
    return (low &+ (low >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
      | (high &+ (high >> 8 & 0xFF_00FF)) & 0xFF00_FF00
  }
}

/// How bright a word is.
enum Luma {
  /// 0.2126·red + 0.7152·green + 0.0722·blue in 2⁻¹⁶, which add up to 1, rounded to nearest.
  @inline(__always) static func of(_ word: UInt32) -> UInt32 {
    let red = (word >> 16 & 0xFF) &* 13933
    let green = (word >> 8 & 0xFF) &* 46871
    return (red &+ green &+ (word & 0xFF) &* 4732 &+ 0x8000) >> 16
  }
}
