import TestSupport
import Testing

@testable import AnimCore
@testable import AnimLottie

@Suite("Fields of styles, masks and texts")
struct StyleFieldTests {
  private func stroke(_ fields: String) throws -> StrokeItem {
    let items = try shapes(#"{"ty":"st","c":{"k":[0,0,0]},"w":{"k":1},\#(fields)}"#)
    guard case .stroke(let stroke)? = items.first else { throw Missing() }
    return stroke
  }

  private struct Missing: Error {}

  @Test("caps and joins have names, and are round by default")
  func strokes() throws {
    try expectEqual(
      [0, 1, 2, 3].map { try stroke(#""lc":\#($0)"#).cap }, [.round, .butt, .round, .square])
    try expectEqual(
      [0, 1, 2, 3].map { try stroke(#""lj":\#($0)"#).join }, [.round, .miter, .round, .bevel])
    try expectEqual(stroke(#""ml":3"#).miterLimit.value, 3)
    try expectEqual(stroke(#""ml":3,"ml2":{"k":7}"#).miterLimit.value, 7)
    let dashed = try stroke(
      #""d":[{"n":"d","v":{"k":1}},{"n":"g","v":{"k":2}},{"n":"o","v":{"k":3}}]"#)
    #expect(dashed.dashes.map(\.value) == [1, 2] && dashed.dashOffset.value == 3)
  }

  @Test("the modes of masks have names")
  func masks() throws {
    let modes = ["n", "a", "s", "i", "l", "d", "f"]
    let masks = modes.map { #"{"mode":"\#($0)","inv":\#($0 == "s"),"pt":{"k":{"v":[]}}}"# }
    let layer = #"{"ty":3,"masksProperties":[\#(masks.joined(separator: ","))]}"#
    let loaded = try load(file(layers: layer)).document.layers[0].masks
    #expect(
      loaded.map(\.mode)
        == [nil, .add, .subtract, .intersect, .lighten, .darken, .difference])
    expectEqual(loaded.map(\.isInverted), modes.map { $0 == "s" })
  }

  @Test("texts have defaults: no stroke, no tracking, left-aligned, a line height of 1.2")
  func texts() throws {
    let layer = #"{"ty":5,"t":{"d":{"k":[{"t":0,"s":{"t":"x","s":10,"sc":[0,0,1]}}]}}}"#
    guard
      case .text(let text) = try load(file(layers: layer)).document.layers[0].content,
      let document = text.documents.first?.document
    else { throw Missing() }
    #expect(document.strokeWidth == 0 && document.strokeColor == [0, 0, 1, 1])
    #expect(document.fillColor == nil && !document.isStrokeOverFill && document.box == nil)
    #expect(document.tracking == 0 && document.baselineShift == 0 && document.lineHeight == 12)
    expectEqual(document.justification, .left)
  }
}
