import TestSupport
import Testing

@testable import AnimText

@Suite("The cost of a glyph")
struct GlyphCostTests {
  /// The costs of the first glyphs of a font of programs.
  private func costs(_ programs: [UInt8]..., subroutines: [[UInt8]] = []) throws -> [Int?] {
    let padding = Array(repeating: ProgramFont.square, count: max(5 - programs.count, 0))
    let face = try FontFace(
      ProgramFont(programs: programs + padding, subroutines: subroutines).bytes)
    return programs.indices.map { face.cost(of: FontFace.Glyph($0)) }
  }

  @Test("counts a subroutine each time that it is called")
  func subroutines() throws {
    let square = ProgramFont.square
    let costs = try costs(
      square, ProgramFont.calls(0, 1) + square, ProgramFont.calls(0, 10) + square,
      subroutines: [[139, 139, 139, 139, 22, 11]])
    let plain = try #require(costs[0])
    let once = try #require(costs[1])
    expectEqual(costs[2], plain + 10 * (once - plain))
    #expect(once > plain)
  }

  @Test("skips masks, whose length depends on the hints")
  func masks() throws {
    // Nine hints, then a mask of two bytes. As operators, they would call a subroutine that doesn't exist.
    let hints = Array(repeating: UInt8(140), count: 18) + [18]
    let square = Array(ProgramFont.square.dropLast())
    let masked = hints + [19, 32, 29] + square + [14]
    // Two more hints before the mask are vertical hints.
    let implied = hints + [140, 140, 140, 140, 19, 32, 29] + square + [14]
    #expect(try costs(masked, implied).allSatisfy { $0 != nil })
    let face = try FontFace(
      ProgramFont(programs: [masked, implied] + Array(repeating: [14], count: 3)).bytes)
    #expect(!face.outline(of: 0).isEmpty && !face.outline(of: 1).isEmpty)
  }

  @Test("is unknown for programs that compute which subroutine they call, or that never end")
  func unknown() throws {
    let square = ProgramFont.square
    let computed: [UInt8] = [139, 32, 12, 10, 29] + square
    let rolled: [UInt8] = [32, 139, 141, 140, 12, 30, 29] + square
    let missing: [UInt8] = [40, 29] + square
    let endless = ProgramFont.calls(1, 1) + square
    let costs = try costs(
      computed, rolled, missing, endless, square,
      subroutines: [[11], ProgramFont.calls(1, 1) + [11]])
    expectEqual(costs.map { $0 == nil }, [true, true, true, true, false])
    let face = try FontFace(ProgramFont(programs: Array(repeating: square, count: 5)).bytes)
    #expect(!face.outline(of: 0).isEmpty)
  }

  @Test("finds the last of many tables")
  func tables() {
    let count = 12
    func word(_ number: Int) -> [UInt8] { [0, 0, UInt8(number >> 8), UInt8(number & 0xFF)] }
    var bytes: [UInt8] = Array("OTTO".utf8) + [0, UInt8(count), 0, 0, 0, 0, 0, 0]
    for index in 0..<count {
      bytes += Array("tab".utf8) + [UInt8(0x61 + index)] + word(0) + word(index) + word(1)
    }
    bytes.withUnsafeBytes { bytes in
      let font = FontBytes(bytes)
      #expect(font.table("tabl", face: 0) != nil)
      #expect(font.table("tabm", face: 0) == nil)
    }
  }

  @Test("includes both parts of an accented letter")
  func accents() throws {
    // 0 0 65 65 endchar: A with A, which the standard charset has at index 34.
    let accented: [UInt8] = [139, 139, 204, 204, 14]
    var programs = Array(repeating: ProgramFont.square, count: 36)
    programs[1] = accented
    programs[34] = ProgramFont.delay + ProgramFont.square
    let slow = try FontFace(
      ProgramFont(programs: programs, subroutines: ProgramFont.delays).bytes)
    expectEqual(slow.cost(of: 1), nil)
    programs[34] = ProgramFont.square
    let fast = try FontFace(ProgramFont(programs: programs).bytes)
    let (whole, part) = (try #require(fast.cost(of: 1)), try #require(fast.cost(of: 34)))
    #expect(whole > 2 * part)
  }

  @Test("counts the parts of a glyph each time that they are used")
  func parts() throws {
    var font = TinyFont.letters
    // The first letter is glyph 1. Each of these has it a number of times.
    font.glyphs["\u{200}"] = TinyFont.Glyph(advance: 500, parts: [1])
    font.glyphs["\u{201}"] = TinyFont.Glyph(advance: 500, parts: [1, 1, 1, 1])
    let face = try FontFace(font.bytes)
    func cost(_ scalar: Unicode.Scalar) throws -> Int {
      let glyph = try #require(face.glyph(of: scalar))
      return try #require(face.cost(of: glyph))
    }
    let (once, often) = (try cost("\u{200}"), try cost("\u{201}"))
    #expect(often > 3 * once && often < 4 * once)
  }

  @Test("is known for every glyph of the fuzzer's fonts", arguments: FontCorpusTests.starters)
  func corpus(file: String) throws {
    let face = try FontFace(try FuzzerFiles.bytes(of: file))
    for scalar in (0x20 as UInt32..<0x7F).compactMap(Unicode.Scalar.init) {
      guard let glyph = face.glyph(of: scalar) else { continue }
      #expect(face.cost(of: glyph) != nil, "\(scalar)")
    }
  }
}
