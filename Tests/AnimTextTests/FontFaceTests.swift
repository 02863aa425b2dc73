import AnimGraphics
import Foundation
import TestSupport
import Testing

@testable import AnimText

@Suite("A face of a font")
struct FontFaceTests {
  @Test("has the names, the lengths and the hash of its file")
  func facts() throws {
    let bytes = TinyFont.letters.bytes
    let face = try FontFace(bytes)
    #expect(face.family == "Tiny" && face.style == "Regular")
    expectEqual(face.postScriptName, "Tiny-Regular")
    #expect(face.unitsPerEm == 1000 && face.ascent == 800 && face.descent == 200)
    expectEqual(face.lineHeight, 1100)
    #expect(face.path == nil && face.index == 0 && face.faceCount == 1)
    let twin = try FontFace(bytes)
    #expect(face.sha256.count == 64 && face.sha256 == twin.sha256)
    var other = TinyFont.letters
    other.style = "Bold"
    let bold = try FontFace(other.bytes)
    #expect(face.sha256 != bold.sha256 && bold.style == "Bold")
  }

  @Test("has the positions of lines in its tables, or those that follow from its height")
  func lines() throws {
    var font = TinyFont.letters
    let plain = try FontFace(font.bytes).metrics
    expectEqual(plain.xHeight, 450)
    expectEqual(plain.strikeoutPosition, 225)
    expectEqual(plain.superscriptOffset, 400)
    font.setWindowsStyle(weight: 400, superscriptOffset: 310)
    let styled = try FontFace(font.bytes).metrics
    expectEqual(styled.strikeoutPosition, 250)
    expectEqual(styled.superscriptOffset, 310)
  }

  @Test("has the glyphs of its characters, with their advances, and no others")
  func glyphs() throws {
    let face = try FontFace(TinyFont.letters.bytes)
    let wide = try #require(face.glyph(of: "w"))
    expectEqual(face.advance(of: wide), 1000)
    expectEqual(face.glyph(of: "a").map(face.advance), 500)
    #expect(face.glyph(of: "b") == nil)
    #expect(face.outline(of: 10_000).isEmpty)
  }

  @Test("has outlines in integral units, with the y axis down")
  func outlines() throws {
    let face = try FontFace(TinyFont.letters.bytes)
    let outline = face.outline(of: try #require(face.glyph(of: "a")))
    expectEqual(
      Array(outline.elements),
      [
        .move(Point(x: 0, y: 0)), .line(Point(x: 0, y: -500)), .line(Point(x: 400, y: -500)),
        .line(Point(x: 400, y: 0)), .close,
      ])
    #expect(face.outline(of: try #require(face.glyph(of: " "))).isEmpty)
  }

  @Test("has curves whose points are exactly halfway between their control points")
  func curves() throws {
    typealias P = TinyFont.Point
    let round = TinyFont.Glyph(
      advance: 100,
      contours: [
        // All four are control points: the contour begins and passes halfway between them.
        [(0, 0), (0, 101), (101, 101), (101, 0)].map { P($0.0, $0.1, isOnCurve: false) },
        // Begins with a control point, and at its last point.
        [P(10, 20, isOnCurve: false), P(20, 20), P(20, 0), P(0, 0)],
        // Ends with a control point.
        [P(0, 0), P(50, 0), P(50, 50, isOnCurve: false)],
      ])
    let face = try FontFace(TinyFont(["o": round]).bytes)
    func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: -y) }
    expectEqual(
      Array(face.outline(of: try #require(face.glyph(of: "o"))).elements),
      [
        .move(p(50.5, 0)),
        .quadratic(control: p(0, 0), end: p(0, 50.5)),
        .quadratic(control: p(0, 101), end: p(50.5, 101)),
        .quadratic(control: p(101, 101), end: p(101, 50.5)),
        .quadratic(control: p(101, 0), end: p(50.5, 0)), .close,
        .move(p(0, 0)), .quadratic(control: p(10, 20), end: p(20, 20)), .line(p(20, 0)), .close,
        .move(p(0, 0)), .line(p(50, 0)), .quadratic(control: p(50, 50), end: p(0, 0)), .close,
      ])
  }

  @Test("is rejected if its bytes aren't a font, or are an unsupported one")
  func refused() throws {
    func error(_ bytes: [UInt8]) -> FontError? {
      do throws(FontError) {
        _ = try FontFace(bytes)
        return nil
      } catch {
        return error
      }
    }
    expectEqual(error([]), .unknownFormat)
    expectEqual(error(Array("%!PS-AdobeFont-1.0, which FreeType could read".utf8)), .unknownFormat)
    expectEqual(error(Array("wOFF and nothing of a font behind it".utf8)), .damaged)
    expectEqual(error(Array(TinyFont.letters.bytes.prefix(60))), .damaged)
    #expect(throws: FontError.damaged) { try FontFace(TinyFont.letters.bytes, index: 1) }
    #expect(throws: FontError.damaged) { try FontFace(TinyFont.letters.bytes, index: -1) }
    var tooFine = TinyFont.letters
    tooFine.unitsPerEm = 5
    expectEqual(error(tooFine.bytes), .damaged)
  }

  @Test(
    "is the same when it is compressed for the web",
    arguments: [("letters.ttf", "letters.woff"), ("layout.ttf", "layout.woff2")])
  func compressed(plain: String, compressed: String) throws {
    let bytes = try FuzzerFiles.bytes(of: "FontCorpus/\(compressed)")
    let face = try FontFace(bytes)
    let original = try FontFace(FuzzerFiles.bytes(of: "FontCorpus/\(plain)"))
    expectEqual(face.family, original.family)
    expectEqual(face.metrics, original.metrics)
    for glyph in FontFace.Glyph(0)..<10 {
      expectEqual(face.outline(of: glyph), original.outline(of: glyph), "\(glyph)")
      expectEqual(face.advance(of: glyph), original.advance(of: glyph), "\(glyph)")
    }
    #expect(face.sha256 != original.sha256)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: FontError.self) { try FontFace(Array(bytes.prefix(count))) }
    }
  }

