import AnimGraphics
import TestSupport
import Testing

@testable import AnimLottie

@Suite("Results of expressions")
struct ExpressionResultTests {
  @Test("a number is the value of a property that is a number")
  func number() throws {
    try expectEqual(rotation("$bm_rt = 1 + 2;"), 3)
  }

  @Test("the last value of the variable is the result, even after other statements")
  func variable() throws {
    try expectEqual(rotation("var $bm_rt; $bm_rt = 5; var other = 6; other;"), 5)
  }

  @Test("an expression without the variable has the value of its last statement")
  func completion() throws {
    try expectEqual(rotation("time * 2"), 2)
  }

  @Test("an array sets as many components as the property has, and keeps the rest as stored")
  func array() throws {
    try expectEqual(position("$bm_rt = [1, 2];"), [1, 2, 0])
    try expectEqual(position("$bm_rt = [1, 2, 3, 4];"), [1, 2, 3])
    try expectEqual(position("$bm_rt = [1];"), [1, 20, 0])
  }

  @Test("a number for a vector leaves it as stored, and a number for a list of one is used")
  func mixed() throws {
    try expectEqual(position("$bm_rt = 100;"), [10, 20, 0])
    try expectEqual(rotation("$bm_rt = [30];"), 30)
    try expectEqual(rotation("$bm_rt = [30, 60];"), 7)
  }

  @Test("text is converted to the number that it contains")
  func text() throws {
    try expectEqual(rotation("$bm_rt = '30';"), 30)
    try expectEqual(position("$bm_rt = ['120', '60'];"), [120, 60, 0])
  }

  @Test("a component that isn't a number keeps the value of its keyframes")
  func notANumber() throws {
    let keys = #"[{"t":0,"s":[0,0,0]},{"t":20,"s":[40,80,0]}]"#
    try expectEqual(position("$bm_rt = [0 / 0, 5];", stored: keys), [20, 5, 0])
    try expectEqual(rotation("$bm_rt = undefined + 1;"), 7)
  }

  @Test("the value without the expression is a copy that a script may change")
  func valueIsCopied() throws {
    let probe = try ExpressionProbe(
      file(expressions: [
        layer(1, "Own", #""p":\#(property("value[0] += 10; $bm_rt = value;"))"#)
      ]))
    expectEqual(probe.numbers(at: 0), [20, 20, 0])
    expectEqual(probe.numbers(at: 1), [20, 20, 0])
  }

  @Test(
    "no result, an error and an endless loop keep the stored value, with a reason",
    arguments: [
      "var x;", "$bm_rt = null;", "$bm_rt = noSuchName + 1;", "throw 'no';", "while (true) {}",
      "function f() { return f() + 1; } $bm_rt = f();",
      "var s = 'x'; while (s.length < 1e12) { s += s; } $bm_rt = s.length;",
    ])
  func failures(expression: String) throws {
    let json = file(expressions: [layer(1, "Own", #""r":\#(property(expression, stored: "7"))"#)])
    let probe = try ExpressionProbe(json)
    #expect(probe.numbers(at: 0) == nil)
    expectEqual(probe.reasons.count, 1)
    let layer = try #require(probe.animation.document.layers.first)
    expectEqual(layer.transform.rotation.value(at: 0), 7)
  }

  @Test("an expression that does not parse is reported when the file is read")
  func syntaxError() throws {
    let json = file(expressions: [layer(1, "Own", #""r":\#(property("$bm_rt = [1, ;"))"#)])
    let diagnostics = try load(json).diagnostics
    expectEqual(diagnostics.count, 1)
    expectEqual(diagnostics.first?.place, .path("layers[0].ks.r"))
    expectEqual(diagnostics.first?.message.contains("the expression cannot be run"), true)
  }

  @Test("a failure names the property, the layer and all frames drawn, whatever their order")
  func failureDiagnostic() throws {
    let json = file(expressions: [
      layer(
        1, "Own", #""r":\#(property("$bm_rt = time < 0.5 ? 1 : missing;", stored: "7"))"#)
    ])
    let renderer = LottieRenderer(try load(json))
    var list = DisplayList(size: PixelSize(width: 8, height: 8))
    var report = LottieDrawingReport()
    for frame in [9.0, 3, 7, 5, 8] { report.add(renderer.draw(frame: frame, into: &list)) }
    expectEqual(report.failedExpressions.map(\.place), [.path("layers[0].ks.r")])
    let message = try #require(report.failedExpressions.first?.message)
    #expect(message.contains("layer \"Own\" fails in frames 5 to 9: "))
    #expect(message.contains("missing"))
  }

  @Test("an animation without expressions draws stored values and reports that")
  func ignored() throws {
    let json = file(expressions: [layer(1, "Own", #""r":\#(property("$bm_rt = 1;", stored: "7"))"#)]
    )
    let animation = try LottieAnimation(
      Array(json.utf8), options: .init(runsExpressions: false))
    #expect(animation.document.expressions == nil)
    expectEqual(
      animation.diagnostics.map(\.description),
      [
        "layers[0].ks.r: the expression is not run; its stored value is drawn"
      ])
  }

  @Test("a path, a text and the numbers of a gradient can be computed")
  func otherTypes() throws {
    let path = file(expressions: [
      #"""
      {"ty":4,"ind":1,"ip":0,"op":30,"ks":{},"shapes":[{"ty":"sh","ks":{"k":{"i":[],"o":[],"v":[]},
      "x":\#(quoted("$bm_rt = createPath([[0, 0], [time, 0]], [], [[1, 2]], true);"))}}]}
      """#
    ])
    let shape = try #require(try ExpressionProbe(path).path(at: 20))
    expectEqual(shape.vertices, [SIMD2(0, 0), SIMD2(2, 0)])
    expectEqual(shape.outTangents, [SIMD2(1, 2), SIMD2(0, 0)])
    #expect(shape.isClosed)
    let text = file(expressions: [
      #"""
      {"ty":5,"ind":1,"ip":0,"op":30,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"ab","s":9}}],
      "x":\#(quoted("$bm_rt = value + text.sourceText.length;"))}}}
      """#
    ])
    try expectEqual(ExpressionProbe(text).text(at: 0), "ab2")
    for (result, numbers) in [
      ("[0, 1, 0, time, 1, 0, 0, 0.25]", [0, 1, 0, 2, 1, 0, 0, 0.25]),
      // Components that are missing or aren't numbers keep their stored values. Extra components
      // are ignored.
      ("[0, 0.5, 'x', undefined, 1]", [0, 0.5, 0.2, 0.3, 1, 0.4, 0.5, 0.6]),
      ("[9, 8, 7, 6, 5, 4, 3, 2, 1]", [9, 8, 7, 6, 5, 4, 3, 2]),
    ] as [(String, [Double])] {
      let gradient = file(expressions: [
        #"""
        {"ty":4,"ind":1,"ip":0,"op":30,"ks":{},"shapes":[{"ty":"gf","o":{"k":100},"t":1,
        "s":{"k":[0,0]},"e":{"k":[9,0]},"g":{"p":2,"k":{"k":[0,0.1,0.2,0.3,1,0.4,0.5,0.6],
        "x":\#(quoted("$bm_rt = \(result);"))}}}]}
        """#
      ])
      try expectEqual(ExpressionProbe(gradient).list(at: 20), numbers, "\(result)")
    }
  }
}
