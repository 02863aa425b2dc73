import Foundation
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Expressions from strangers")
struct HostileExpressionTests {
  /// Reads a file and draws its first frames, within a second even where tests are not optimised.
  private func check(_ json: String, frames: Int = 2) throws {
    let start = ContinuousClock.now
    let animation = try load(json)
    for frame in 0..<frames { draw(animation, frame: Double(frame)) }
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test(
    "none takes long or much memory",
    arguments: [
      "while (true) {}", "for (;;) { var a = []; a.push(a); }",
      "function f() { return f() + f(); } f();",
      "var s = 'x'; while (true) { s += s; }",
      "var a = [1]; while (true) { a = a.concat(a); }",
      "var a = []; for (var i = 0; ; i++) { a[i] = {}; }",
      "try { while (true) {} } catch (e) { while (true) {} } finally { while (true) {} }",
      "eval('while (true) {}')", "var f = function() { eval('f()'); }; f();",
      "new Array(4294967295).join('x')", "'x'.repeat(1e9)", "JSON.stringify(new Array(1e6))",
      "smooth(1, 1e9)", "wiggle(1, 1, 1e9)", "createPath(new Array(1e8), [], [], true)",
      "while (true) createPath([[1, 1]], [], [], true)",
      "while (true) thisComp.layer('None')", "while (true) random()",
      "[1, 2, 3].sort(function() { while (true) {} })",
    ])
  func hostile(expression: String) throws {
    try check(file(expressions: [layer(1, "Own", #""r":\#(property(expression, stored: "0"))"#)]))
  }

  @Test("deep nesting and very long texts are refused or run")
  func longTexts() throws {
    for expression in [
      String(repeating: "(", count: 100_000), String(repeating: "[", count: 100_000),
      "var x = " + String(repeating: "-", count: 100_000) + "1",
      String(repeating: "if (1) ", count: 50_000) + ";",
      "$bm_rt = 1" + String(repeating: " + 1", count: 250_000) + ";",
      "// " + String(repeating: "x", count: 1_000_000),
      "$bm_rt = '" + String(repeating: "x", count: 1_000_000) + "'.length;",
    ] {
      try check(
        file(expressions: [layer(1, "Own", #""r":\#(property(expression, stored: "0"))"#)]))
    }
  }

  @Test("ten thousand expressions share the steps of a frame, whatever each wants")
  func manyExpressions() throws {
    let layers = (1...2500).map { number in
      let endless = property("while (true) {}", stored: "0")
      return layer(
        number, "L", #""r":\#(endless),"o":\#(endless),"sk":\#(endless),"sa":\#(endless)"#)
    }
    let animation = try load(file(expressions: layers))
    #expect(animation.contents.expressions == 10_000)
    try check(file(expressions: layers), frames: 1)
  }

  @Test("an expression takes nothing from others, in whatever order they are evaluated")
  func fairness() throws {
    let greedy = property("while (true) {}", stored: "0")
    let modest = property(
      "var s = 0; for (var i = 0; i < 1000; i++) s += i; $bm_rt = s;", stored: "0")
    for layers in [
      [layer(1, "A", #""r":\#(greedy)"#), layer(2, "B", #""r":\#(modest)"#)],
      [layer(1, "A", #""r":\#(modest)"#), layer(2, "B", #""r":\#(greedy)"#)],
    ] {
      let probe = try ExpressionProbe(file(expressions: layers))
      #expect([probe.numbers(0, at: 0), probe.numbers(1, at: 0)].contains([499_500]))
    }
  }

  @Test("a long chain of expressions that never end does so")
  func longChain() throws {
    let layers = (1...1000).map { number in
      let expression = "$bm_rt = thisComp.layer(index + 1).rotation + 1; while (true) {}"
      return layer(number, "L\(number)", #""r":\#(property(expression, stored: "0"))"#)
    }
    try check(file(expressions: layers))
  }

  @Test("nothing outside the animation is reachable")
  func enclosed() throws {
    let expression = """
      var w = 0;
      if (typeof window !== 'undefined') w += 1;
      if (typeof require !== 'undefined') w += 2;
      if (typeof process !== 'undefined') w += 4;
      try { new Function('return 6')(); w += 8; } catch (e) {}
      try { [].constructor.constructor('return 7')(); w += 16; } catch (e) {}
      $bm_rt = w;
      """
    #expect(try rotation(expression) == 0)
  }

  @Test("no expression sees what another has changed")
  func isolation() throws {
    let first = property("Math.PI = 1; leaked = 5; Array.prototype.x = 2; $bm_rt = 1;", stored: "0")
    let second = property(
      "$bm_rt = (typeof leaked) + [].x + (Math.PI > 3) === 'undefinedundefinedtrue' ? 1 : 0;",
      stored: "0")
    let probe = try ExpressionProbe(
      file(expressions: [layer(1, "A", #""r":\#(first)"#), layer(2, "B", #""r":\#(second)"#)]))
    #expect(probe.numbers(0, at: 0) == [1])
    #expect(probe.numbers(1, at: 0) == [1])
  }
}

/// Draws a frame, as a view of the animation's own size does.
@discardableResult
func draw(_ animation: LottieAnimation, frame: Double) -> DisplayList {
  var list = DisplayList(
    size: PixelSize(
      width: Int(animation.size.width.rounded(.up)),
      height: Int(animation.size.height.rounded(.up))), background: .clear)
  animation.draw(frame: frame, into: &list)
  return list
}
