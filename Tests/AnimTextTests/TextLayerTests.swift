import AnimCore
import TestSupport
import Testing

@testable import AnimText

@Suite("A layer of text")
struct TextLayerTests {
  /// Letters a of half an em and w of a whole one, spaces and ellipses of a quarter, lines of 1.1.
  private static func fonts() throws -> FontStack {
    var font = TinyFont.letters
    font.glyphs["…"] = .block(advance: 250, width: 200, height: 100)
    return FontStack(try FontFace(font.bytes))
  }

  private func lines(_ text: String, _ width: Double?, _ maximum: Int? = nil) throws -> [Double] {
    let words = TextWords(text, in: try Self.fonts())
    return TextLayout(words, width: width, maximumLines: maximum).lines.map(\.width)
  }

  @Test("breaks between words and at line feeds, and lets a long word overflow")
  func breaking() throws {
    try expectEqual(lines("aa w a", nil), [3])
    try expectEqual(lines("aa w a", 3), [3])
    try expectEqual(lines("aa w a", 2.9), [2.25, 0.5])
    try expectEqual(lines("aa wwww a", 2), [1, 4, 0.5])
    try expectEqual(lines("a\n\nw a", 2), [0.5, 0, 1.75])
    try expectEqual(lines("", 2), [0])
  }

  @Test("ends the last line that fits with an ellipsis")
  func truncation() throws {
    try expectEqual(lines("aa w a", 2.9, 1), [2.5])
    try expectEqual(lines("aa w a", 2.3, 1), [1.25])
    try expectEqual(lines("aa w a", 2.9, 2), [2.25, 0.5])
    try expectEqual(lines("aa w a", 0.1, 1), [0.25])
    try expectEqual(lines("a\nw", nil, 1), [0.75])
    try expectEqual(lines("a", 9, 0), [])
  }

  @Test("wraps its lines again while its size is animated, and otherwise caches them")
  func size() throws {
    let layer = TextLayer("aa w a", in: try Self.fonts())
    let tree = LayerTree(root: layer)
    (layer.width, layer.fontSize) = (30, 10)
    tree.update(to: 1)
    expectEqual(layer.textSize, Size(width: 30, height: 11))
    tree.animate(duration: 1, curve: .linear) { layer.fontSize = 20 }
    tree.update(to: 1.5)
    expectEqual(layer.textSize, Size(width: 30, height: 33))
    (layer.width, layer.string) = (nil, "aw")
    #expect(layer.textSize == Size(width: 22.5, height: 16.5) && !layer.isTruncated)
    #expect(layer.contains(Point(x: 22, y: 14)) && !layer.contains(Point(x: 23, y: 14)))
  }

  @Test("draws blocks on the baseline, aligned in its width")
  func drawing() throws {
    // A block of a is 400 units wide; the baseline is 8 below the top.
    for (alignment, start) in [(TextLayer.Alignment.left, 0), (.center, 7), (.right, 15)] {
      let layer = TextLayer("a", in: try Self.fonts())
      (layer.width, layer.fontSize, layer.alignment) = (20, 10, alignment)
      layer.color = .red
      let rendering = LayerTree(root: layer).image(size: Size(width: 20, height: 10))
      let row = (0..<20).map { rendering[$0, 6] }
      expectEqual(row.firstIndex { $0 != 0 }, start, "\(alignment)")
      #expect((0..<20).allSatisfy { rendering[$0, 8] == 0 })
    }
  }
}
