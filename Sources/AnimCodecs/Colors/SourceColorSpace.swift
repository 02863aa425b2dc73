import AnimGraphics

/// A colour space: three tone curves and the primaries of the linear colours.
struct SourceColorSpace: Hashable, Sendable {
  /// The tone curves of red, green and blue.
  let curves: [ToneCurve]
  /// The matrix to XYZ under D50, or `nil` for greyscale.
  let matrix: ProfileMatrix?
}

/// The conversion of stored colours to sRGB.
///
/// The conversion uses only tables and integers, so the results are the same on every machine. A table maps each stored
/// channel to linear light in 0 … 65,535. A matrix with 16 fractional bits maps linear light to that of sRGB, clamped
/// to 0 … 65,535. Another table maps it to the nearest stored value of sRGB.
package struct ColorConversion: Hashable, Sendable {
  /// Linear light for each stored value of red, green and blue, one after the other.
  private let linear: [Int32]
  /// Three rows, in units of 1/65,536.
  private let matrix: [Int64]

  private static let one = 65_535

  /// Creates a conversion. Returns `nil` if the colours can't be converted, or if they differ from sRGB by at most one
  /// level per channel.
  init?(_ space: SourceColorSpace) {
    guard space.curves.count == 3 else { return nil }
    linear = space.curves.flatMap { curve in
      (0..<256).map { value in
        Int32((curve.value(at: Double(value) / 255) * Double(Self.one)).rounded())
      }
    }
    var product = ProfileMatrix.identity
    if let matrix = space.matrix {
      guard let inverse = ProfileMatrix.sRGB.inverse else { return nil }
      product = inverse.after(matrix)
    }
    let numbers = product.rows.flatMap { [$0.x, $0.y, $0.z] }.map { ($0 * 65_536).rounded() }
    // The sum of three products of linear light below 2¹⁶ and a number below 2³⁴ fits into 64 bits.
    guard numbers.allSatisfy({ $0.magnitude < 0x1p34 }) else { return nil }
    matrix = numbers.map { Int64($0) }
    if isNearlyIdentity { return nil }
  }

  /// Returns the sRGB colour for a stored one, both as 0xAARRGGBB with straight alpha.
  func converted(_ word: UInt32) -> UInt32 {
    Self.encoded.withUnsafeBufferPointer { convert(word, $0) }
  }

  /// Converts colours with straight alpha.
  package func apply(to words: inout [UInt32]) {
    Self.encoded.withUnsafeBufferPointer { encoded in
      // Neighbours often have the same colour.
      var (stored, shown) = (UInt32(0), convert(0, encoded))
      for index in words.indices {
        if words[index] != stored {
          stored = words[index]
          shown = convert(stored, encoded)
        }
        words[index] = shown
      }
    }
  }

  @inline(__always)
  private func convert(_ word: UInt32, _ encoded: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let red = Int64(linear[Int(word >> 16 & 0xFF)])
    let green = Int64(linear[256 + Int(word >> 8 & 0xFF)])
    let blue = Int64(linear[512 + Int(word & 0xFF)])
    func channel(_ row: Int) -> UInt32 {
      let sum = matrix[row] * red + matrix[row + 1] * green + matrix[row + 2] * blue
      return UInt32(encoded[Int(min(max((sum + 0x8000) >> 16, 0), Int64(Self.one)))])
    }
    return word & 0xFF00_0000 | channel(0) << 16 | channel(3) << 8 | channel(6)
  }

  /// Whether no channel of any colour on a grid changes by more than one.
  private var isNearlyIdentity: Bool {
    let steps = (0..<9).map { UInt32($0 * 255 / 8) }
    func isKept(_ word: UInt32) -> Bool {
      let result = converted(word)
      return [0, 8, 16].allSatisfy { shift in
        abs(Int(word >> shift & 0xFF) - Int(result >> shift & 0xFF)) <= 1
      }
    }
    return (0..<256).allSatisfy { isKept(UInt32($0) * 0x10101) }
      && steps.allSatisfy { red in
        steps.allSatisfy { green in
          steps.allSatisfy { blue in isKept(red << 16 | green << 8 | blue) }
        }
      }
  }

  /// The nearest stored value of sRGB for linear light.
  private static let encoded: [UInt8] = {
    let lights = (0..<256).map { ToneCurve.sRGB.value(at: (Double($0) + 0.5) / 255) }
    var value = 0
    return (0...one).map { light in
      while value < 255, Double(light) / Double(one) >= lights[value] { value += 1 }
      return UInt8(value)
    }
  }()
}

/// The colours of a file: a conversion, and a name for reports.
package struct RasterColors: Hashable, Sendable {
  /// A human-readable name, such as that of a profile.
  package let name: String
  package let conversion: ColorConversion
}
