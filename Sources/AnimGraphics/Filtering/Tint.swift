/// Maps dark colours to one colour and bright colours to another.
///
/// With the alpha a and the premultiplied luma l, a channel becomes (dark·(a − l) + light·l) / 255.
/// The result is mixed with the original word. Both steps round to nearest.
package struct Tint: Hashable, Sendable {
  private let dark: UInt32
  private let light: UInt32
  /// The share of the tint, 0 ... 255.
  let amount: UInt32

  init(dark: Color, light: Color, amount: UInt8) {
    self.dark = dark.opaque.argb
    self.light = light.opaque.argb
    self.amount = UInt32(amount)
  }

  func apply(to word: UInt32) -> UInt32 {
    let alpha = word >> 24
    let luma = min(Luma.of(word), alpha)
    let tinted = Blend.sum(dark, alpha &- luma, light, luma)
    return Blend.mix(tinted, over: word, amount)
  }
}

/// Maps dark, medium and bright colours to three colours, like ``Tint``. The middle colour is at
/// half the alpha.
package struct Tritone: Hashable, Sendable {
  private let dark: UInt32
  private let middle: UInt32
  private let light: UInt32
  /// The share of the tones, 0 ... 255.
  let amount: UInt32

  init(dark: Color, middle: Color, light: Color, amount: UInt8) {
    self.dark = dark.opaque.argb
    self.middle = middle.opaque.argb
    self.light = light.opaque.argb
    self.amount = UInt32(amount)
  }

  func apply(to word: UInt32) -> UInt32 {
    let alpha = word >> 24
    let twice = 2 &* min(Luma.of(word), alpha)
    let toned =
      twice <= alpha
      ? Blend.sum(dark, alpha &- twice, middle, twice)
      : Blend.sum(middle, 2 &* alpha &- twice, light, twice &- alpha)
    return Blend.mix(toned, over: word, amount)
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
