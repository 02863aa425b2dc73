/// An sRGB colour with straight (not premultiplied) alpha and eight bits per channel.
public struct Color: Hashable, Sendable {
  /// The red channel, 0 ... 255.
  public var red: UInt8
  /// The green channel, 0 ... 255.
  public var green: UInt8
  /// The blue channel, 0 ... 255.
  public var blue: UInt8
  /// The alpha channel: 0 is clear, and 255 is opaque.
  public var alpha: UInt8

  /// Creates a colour from components between 0 and 1, each rounded to the nearest of 256 values.
  /// Components outside that range are clamped, and NaN counts as 0. `Color(red: 128, green: 0,
  /// blue: 0)` is therefore red, and the compiler warns about it. To use bytes, call
  /// ``init(red8:green8:blue8:alpha8:)``.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.init(
      red8: UInt8(clampingUnit: red), green8: UInt8(clampingUnit: green),
      blue8: UInt8(clampingUnit: blue), alpha8: UInt8(clampingUnit: alpha))
  }

  /// Integers are usually intended as bytes, for which there is a separate initializer. This
  /// initializer treats them as components between 0 and 1, so that 128 has the same effect as 1.
  @available(
    *, deprecated,
    message: "channels go from 0 to 1: write 1.0, or Color(red8:green8:blue8:) for bytes"
  )
  public init(red: Int, green: Int, blue: Int) {
    self.init(red: Double(red), green: Double(green), blue: Double(blue))
  }

  /// Whole numbers are bytes, for which there is a separate initializer.
  @available(*, unavailable, message: "channels go from 0 to 1; use Color(red8:green8:blue8:)")
  public init(red: some BinaryInteger, green: some BinaryInteger, blue: some BinaryInteger) {
    self = .black
  }

  /// Creates a grey from 0, black, to 1, white.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Creates a colour from channels of 0 to 255.
  public init(red8: UInt8, green8: UInt8, blue8: UInt8, alpha8: UInt8 = 255) {
    red = red8
    green = green8
    blue = blue8
    alpha = alpha8
  }

  /// Creates an opaque colour from 0xRRGGBB; higher bits are ignored.
  public init(rgb: UInt32) {
    self.init(
      red8: UInt8(truncatingIfNeeded: rgb >> 16), green8: UInt8(truncatingIfNeeded: rgb >> 8),
      blue8: UInt8(truncatingIfNeeded: rgb))
  }

  /// The channels as 0xAARRGGBB.
  @inlinable public var argb: UInt32 {
    UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// Creates a colour from 0xAARRGGBB.
  public init(argb: UInt32) {
    self.init(rgb: argb)
    alpha = UInt8(truncatingIfNeeded: argb >> 24)
  }

  /// Returns the same colour with its alpha multiplied by `opacity`, which is clamped to 0...1.
  public func withOpacity(_ opacity: Double) -> Color {
    var color = self
    let clamped = opacity.isNaN ? 0 : min(max(opacity, 0), 1)
    color.alpha = UInt8((Double(alpha) * clamped).rounded())
    return color
  }

  /// The same colour without transparency.
  public var opaque: Color { Color(rgb: argb) }

  /// Transparent black.
  public static let clear = Color(argb: 0)
  /// 0x000000
  public static let black = Color(rgb: 0x00_0000)
  /// 0xFFFFFF
  public static let white = Color(rgb: 0xFF_FFFF)
  /// 0x808080
  public static let gray = Color(rgb: 0x80_8080)
  /// 0xFF0000
  public static let red = Color(rgb: 0xFF_0000)
  /// 0xFF8000
  public static let orange = Color(rgb: 0xFF_8000)
  /// 0xFFFF00
  public static let yellow = Color(rgb: 0xFF_FF00)
  /// 0x00FF00
  public static let green = Color(rgb: 0x00_FF00)
  /// 0x00FFFF
  public static let cyan = Color(rgb: 0x00_FFFF)
  /// 0x0000FF
  public static let blue = Color(rgb: 0x00_00FF)
  /// 0x8000FF
  public static let purple = Color(rgb: 0x80_00FF)
  /// 0xFF00FF
  public static let magenta = Color(rgb: 0xFF_00FF)
}

extension Color {
  /// The channels as 0xAARRGGBB, with red, green and blue multiplied by alpha as in ``PixelImage``.
  public var premultipliedARGB: UInt32 { Premultiplied.word(straight: argb) }

  /// Creates a colour from a word 0xAARRGGBB with premultiplied channels: each becomes c·255/a,
  /// rounded to nearest. ``premultipliedARGB`` gives the same word again. The reverse doesn't
  /// hold, since several straight colours have the same premultiplied word.
  public init(premultipliedARGB word: UInt32) {
    let alpha = word >> 24
    func straight(_ channel: UInt32) -> UInt8 {
      alpha == 0 ? 0 : UInt8(min((channel * 255 + alpha / 2) / alpha, 255))
    }
    self.init(
      red8: straight(word >> 16 & 0xFF), green8: straight(word >> 8 & 0xFF),
      blue8: straight(word & 0xFF), alpha8: UInt8(alpha))
  }
}

/// Words 0xAARRGGBB whose colours are already multiplied by their alpha.
enum Premultiplied {
  /// Returns each channel times alpha / 255, rounded to nearest.
  @inline(__always) static func word(straight word: UInt32) -> UInt32 {
    let alpha = word >> 24
    let low = (word & 0xFF_00FF) &* alpha &+ 0x80_0080
    let high = (word >> 8 & 0xFF) &* alpha &+ 0x80
    return alpha << 24 | (low &+ (low >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
      | (high &+ high >> 8) & 0xFF00
  }
}

/// A colour, gradient or image that fills or strokes a shape.
public enum Paint: Hashable, Sendable {
  /// One colour.
  case color(Color)
  /// Colours that change from place to place.
  case gradient(Gradient)
  /// The pixels of an image.
  case image(ImagePaint)
}
