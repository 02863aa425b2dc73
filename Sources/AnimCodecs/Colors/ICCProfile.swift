/// A colour profile of the International Color Consortium (ICC.1:2022). Only profiles with curves and a matrix are
/// supported.
struct ICCProfile {
  /// The name of the profile, or an empty string if the profile is unnamed.
  let name: String
  /// The colours, or `nil` for other kinds of profiles, such as those for inks or with multidimensional tables.
  let colors: SourceColorSpace?

  /// The maximum size of a profile, in bytes.
  static let maximumBytes = 4 << 20

  private static let headerLength = 128
  private static let maximumTags = 100

  /// Reads a profile. Returns `nil` if the bytes aren't a profile.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerLength + 4, bytes[36..<40].elementsEqual("acsp".utf8) else {
      return nil
    }
    var tags: [String: ArraySlice<UInt8>] = [:]
    let count = min(bytes[Self.headerLength..<Self.headerLength + 4].bigEndian, Self.maximumTags)
    for index in 0..<count {
      let start = Self.headerLength + 4 + index * 12
      guard start + 12 <= bytes.count else { break }
      let (offset, length) = (
        bytes[start + 4..<start + 8].bigEndian, bytes[start + 8..<start + 12].bigEndian
      )
      guard offset <= bytes.count, length <= bytes.count - offset else { continue }
      tags[Self.text(bytes[start..<start + 4])] = bytes[offset..<offset + length]
    }
    name = tags["desc"].map(Self.name) ?? ""
    colors = Self.colors(
      Self.text(bytes[16..<20]), connection: Self.text(bytes[20..<24]), tags)
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func colors(
    _ space: String, connection: String, _ tags: [String: ArraySlice<UInt8>]
  ) -> SourceColorSpace? {
    switch space {
    case "GRAY":
      guard let curve = tags["kTRC"].flatMap(curve) else { return nil }
      return SourceColorSpace(curves: [curve, curve, curve], matrix: nil)
    case "RGB ":
      let curves = ["rTRC", "gTRC", "bTRC"].compactMap { tags[$0].flatMap(curve) }
      let primaries = ["rXYZ", "gXYZ", "bXYZ"].compactMap { tags[$0].flatMap(vector) }
      guard connection == "XYZ ", curves.count == 3, primaries.count == 3 else { return nil }
      return SourceColorSpace(
        curves: curves, matrix: ProfileMatrix(columns: primaries[0], primaries[1], primaries[2]))
    default: return nil
    }
  }

  /// Reads a fixed-point number with 16 fractional bits (s15Fixed16).
  private static func number(_ bytes: ArraySlice<UInt8>) -> Double {
    Double(Int32(truncatingIfNeeded: bytes.bigEndian)) / 65_536
  }

  private static func vector(_ tag: ArraySlice<UInt8>) -> SIMD3<Double>? {
    guard tag.count >= 20, tag.prefix(4).elementsEqual("XYZ ".utf8) else { return nil }
    let start = tag.startIndex + 8
    return SIMD3(
      number(tag[start..<start + 4]), number(tag[start + 4..<start + 8]),
      number(tag[start + 8..<start + 12]))
  }

  private static func curve(_ tag: ArraySlice<UInt8>) -> ToneCurve? {
    guard tag.count >= 12 else { return nil }
    let start = tag.startIndex
    switch text(tag.prefix(4)) {
    case "curv":
      let count = tag[start + 8..<start + 12].bigEndian
      guard count <= (tag.count - 12) / 2 else { return nil }
      let samples = (0..<count).map { index in
        UInt16(truncatingIfNeeded: tag[start + 12 + index * 2..<start + 14 + index * 2].bigEndian)
      }
      switch count {
      case 0: return .gamma(1)
      // An exponent with 8 fractional bits.
      case 1: return samples[0] > 0 ? .gamma(Double(samples[0]) / 256) : nil
      default: return .sampled(samples)
      }
    case "para":
      let kind = tag[start + 8..<start + 10].bigEndian
      let counts = [1, 3, 4, 5, 7]
      guard kind < counts.count, tag.count >= 12 + counts[kind] * 4 else { return nil }
      let numbers = (0..<counts[kind]).map { index in
        number(tag[start + 12 + index * 4..<start + 16 + index * 4])
      }
      return parametric(kind, numbers)
    default: return nil
    }
  }

  /// Returns a parametric curve of one of the five kinds.
  private static func parametric(_ kind: Int, _ p: [Double]) -> ToneCurve? {
    guard p[0] > 0 else { return nil }
    switch kind {
    case 0: return .gamma(p[0])
    case 1, 2:
      guard p[1] != 0 else { return nil }
      let rest = kind == 2 ? p[3] : 0
      return .parametric(g: p[0], a: p[1], b: p[2], c: 0, limit: -p[2] / p[1], e: rest, f: rest)
    case 3:
      return .parametric(g: p[0], a: p[1], b: p[2], c: p[3], limit: p[4], e: 0, f: 0)
    default:
      return .parametric(g: p[0], a: p[1], b: p[2], c: p[3], limit: p[4], e: p[5], f: p[6])
    }
  }

  /// Reads the text of a description, in the formats of versions 2 and 4.
  private static func name(_ tag: ArraySlice<UInt8>) -> String {
    let start = tag.startIndex
    guard tag.count >= 12 else { return "" }
    var name = ""
    switch text(tag.prefix(4)) {
    case "desc":
      let length = min(tag[start + 8..<start + 12].bigEndian, tag.count - 12, 128)
      name = text(tag[start + 12..<start + 12 + length].prefix { $0 != 0 })
    case "mluc":
      guard tag.count >= 28 else { return "" }
      let (length, offset) = (
        tag[start + 20..<start + 24].bigEndian, tag[start + 24..<start + 28].bigEndian
      )
      guard offset <= tag.count, length <= tag.count - offset else { return "" }
      let bytes = Array(tag[(start + offset)...].prefix(min(length, 256)))
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      name = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    default: break
    }
    return String(name.prefix(100))
  }
}
