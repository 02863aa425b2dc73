/// Tables of functions of 8-bit channels, such as the conversions between sRGB and linear light.
enum ChannelTables {
  /// Converts an image from the other space into `space`.
  ///
  /// Channels are unpremultiplied before the conversion, and rounded to 8 bits before and after it.
  static func convert(
    _ source: FilterImage, to result: FilterImage, _ padded: inout PaddedRow,
    into space: FilterColorSpace
  ) {
    table(of: space).withUnsafeBufferPointer { table in
      source.map(to: result, &padded) { word in
        Straight.mapped(word) { channel, _ in UInt32(table[Int(channel)]) }
      }
    }
  }

  /// Returns a premultiplied word of the other space converted to `space`.
  static func converted(_ word: UInt32, into space: FilterColorSpace) -> UInt32 {
    let table = table(of: space)
    return Straight.mapped(word) { channel, _ in UInt32(table[Int(channel)]) }
  }

  private static func table(of space: FilterColorSpace) -> [UInt8] {
    space == .linearRGB ? toLinear : toSRGB
  }

  /// Returns an sRGB colour converted to linear light.
  static func linear(_ color: Color) -> Color {
    Color(
      red8: toLinear[Int(color.red)], green8: toLinear[Int(color.green)],
      blue8: toLinear[Int(color.blue)], alpha8: color.alpha)
  }

  /// The linear light for each sRGB value (IEC 61966-2-1, equations 5 and 6), rounded to nearest.
  static let toLinear: [UInt8] = table { value in
    value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
  }

  /// The sRGB value for each value of linear light (IEC 61966-2-1, equations 9 and 10), rounded to
  /// nearest.
  static let toSRGB: [UInt8] = table { light in
    light <= 0.0031308 ? 12.92 * light : 1.055 * power(light, 1 / 2.4) - 0.055
  }

  /// Returns a table of a function from 0...1 to 0...1. Results are clamped, and NaN becomes 0.
  static func table(_ function: (Double) -> Double) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    for channel in 0..<256 { bytes.append(UInt8(clampingUnit: function(Double(channel) / 255))) }
    return bytes
  }

  /// Returns the table of a transfer function.
  static func table(_ function: TransferFunction) -> [UInt8] {
    switch function {
    case .identity: return table { $0 }
    case .table(let values):
      guard let last = values.last else { return table { $0 } }
      let intervals = Double(values.count - 1)
      return table { value in
        let position = value * intervals
        let index = Int(position)
        guard index + 1 < values.count else { return last }
        return values[index] + (position - Double(index)) * (values[index + 1] - values[index])
      }
    case .discrete(let values):
      guard !values.isEmpty else { return table { $0 } }
      return table { values[min(Int($0 * Double(values.count)), values.count - 1)] }
    case .linear(let slope, let intercept): return table { slope * $0 + intercept }
    case .gamma(let amplitude, let exponent, let offset):
      return table { amplitude * power($0, exponent) + offset }
    }
  }
}

/// Returns `base` to the power of `exponent`. The base isn't negative.
package func power(_ base: Double, _ exponent: Double) -> Double {
  if exponent == 0 { return 1 }
  return exponential(exponent * naturalLogarithm(base))
}

/// Conversions of premultiplied words to straight colours.
enum Straight {
  /// The values 2²⁴ / alpha, rounded up. The high part of a product with a number below 2¹⁶ is the
  /// exact quotient.
  private static let reciprocals: [UInt32] = (0..<256).map { (1 << 24 + $0 - 1) / max($0, 1) }

  /// Returns a word whose straight colour channels are mapped by a function, premultiplied again
  /// and rounded.
  ///
  /// - Parameter body: A closure that maps a channel, given its bit position in the word: 0 for
  ///   blue, 8 for green, 16 for red.
  @inline(__always)
  static func mapped(_ word: UInt32, _ body: (UInt32, UInt32) -> UInt32) -> UInt32 {
    let alpha = word >> 24
    if alpha == 0 { return 0 }
    let colors = alpha == 255 ? word : colors(word)
    let mapped =
      body(colors & 0xFF, 0) | body(colors >> 8 & 0xFF, 8) << 8
      | body(colors >> 16 & 0xFF, 16) << 16
    return Premultiplied.word(straight: alpha << 24 | mapped)
  }

  /// Returns a word with straight colours, each rounded to nearest.
  @inline(__always) static func colors(_ word: UInt32) -> UInt32 {
    let alpha = word >> 24
    if alpha == 255 || alpha == 0 { return word }
    let reciprocal = UInt64(reciprocals[Int(alpha)])
    func straight(_ channel: UInt32) -> UInt32 {
      let quotient = (UInt64(channel &* 255 &+ alpha >> 1) &* reciprocal) >> 24
      return min(UInt32(truncatingIfNeeded: quotient), 255)
    }
    return alpha << 24 | straight(word >> 16 & 0xFF) << 16 | straight(word >> 8 & 0xFF) << 8
      | straight(word & 0xFF)
  }
}
