import AnimGraphics
import TestSupport
import Testing

@testable import AnimText

@Suite("Imitated styles") struct FontSynthesisTests {
  private func face(weight: Int = 400, isItalic: Bool = false) throws -> FontFace {
    var font = TinyFont.letters
    // A square ring: the inner contour runs in the opposite direction.
    font.glyphs["o"] = TinyFont.Glyph(
      advance: 700,
      contours: [
        [.init(0, 0), .init(0, 600), .init(600, 600), .init(600, 0)],
        [.init(200, 200), .init(400, 200), .init(400, 400), .init(200, 400)],
      ])
    font.setWindowsStyle(weight: weight, width: 5, isItalic: isItalic)
    return try FontFace(font.bytes)
  }

  private func outline(_ scalar: Unicode.Scalar, _ face: FontFace) throws -> Path {
    face.outline(of: try #require(face.glyph(of: scalar)))
  }

  @Test("a regular face imitates bold text by wider stems and narrower holes") func bold() throws {
    let face = try face()
    let bold = face.imitating(FontStyle(weight: 700), .all)
    let points = try outline("o", bold).elements.compactMap { element -> Point? in
      switch element {
      case .move(let end), .line(let end): end
      default: nil
      }
    }
    let (xs, ys) = (points.map(\.x).sorted(), points.map(\.y).sorted())
    expectEqual([xs.first, xs.last, ys.first, ys.last], [-18, 618, -618, 18])
    expectEqual(Set(xs), [-18, 218, 382, 618])
    expectEqual(bold.advance(of: 1), face.advance(of: 1))
  }

  @Test("equal points of an outline move together") func equalPoints() {
    func bold(_ corners: [Point]) -> Path {
      var path = Path()
      path.move(to: corners[0])
      for corner in corners.dropFirst() { path.addLine(to: corner) }
      path.close()
      return path.emboldened(by: 2)
    }
    let corners = [Point(x: 0, y: 0), Point(x: 0, y: 9), Point(x: 9, y: 9), Point(x: 9, y: 0)]
    let plain = bold(corners)
    let repeated = bold(corners.flatMap { [$0, $0, $0] })
    expectEqual(repeated.bounds, plain.bounds)
    expectEqual(bold([corners[0], corners[0]]).bounds?.width, 0)
  }

  @Test("an upright face imitates italic text by slanting to the right") func italic() throws {
    let italic = try face().imitating(FontStyle(isItalic: true), .all)
    let bounds = try #require(try outline("H", italic).bounds)
    expectEqual(bounds, Rect(x: 0, y: -700, width: 775, height: 700))
  }

  @Test("a face imitates only styles that it lacks and that are allowed") func unchanged() throws {
    let regular = try face()
    expectEqual(regular.imitating(FontStyle(weight: 500), .all), regular)
    expectEqual(regular.imitating(FontStyle(weight: 700, isItalic: true), []), regular)
    expectEqual(regular.imitating(FontStyle(weight: 700), .style), regular)
    let bold = try face(weight: 700, isItalic: true)
    expectEqual(bold.imitating(FontStyle(weight: 900, isItalic: true), .all), bold)
    expectEqual(bold.imitating(FontStyle(), .all), bold)
  }

  @Test("a stack reports the visible characters that no font has") func missing() throws {
    let stack = FontStack(try face())
    for scalar in "a \u{2603}\n\u{200B}w".unicodeScalars { _ = stack.face(for: scalar) }
    expectEqual(stack.missing, ["\u{2603}"])
  }

  @Test("an emoji that the requested font draws in colour isn't taken from the emoji font")
  func ownEmoji() throws {
    var font = TinyFont.letters
    font.glyphs["\u{1F600}"] = TinyFont.letters.glyphs["a"]
    font.glyphs["\u{1F601}"] = TinyFont.letters.glyphs["a"]
    font.setLayers("\u{1F600}", [("a", [255, 0, 0])])
    let requested = try FontFace(font.bytes)
    let emoji = try face()
    let stack = FontStack(requested, emoji: { _ in emoji }, fallback: { _ in nil })
    expectEqual(stack.face(for: "\u{1F600}"), requested)
    expectEqual(stack.face(for: "\u{1F601}"), emoji)
  }

  @Test("a variation selector chooses between the outline and the image of a character")
  func presentation() throws {
    let (text, image) = try (face(), face())
    let stack = FontStack(
      text, emoji: { ["a", "\u{1F600}"].contains($0) ? image : nil }, fallback: { _ in nil })
    func faces(_ text: String) -> [Bool] {
      let scalars = Array(text.unicodeScalars)
      let part = ShapedText.Part(end: scalars.count, fonts: stack, features: [])
      return ShapedText(scalars, parts: [part], direction: .leftToRight).runs
        .map { $0.face == image }
    }
    expectEqual(faces("a"), [false])
    expectEqual(faces("a\u{FE0F}"), [true])
    expectEqual(faces("\u{1F600}"), [true])
    expectEqual(faces("\u{1F600}\u{FE0E}"), [false])
  }
}
