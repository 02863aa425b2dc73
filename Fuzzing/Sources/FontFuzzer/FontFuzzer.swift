import AnimGraphics
import AnimText

/// The fuzz target. libFuzzer calls it repeatedly with generated fonts.
///
/// Reads the font and, unless it is rejected, shapes and draws lines of several scripts, and draws
/// the first glyphs. libFuzzer checks that this doesn't trap or use too much time or memory. The
/// lines must be the same after the font is read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func readAndShape(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
  for index in 0..<2 {
    guard let face = try? FontFace(bytes, index: index) else { continue }
    let first = outlines(of: face)
    for glyph in 0..<64 { _ = face.outline(of: FontFace.Glyph(glyph)) }
    precondition(outlines(of: face) == first, "a line depends on what was drawn before")
    guard let twin = try? FontFace(bytes, index: index) else {
      preconditionFailure("a font is read once only")
    }
    precondition(outlines(of: twin) == first, "a line depends on more than the font")
  }
  return 0
}

private let lines = [
  "fab fi\u{301} a\u{301}b", "\u{628}\u{628}\u{628} a\u{5D0}\u{5D1}(1)", "aw H 日本語",
]

private func outlines(of face: FontFace) -> [Path] {
  let fonts = FontStack(face)
  return lines.map { text in
    let outline = ShapedLine(text, in: fonts).outline(size: 10)
    var list = DisplayList(size: PixelSize(width: 32, height: 32), background: .clear)
    list.fill(outline, .color(.white), transform: Transform(translation: Vector(dx: 0, dy: 16)))
    Rasterizer(threads: 1).paint(list, into: PixelImage(size: list.size, isOpaque: false))
    return outline
  }
}