  @Test("is read from a file, which may be removed or truncated afterwards")
  func files() throws {
    let scratch = try ScratchDirectory()
    let path = scratch / "tiny.ttf"
    try Data(TinyFont.letters.bytes).write(to: URL(fileURLWithPath: path))
    let face = try FontFace(path: path)
    expectEqual(face.path, path)
    try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 10)
    try scratch.remove("tiny.ttf")
    #expect(!face.outline(of: try #require(face.glyph(of: "a"))).isEmpty)
    #expect(throws: FontError.unreadable(reason: "No such file or directory")) {
      try FontFace(path: path)
    }
    #expect(throws: FontError.unreadable(reason: "not a file")) { try FontFace(path: scratch.path) }
    expectEqual(mkfifo(scratch / "pipe", 0o600), 0)
    #expect(throws: FontError.unreadable(reason: "not a file")) {
      try FontFace(path: scratch / "pipe")
    }
    try scratch.write("", to: "large")
    try FileHandle(forWritingTo: URL(fileURLWithPath: scratch / "large"))
      .truncate(atOffset: UInt64(FontLimits.fileBytes) + 1)
    #expect(throws: FontError.tooLarge) { try FontFace(path: scratch / "large") }
  }

  @Test("varies its outlines and advances along the axis of a variable font")
  func variations() throws {
    var font = TinyFont.letters
    font.setWeightAxis(growth: 100)
    let face = try FontFace(font.bytes)
    expectEqual(face.axes, ["wght"])
    for (weight, width) in [(400.0, 400.0), (650, 450), (900, 500), (1000, 500)] {
      let varied = face.varied(by: [FontVariation("wght", weight)])
      let glyph = try #require(varied.glyph(of: "a"))
      expectEqual(
        Array(varied.outline(of: glyph).elements),
        [
          .move(Point(x: 0, y: 0)), .line(Point(x: 0, y: -500)), .line(Point(x: width, y: -500)),
          .line(Point(x: width, y: 0)), .close,
        ])
      expectEqual(varied.advance(of: glyph), Int(width) + 100, "\(weight)")
      expectEqual(varied == face, weight == 400, "\(weight)")
    }
    expectEqual(face.varied(by: [FontVariation("slnt", 5)]), face)
  }

  @Test("returns the same outlines on several threads")
  func threads() async throws {
    let face = try FontFace(TinyFont.letters.bytes)
    let wanted = face.outline(of: 1)
    await withTaskGroup(of: Bool.self) { group in
      for glyph in 0..<64 {
        group.addTask {
          face.outline(of: 1) == wanted && face.outline(of: UInt32(glyph)).error == nil
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }
}

@Suite("The style of a font")
struct FontStyleTests {
  @Test("is read from its name")
  func names() {
    for (name, weight, isItalic) in [
      ("Regular", 400, false), ("", 400, false), ("Bold", 700, false), ("Bold Italic", 700, true),
      ("SemiBold", 600, false), ("Demi", 600, false), ("ExtraLight Oblique", 200, true),
      ("light", 300, false), ("500", 500, false), ("Extra-Bold", 800, false), ("Heavy", 900, false),
      ("Book", 400, false), ("Medium", 500, false), ("99999999999999999999", 400, false),
    ] {
      expectEqual(FontStyle(named: name), FontStyle(weight: weight, isItalic: isItalic), "\(name)")
    }
  }
}
