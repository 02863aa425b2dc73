import AnimCore
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

@Suite("Colours of images") struct ColorTests {
  private static func big(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) }
  }

  /// Returns a profile of version 4 with tags, each a name and its content.
  private static func profile(
    _ space: String, _ tags: [(String, [UInt8])], connection: String = "XYZ "
  ) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(16..<20, with: Array(space.utf8))
    header.replaceSubrange(20..<24, with: Array(connection.utf8))
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    var (table, content) = (big(tags.count), [UInt8]())
    for (name, bytes) in tags {
      let offset = 128 + 4 + 12 * tags.count + content.count
      table += Array(name.utf8) + big(offset) + big(bytes.count)
      content += bytes
    }
    return header + table + content
  }

  private static func fixed(_ number: Double) -> [UInt8] { big(Int((number * 65_536).rounded())) }

  private static func point(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ \0\0\0\0".utf8) + fixed(x) + fixed(y) + fixed(z)
  }

  private static func parametric(_ kind: Int, _ numbers: [Double]) -> [UInt8] {
    Array("para\0\0\0\0".utf8) + [0, UInt8(kind), 0, 0] + numbers.flatMap(fixed)
  }

  private static func curve(_ samples: [Int]) -> [UInt8] {
    Array("curv\0\0\0\0".utf8) + big(samples.count)
      + samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  /// Returns the primaries of Display P3 under D50, with a curve for all of them.
  private static func displayP3(_ curve: [UInt8]) -> [UInt8] {
    profile(
      "RGB ",
      [
        ("rXYZ", point(0.51512, 0.2412, -0.00105)), ("gXYZ", point(0.29198, 0.69225, 0.04189)),
        ("bXYZ", point(0.1571, 0.06657, 0.78407)), ("rTRC", curve), ("gTRC", curve),
        ("bTRC", curve),
      ])
  }

  private static let standardCurve = parametric(
    3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])

  private func converted(_ profile: [UInt8], _ color: UInt32) throws -> UInt32? {
    guard case .converted(let colors) = ColorFinding(profile: profile) else { return nil }
    return colors.conversion.converted(color)
  }

  @Test("a profile with a matrix and curves is converted to sRGB") func matrices() throws {
    let profile = Self.displayP3(Self.standardCurve)
    // Computed with CSS Color 4's sample code, rounded and clipped.
    for (stored, shown) in [
      (0x80FF_0000, 0x80FF_0000), (0xFF80_4020, 0xFF8A_3B15), (0xFF40_80C0, 0xFF20_82C5),
      (0xFF80_8080, 0xFF80_8080), (0x0000_0000, 0), (0xFFFF_FFFF, 0xFFFF_FFFF),
    ] as [(UInt32, UInt32)] {
      let result = try #require(try converted(profile, stored))
      expectEqual(result, shown, "\(String(stored, radix: 16))")
    }
  }

  @Test("every kind of curve maps stored values to light") func curves() throws {
    let half = UInt32(0xFF80_8080)
    let rows: [([UInt8], UInt32)] = [
      (Self.curve([]), 0xBC), (Self.curve([0x01CD]), 0x92),
      (Self.curve([0, 0x8000, 0xFFFF]), 0xBC),
      (Self.parametric(0, [1]), 0xBC), (Self.parametric(1, [1, 2, -0.5]), 0xBC),
      (Self.parametric(2, [1, 0.5, 0, 0.25]), 0xBC),
      (Self.parametric(4, [1, 1, 0, 1, 0, 0.1, 0]), 0xCC),
    ]
    for (index, row) in rows.enumerated() {
      let profile = Self.profile("GRAY", [("kTRC", row.0)])
      let shown = try #require(try converted(profile, half), "\(index)")
      let difference = abs(Int(shown & 0xFF) - Int(row.1))
      #expect(difference <= 1, "row \(index): \(String(shown, radix: 16))")
    }
  }

  @Test("a profile of sRGB changes nothing") func standard() {
    let tags = [
      ("rXYZ", Self.point(0.43607, 0.22249, 0.01392)),
      ("gXYZ", Self.point(0.38515, 0.71687, 0.09708)),
      ("bXYZ", Self.point(0.14307, 0.06061, 0.7141)),
      ("rTRC", Self.standardCurve), ("gTRC", Self.standardCurve), ("bTRC", Self.standardCurve),
    ]
    guard case .standard = ColorFinding(profile: Self.profile("RGB ", tags)) else {
      Issue.record("the profile is converted")
      return
    }
  }

  @Test("a profile of another kind is reported and ignored") func others() {
    let name = Array("desc\0\0\0\0".utf8) + Self.big(5) + Array("Inks\0".utf8)
    let rows: [([UInt8], String)] = [
      (
        Self.profile("CMYK", [("desc", name)], connection: "Lab "),
        "its colour profile \"Inks\" is not supported and is ignored"
      ),
      (Self.profile("RGB ", []), "its colour profile is not supported and is ignored"),
      ([1, 2, 3], "its colour profile is corrupt and is ignored"),
    ]
    for (profile, message) in rows {
      guard case .ignored(let reason) = ColorFinding(profile: profile) else {
        Issue.record("\(message): not ignored")
        continue
      }
      expectEqual(reason, message)
    }
  }

  @Test("the gamma, the chromaticities and the code of a PNG are converted") func chunks() throws {
    func pixel(_ chunks: [(String, [UInt8])], convertsColors: Bool = true) throws -> UInt32 {
      let png = chunks.reduce(TestPNG(1, 1)) { $0.chunk($1.0, $1.1) }
      let animation = try RasterAnimation(
        BytesInMemory(png.image([0xFF80_4020], width: 1).finished),
        convertsColors: convertsColors)
      return try animation.pixels(of: 0)[0]
    }
    try expectEqual(pixel([("gAMA", Self.big(100_000))]), 0xFFBC_8963)
    try expectEqual(pixel([("gAMA", Self.big(100_000))], convertsColors: false), 0xFF80_4020)
    try expectEqual(pixel([("cICP", [12, 13, 0, 1])]), 0xFF8A_3B15)
    let p3 = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]
    try expectEqual(pixel([("cHRM", p3.flatMap(Self.big))]), 0xFF8A_3B15)
    // The code has the highest priority.
    try expectEqual(
      pixel([("cICP", [1, 13, 0, 1]), ("gAMA", Self.big(100_000))]), 0xFF80_4020)
  }

  @Test("corrupt profiles have no effect") func damaged() {
    var random = SeededGenerator(seed: 3)
    let whole = Self.displayP3(Self.standardCurve)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      if case .converted(let colors) = ColorFinding(profile: bytes) {
        _ = colors.conversion.converted(0xFF80_4020)
      }
    }
  }
}
