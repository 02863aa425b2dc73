/// An sRGB colour with straight (not premultiplied) alpha and eight bits per channel.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// 0 is clear, 255 opaque.
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// An opaque colour from 0xRRGGBB; higher bits are ignored.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// The channels as 0xAARRGGBB.
  @inlinable public var argb: UInt32 {
    UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  public init(argb: UInt32) {
    self.init(rgb: argb)
    alpha = UInt8(truncatingIfNeeded: argb >> 24)
  }

  /// The same colour with its alpha multiplied by `opacity`, which is clamped to 0...1.
  public func withOpacity(_ opacity: Double) -> Color {
    var color = self
    let clamped = opacity.isNaN ? 0 : min(max(opacity, 0), 1)
    color.alpha = UInt8((Double(alpha) * clamped).rounded())
    return color
  }

  /// The same colour without transparency.
  public var opaque: Color { Color(rgb: argb) }

  public static let black = Color(rgb: 0x00_0000)
  public static let white = Color(rgb: 0xFF_FFFF)
  public static let blue = Color(rgb: 0x00_00FF)
  public static let clear = Color(argb: 0)
}

extension Color {
  /// The channels as 0xAARRGGBB, with red, green and blue multiplied by alpha as in ``PixelImage``.
  public var premultipliedARGB: UInt32 { Premultiplied.word(straight: argb) }

  /// A colour from a word 0xAARRGGBB with premultiplied channels: each becomes c·255/a, rounded to
  /// nearest. ``premultipliedARGB`` gives the same word again. The reverse does not hold, since
  /// several straight colours have the same premultiplied word.
  public init(premultipliedARGB word: UInt32) {
    let alpha = word >> 24
    func straight(_ channel: UInt32) -> UInt8 {
      alpha == 0 ? 0 : UInt8(min((channel * 255 + alpha / 2) / alpha, 255))
    }
    self.init(
      red: straight(word >> 16 & 0xFF), green: straight(word >> 8 & 0xFF),
      blue: straight(word & 0xFF), alpha: UInt8(alpha))
  }
}

/// Words 0xAARRGGBB whose colours are already multiplied by their alpha.
enum Premultiplied {
  /// Each channel times alpha / 255, rounded to nearest.
  @inline(__always) static func word(straight word: UInt32) -> UInt32 {
    let alpha = word >> 24
    let low = (word & 0xFF_00FF) &* alpha &+ 0x80_0080
    let high = (word >> 8 & 0xFF) &* alpha &+ 0x80
    return alpha << 24 | (low &+ (low >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
      | (high &+ high >> 8) & 0xFF00
  }
}

/// What a shape is filled or stroked with.
public enum Paint: Hashable, Sendable {
  case color(Color)
  case gradient(Gradient)
  case image(ImagePaint)
}
