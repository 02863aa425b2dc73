import AnimGraphics
import TestSupport
import Testing

@testable import AnimText

@Suite("Damaged fonts")
struct DamagedFontTests {
  /// Does with a font what the fuzzer does.
  private func use(_ bytes: [UInt8]) {
    guard let face = try? FontFace(bytes) else { return }
    let line = ShapedLine("aw H\u{5D0}a\u{301}", in: FontStack(face))
    let outline = line.outline(size: 10)
    #expect(outline.error == nil || outline.isEmpty)
    for glyph in 0..<20 { _ = face.outline(of: FontFace.Glyph(glyph)) }
    _ = face.sha256
  }

  @Test("are refused or drawn, cut off anywhere")
  func truncated() {
    let bytes = TinyFont.letters.bytes
    for count in bytes.indices { use(Array(bytes.prefix(count))) }
  }

  @Test("are refused or drawn with any byte changed")
  func changed() {
    let bytes = TinyFont.letters.bytes
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[index] = value
        use(changed)
      }
    }
  }

  @Test("are refused or drawn with several bytes changed, inserted or removed", arguments: 0..<20)
  func mutated(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var bytes = TinyFont.letters.bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        case 1: bytes.remove(at: index)
        default: bytes[index] = UInt8.random(in: 0...255, using: &random)
        }
      }
      use(bytes)
    }
  }

  @Test("take no longer than their slow glyphs may take together", arguments: [false, true])
  func slowGlyphs(isSlow: Bool) throws {
    let face = try FontFace(SlowFont(glyphs: 40, isSlow: isSlow).bytes)
    #expect(!face.outline(of: 0).isEmpty)
    let drawn = (0..<40).filter { !face.outline(of: FontFace.Glyph($0)).isEmpty }
    #expect(isSlow ? drawn.count < 30 : drawn.count == 40, "\(drawn.count)")
    // What was read stays.
    #expect(drawn.allSatisfy { !face.outline(of: FontFace.Glyph($0)).isEmpty })
  }

  @Test("have no outline for a glyph with too many points, but for the others")
  func points() throws {
    let circle = (0..<FontLimits.glyphPoints + 1).map { TinyFont.Point($0 % 1000, $0 / 1000) }
    var font = TinyFont.letters
    font.glyphs["o"] = TinyFont.Glyph(advance: 500, contours: [circle])
    let face = try FontFace(font.bytes)
    #expect(face.outline(of: try #require(face.glyph(of: "o"))).isEmpty)
    #expect(!face.outline(of: try #require(face.glyph(of: "a"))).isEmpty)
  }

  @Test("have no outline for a glyph of a hundred thousand parts, even if all but one are empty")
  func parts() throws {
    var font = TinyFont.letters
    // Each of these has the next one twice. They come after the four letters.
    for level in 0..<18 {
      let parts = level < 17 ? [6 + level, 6 + level] : []
      let scalar = try #require(Unicode.Scalar(UInt32(0x100 + level)))
      font.glyphs[scalar] = TinyFont.Glyph(advance: 500, parts: parts)
    }
    font.glyphs["\u{200}"] = TinyFont.Glyph(advance: 500, parts: [3, 5])
    font.glyphs["\u{201}"] = TinyFont.Glyph(advance: 500, parts: [3, 4])
    // The last number of this table says how deep parts may be.
    var bytes = font.bytes
    let record = try #require(bytes.firstRange(of: Array("maxp".utf8))).lowerBound
    let table = bytes[record + 8..<record + 12].reduce(0) { $0 << 8 | Int($1) }
    bytes[table + 31] = 100
    let face = try FontFace(bytes)
    #expect(face.outline(of: try #require(face.glyph(of: "\u{200}"))).isEmpty)
    #expect(!face.outline(of: try #require(face.glyph(of: "\u{201}"))).isEmpty)
  }
}

/// A font in which the outline of each glyph is a program: it draws a square, after millions of calls
/// of subroutines that do nothing if it is a slow one.
private struct SlowFont {
  let glyphs: Int
  let isSlow: Bool

  /// The tables of another font, with outlines of another kind.
  var bytes: [UInt8] {
    var font = TinyFont.letters
    for index in 0..<glyphs - font.glyphs.count - 1 {
      font.glyphs[Unicode.Scalar(UInt8(0xA0 + index))] = .block(advance: 9, width: 9, height: 9)
    }
    let file = font.bytes
    func number(_ offset: Int, _ size: Int) -> Int {
      file[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }
    var tables: [(tag: [UInt8], bytes: [UInt8])] = [(Array("CFF ".utf8), outlines)]
    for record in stride(from: 12, to: 12 + 16 * number(4, 2), by: 16) {
      let tag = Array(file[record..<record + 4])
      let (offset, size) = (number(record + 8, 4), number(record + 12, 4))
      if !["glyf", "loca"].contains(String(decoding: tag, as: UTF8.self)) {
        tables.append((tag, Array(file[offset..<offset + size])))
      }
    }
    var (directory, data) = ([UInt8](), [UInt8]())
    for table in tables {
      let offset = 12 + 16 * tables.count + data.count
      directory += table.tag + word(0) + word(offset) + word(table.bytes.count)
      data += table.bytes + [UInt8](repeating: 0, count: (4 - table.bytes.count % 4) % 4)
    }
    return Array("OTTO".utf8) + [0, UInt8(tables.count), 0, 0, 0, 0, 0, 0] + directory + data
  }

  /// The Compact Font Format: The Compact Font Format Specification, and Type 2 charstrings.
  private var outlines: [UInt8] {
    // The subroutine with this number is called by 32 more than that, and 29.
    func calls(_ subroutine: UInt8, _ count: Int) -> [UInt8] {
      Array(repeatElement([32 + subroutine, 29], count: isSlow ? count : 1).joined())
    }
    let subroutines = [calls(1, 150) + [11], calls(2, 150) + [11], [11]]
    // 50 50 rmoveto, 100 hlineto, 100 vlineto, -100 hlineto, endchar.
    let glyph = calls(0, 150) + [189, 189, 21, 239, 6, 239, 7, 39, 6, 14]
    let start = [1, 0, 4, 1] + index([[0x41]])
    let strings = index([]) + index(subroutines)
    // Its offset as a number of five bytes, and the operator.
    func top(_ offset: Int) -> [UInt8] { index([[29] + word(offset) + [17]]) }
    return start + top((start + top(0) + strings).count) + strings
      + index(Array(repeating: glyph, count: glyphs))
  }

  private func index(_ items: [[UInt8]]) -> [UInt8] {
    let count: [UInt8] = [UInt8(items.count >> 8), UInt8(items.count & 0xFF)]
    guard !items.isEmpty else { return count }
    var offset = 1
    var offsets = word(offset)
    for item in items {
      offset += item.count
      offsets += word(offset)
    }
    return count + [4] + offsets + items.joined()
  }

  private func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
