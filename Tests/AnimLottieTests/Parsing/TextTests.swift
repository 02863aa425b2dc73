import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Text and fonts")
struct TextTests {
  private let fonts =
    #"""
    "fonts":{"list":[{"fName":"F-Bold","fFamily":"F","fStyle":"Bold","ascent":71}]},
    "chars":[{"ch":"a","style":"Bold","fFamily":"F","w":55,"size":10,
      "data":{"shapes":[{"ty":"gr","it":[{"ty":"rc"}]}]}}]
    """#

  private func content(
    _ fields: String, version: String = "5.7.0"
  ) throws -> (LayerText?, [String]) {
    let json = file(layers: #"{"ty":5,"t":{\#(fields)}}"#, fonts)
      .replacing(#""v":"5.7.0""#, with: #""v":"\#(version)""#)
    let animation = try load(json)
    guard case .text(let text)? = animation.document.layers.first?.content else {
      return (nil, animation.diagnostics.map(\.description))
    }
    return (text, animation.diagnostics.map(\.description))
  }

  @Test("fonts have the outlines of their characters")
  func fontTable() throws {
    let font = try #require(try load(file(layers: "", fonts)).document.fonts.first)
    #expect(font.name == "F-Bold" && font.family == "F" && font.style == "Bold")
    expectEqual(font.ascent, 71)
    expectEqual(font.glyphs["a"]?.width, 55)
    expectEqual(font.glyphs["a"]?.shapes.count, 1)
  }

  @Test("a document has its text, font, colours and box")
  func document() throws {
    let (text, diagnostics) = try content(
      #"""
      "d":{"k":[{"t":3,"s":{"t":"aa a\raa","f":"F-Bold","s":20,"fc":[1,0,0],"sc":[0,1,0],"sw":2,
        "of":true,"lh":30,"ls":4,"tr":50,"j":2,"sz":[100,50],"ps":[-50,-25]}}]}
      """#)
    let document = try #require(text?.documents.first?.document)
    expectEqual(text?.documents.first?.time, 3)
    expectEqual(document.text, "aa a\raa")
    expectEqual(document.font, 0)
    expectEqual(document.fillColor, SIMD4(1, 0, 0, 1))
    expectEqual(document.strokeColor, SIMD4(0, 1, 0, 1))
    #expect(document.isStrokeOverFill)
    expectEqual(
      [document.size, document.strokeWidth, document.lineHeight, document.baselineShift],
      [
        20, 2, 30, 4,
      ])
    expectEqual(document.tracking, 50)
    expectEqual(document.justification, .center)
    expectEqual(document.box, Rect(x: -50, y: -25, width: 100, height: 50))
    #expect(diagnostics.isEmpty)
  }

  @Test("documents are sorted by time")
  func documents() throws {
    let (text, _) = try content(
      #""d":{"k":[{"t":5,"s":{"t":"b"}},{"t":0,"s":{"t":"a"}},{"t":9}]}"#)
    expectEqual(text?.documents.map(\.document.text), ["a", "b"])
  }

  @Test("files before 4.4.14 have a constant document")
  func staticText() throws {
    let (text, _) = try content(#""d":{"t":"a","s":7}"#, version: "4.4.13")
    expectEqual(text?.documents.map(\.document.text), ["a"])
    expectEqual(text?.documents.first?.document.size, 7)
  }

  @Test("animators have their selector and their properties")
  func animators() throws {
    let (found, _) = try content(
      #"""
      "d":{"k":[{"t":0,"s":{"t":"a"}}]},"m":{"g":3,"a":{"k":[1,2]}},
      "a":[{"s":{"r":2,"b":3,"sh":4,"rn":1,"s":{"k":1},"e":{"k":2},"o":{"k":3},"a":{"k":4},
          "xe":{"k":5},"ne":{"k":6},"sm":{"k":7}},
        "a":{"p":{"k":[8,9]},"fc":{"k":[1,0,0]},"t":{"k":10},"fo":{"k":11}}},{"s":{},"a":{}}]
      """#)
    let text = try #require(found)
    expectEqual(text.alignment.grouping, .line)
    expectEqual(text.alignment.alignment.value, SIMD2(1, 2))
    let animator = text.animators[0]
    let selector = animator.selector
    #expect(selector.unit == .index && selector.basis == .words && selector.shape == .triangle)
    #expect(selector.randomSeed != nil)
    let values = [
      selector.start, selector.end, selector.offset, selector.amount, selector.maximumEase,
      selector.minimumEase, selector.smoothness,
    ]
    expectEqual(values.map(\.value), [1, 2, 3, 4, 5, 6, 7])
    #expect(animator.transform != nil)
    expectEqual(animator.fillColor?.value, SIMD4(1, 0, 0, 1))
    expectEqual(animator.tracking?.value, 10)
    expectEqual(animator.fillOpacity?.value, 11)
    #expect(text.animators[1].transform == nil)
    expectEqual(text.animators[1].selector.end.value, 100)
  }

  @Test("a selector without an end selects everything after its start, counted in letters too")
  func endlessSelectors() throws {
    let (found, _) = try content(
      #"""
      "d":{"k":[{"t":0,"s":{"t":"a"}}]},
      "a":[{"s":{"r":1,"s":{"k":50}},"a":{}},{"s":{"r":2,"s":{"k":150}},"a":{}}]
      """#)
    let text = try #require(found)
    for animator in text.animators {
      let range = animator.selector.range(at: EvaluationTime(0), count: 300)
      expectEqual([0, 149, 150, 299].map(range.selection), [0, 0, 1, 1])
    }
  }

  @Test("more text than the limit is an error")
  func limit() {
    var limits = LottieLimits()
    limits.textBytes = 3
    let documents = #"{"t":0,"s":{"t":"ab"}},{"t":1,"s":{"t":"cd"}}"#
    #expect(throws: LottieError.tooMuch(.textBytes, limit: 3, path: "layers[0].t.d.k[1].s")) {
      try load(file(layers: #"{"ty":5,"t":{"d":{"k":[\#(documents)]}}}"#), limits: limits)
    }
  }

  @Test("characters without outlines, and a missing path, are reported")
  func diagnostics() throws {
    let (_, diagnostics) = try content(
      #""d":{"k":[{"t":0,"s":{"t":"ab","f":"F-Bold"}}]},"p":{"m":0}"#)
    expectEqual(
      diagnostics,
      [
        "layers[0].t.p: there is no such mask for the text to follow",
        "layers[0]: characters without outlines in the file are not drawn",
      ])
    let (none, missing) = try content("")
    #expect(none == nil)
    expectEqual(missing, ["layers[0].t: the text has no document"])
  }
}
