/// Maps dark colours to one colour and bright ones to another.
///
/// With the luma l, premultiplied like everything by the alpha a, a channel becomes (dark·(a − l) +
/// light·l) / 255. The result is mixed with the original word. Both steps round to nearest.
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

  /// The sum of two words, each multiplied by a factor. The factors add up to at most 255.
  @inline(__always)
  private static func sum(_ a: UInt32, _ f: UInt32, _ b: UInt32, _ g: UInt32) -> UInt32 {
    let low = (a & 0xFF_00FF) &* f &+ (b & 0xFF_00FF) &* g &+ 0x80_0080
    let high = (a >> 8 & 0xFF_00FF) &* f &+ (b >> 8 & 0xFF_00FF) &* g &+ 0x80_0080
    return (low &+ (low >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
      | (high &+ (high >> 8 & 0xFF_00FF)) & 0xFF00_FF00
  }
}

/// The luma of a word.
enum Luma {
  /// 0.2126·red + 0.7152·green + 0.0722·blue, rounded to nearest. The factors are in units of 2⁻¹⁶
  /// and add up to 1.
  @inline(__always) static func of(_ word: UInt32) -> UInt32 {
    let red = (word >> 16 & 0xFF) &* 13933
    let green = (word >> 8 & 0xFF) &* 46871
    return (red &+ green &+ (word & 0xFF) &* 4732 &+ 0x8000) >> 16
  }
}
