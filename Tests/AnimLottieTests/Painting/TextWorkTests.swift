import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("The work for texts")
struct TextWorkTests {
  /// A font with a block and a star.
  private let font = """
    "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":75}]},\
    "chars":[{"ch":"x","size":100,"style":"R","fFamily":"F","w":100,"data":{"shapes":[{"ty":"gr",\
    "it":[{"ty":"sh","ks":{"k":{"c":true,"v":[[0,0],[50,0],[50,-100],[0,-100]],\
    "i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}]}]}},\
    {"ch":"y","size":100,"style":"R","fFamily":"F","w":1,"data":{"shapes":[{"ty":"gr",\
    "it":[{"ty":"sr","sy":1,"pt":{"k":20},"or":{"k":50},"ir":{"k":40}}]}]}}]
    """

  /// Returns a layer of a text that an expression makes.
  private func layer(_ expression: String, animators: String = "", end: Int = 10) -> String {
    #"""
    {"ty":5,"ip":0,"op":\#(end),"ks":{},"t":{"d":{"k":[{"t":0,"s":{"f":"F","s":10,"t":"x",\#
    "fc":[1,0,0],"lh":20,"j":0}}],"x":"\#(expression)"},"p":{},"m":{"g":1,"a":{"k":[0,0]}},\#
    "a":[\#(animators)]}}
    """#
  }

  private func draw(_ renderer: LottieRenderer, _ frame: Double) -> (DisplayList, String?) {
    var list = DisplayList(size: PixelSize(width: 100, height: 50))
    let report = renderer.draw(frame: frame, into: &list)
    return (list, report.omission?.description)
  }

  @Test("is limited per frame, and the first layer beyond the limit is reported")
  func letters() throws {
    let layers = [layer("'x'.repeat(3)"), layer("' '.repeat(100000)"), layer("' '.repeat(50000)")]
    let animation = try load(file(layers: layers.joined(separator: ","), font))
    let (list, omission) = draw(LottieRenderer(animation), 0)
    expectEqual(
      omission,
      "layers[1]: frame 0 has more than 131072 letters, counted again for each text animator; "
        + "the rest is not drawn")
    let fits = try load(file(layers: layers.prefix(2).joined(separator: ","), font))
    let (whole, nothing) = draw(LottieRenderer(fits), 0)
    expectEqual(nothing, nil)
    #expect(whole.commands.count > list.commands.count)
  }

  @Test("counts letters once more for each animator")
  func animators() throws {
    let animator = #"{"s":{},"a":{"t":{"k":5}}}"#
    func omission(_ count: Int) throws -> String? {
      let animators = Array(repeating: animator, count: count).joined(separator: ",")
      let layer = layer("' '.repeat(10000)", animators: animators)
      return draw(LottieRenderer(try load(file(layers: layer, font))), 0).1
    }
    #expect(try omission(12) == nil)
    #expect(try omission(13) != nil)
  }

  @Test("is the same whatever was drawn before")
  func history() throws {
    // The lower layer ends at frame 5. Until then it leaves too little work for the upper one.
    let layers = [layer("' '.repeat(100000) + 'x'"), layer("' '.repeat(50000) + 'x'", end: 5)]
    let animation = try load(file(layers: layers.joined(separator: ","), font))
    let renderer = LottieRenderer(animation)
    for frame in [0.0, 7, 2, 7, 0, 9, 4] {
      let (list, omission) = draw(renderer, frame)
      let (fresh, expected) = draw(LottieRenderer(animation), frame)
      #expect(list == fresh, "\(frame)")
      expectEqual(omission, expected)
      expectEqual(omission == nil, frame >= 5)
    }
  }

  @Test("reads the glyph of a character once")
  func glyphs() throws {
    let animation = try load(file(layers: layer("'x'"), font))
    let model = try #require(animation.document.fonts.first)
    func work(_ text: String) -> TextWork {
      let document = TextDocument(
        text: text, font: 0, size: 10, strokeWidth: 0, isStrokeOverFill: false, lineHeight: 15,
        baselineShift: 0, tracking: 0, justification: .left)
      return LetterLayout(document, model, grouping: .character).work
    }
    let (one, many) = (work("x"), work(String(repeating: "x", count: 1000)))
    #expect(one.glyphSteps > 0 && one.glyphSteps == many.glyphSteps)
    expectEqual([one.letters, many.letters], [1, 1000])
  }

  @Test("stops at outlines with too many corners in the middle of a text")
  func corners() throws {
    let animation = try load(file(layers: layer("'y'.repeat(60000)"), font))
    let (list, omission) = draw(LottieRenderer(animation), 0)
    expectEqual(
      omission,
      "layers[0]: frame 0 has outlines with more than 1048576 corners; the rest is not drawn")
    #expect(list.work > 1 << 20 && list.work < (1 << 20) + 100)
  }

  @Test("includes the memory of the results of expressions")
  func results() throws {
    let layers = (0..<6).map { _ in layer("' '.repeat(900000)") }.joined(separator: ",")
    var list = DisplayList(size: PixelSize(width: 100, height: 50))
    let report = LottieRenderer(try load(file(layers: layers, font))).draw(frame: 0, into: &list)
    let failures = report.failedExpressions.map(\.description)
    #expect(!failures.isEmpty && failures.count < 6, "\(failures)")
    #expect(failures.allSatisfy { $0.contains("take more memory") }, "\(failures)")
  }
}
