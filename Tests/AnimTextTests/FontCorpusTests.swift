import TestSupport
import Testing

@testable import AnimText

/// The files with which the fuzzer of fonts begins, and those on which it failed.
@Suite("The fonts of the fuzzer")
struct FontCorpusTests {
  static let starters = FuzzerFiles.corpus("FontCorpus")
  static let findings = FuzzerFiles.findings("font-")

  @Test("there are fonts to start with")
  func corpusExists() { #expect(Self.starters.count >= 3) }

  @Test("each font to start with has letters, which its rules join", arguments: starters)
  func corpus(file: String) throws {
    let fonts = FontStack(try FontFace(try FuzzerFiles.bytes(of: file)))
    expectEqual(ShapedLine("a", in: fonts).outline(size: 10).isEmpty, false)
    guard fonts.primary.family.hasPrefix("Fuzz") else { return }
    expectEqual(ShapedLine("fi", in: fonts).glyphs.count, 1)
    let joined = ShapedLine("\u{628}\u{628}\u{628}", in: fonts).glyphs.map(\.glyph)
    expectEqual(Set(joined).count, 3)
    // The mark is placed above its letter; the advance of the letter before is shortened.
    #expect(try #require(ShapedLine("b\u{301}", in: fonts).glyphs.last).y < 0)
    let (a, b) = (ShapedLine("a", in: fonts).width, ShapedLine("b", in: fonts).width)
    expectEqual(((a + b - ShapedLine("ab", in: fonts).width) * 1000).rounded(), 50)
  }

  @Test("each font on which the fuzzer failed is drawn or rejected", arguments: findings)
  func finding(file: String) throws {
    let bytes = try FuzzerFiles.bytes(of: file)
    let time = ContinuousClock().measure {
      guard let face = try? FontFace(bytes) else { return }
      _ = ShapedLine("fab fi\u{301}", in: FontStack(face)).outline(size: 10)
    }
    #expect(time < .seconds(60))
  }

  @Test("small changes to these fonts are drawn or rejected", arguments: starters)
  func changed(file: String) throws {
    let original = try FuzzerFiles.bytes(of: file)
    var random = SeededGenerator(seed: UInt64(original.count))
    for _ in 0..<300 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      guard let face = try? FontFace(bytes) else { continue }
      let fonts = FontStack(face)
      for text in ["fab fi\u{301}", "\u{628}\u{628} a\u{5D0}"] {
        #expect(ShapedLine(text, in: fonts).glyphs.count <= FontLimits.lineGlyphs)
        _ = ShapedLine(text, in: fonts).outline(size: 10)
      }
    }
  }
}
