import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

/// The work of a frame is counted in steps of some nanoseconds each, so that these tests don't
/// depend on the machine. A frame may take ten million steps, which is some tens of milliseconds.
@Suite("Untrusted expressions")
struct HostileExpressionTests {
  /// Returns a file whose only layer has a rotation with these expressions.
  private func hostile(_ expression: String) -> String {
    file(expressions: [layer(1, "Own", #""r":\#(property(expression, stored: "0"))"#)])
  }

  @Test(
    "none takes more steps or memory than its limit",
    arguments: [
      ("while (true) {}", "too many steps"),
      ("for (;;) { var a = []; a.push(a); }", "too much memory"),
      ("function f() { return f() + f(); } f();", "too many nested calls"),
      ("var s = 'x'; while (true) { s += s; }", "a string is too long"),
      ("var a = [1]; while (true) { a = a.concat(a); }", "too much memory"),
      ("var a = []; for (var i = 0; ; i++) { a[i] = {}; }", "too much memory"),
      (
        "try { while (true) {} } catch (e) { while (true) {} } finally { while (true) {} }",
        "too many steps"
      ),
      ("eval('while (true) {}')", "too many steps"),
      ("var f = function() { eval('f()'); }; f();", "too many nested callbacks"),
      ("new Array(4294967295).join('x')", "too many steps"),
      ("'x'.repeat(1e9)", "a string is too long"),
      ("JSON.stringify(new Array(1e6))", "too many steps"),
      ("smooth(1, 1e9)", ""), ("wiggle(1, 1, 1e9)", ""),
      (
        "createPath(new Array(1e8), [], [], true)",
        "line 1: RangeError: a path has at most 50000 points"
      ),
      ("while (true) createPath([[1, 1]], [], [], true)", "too much memory"),
      ("while (true) thisComp.layer('None')", "too many steps"),
      ("while (true) random()", "too many steps"),
      ("[1, 2, 3].sort(function() { while (true) {} })", "too many steps"),
      ("/(x+x+)+y/.test('x'.repeat(1000))", "too many steps"),
    ])
  func limits(expression: String, reason: String) throws {
    let probe = try ExpressionProbe(hostile(expression))
    let limits = LottieLimits()
    for frame in 0..<2 {
      _ = probe.numbers(at: Double(frame))
      expectEqual(probe.reasons, (reason.isEmpty ? [] : [reason]))
      // One expression alone may have a tenth.
      #expect(probe.stepsTaken <= limits.expressionSteps / 10)
    }
  }

  @Test("deep nesting and very long texts are rejected or run")
  func longTexts() throws {
    func outcome(_ expression: String) throws -> String {
      let animation = try load(hostile(expression))
      if let refused = animation.diagnostics.first { return refused.message }
      var list = DisplayList(size: PixelSize(width: 8, height: 8))
      let report = LottieRenderer(animation).draw(frame: 0, into: &list)
      return report.failedExpressions.first?.message ?? ""
    }
    for (expression, part) in [
      (String(repeating: "(", count: 100_000), "nested too deeply"),
      (String(repeating: "[", count: 100_000), "nested too deeply"),
      ("var x = " + String(repeating: "-", count: 100_000) + "1", "nested too deeply"),
      (String(repeating: "if (1) ", count: 50_000) + ";", "nested too deeply"),
      ("$bm_rt = 1" + String(repeating: " + 1", count: 250_000) + ";", ""),
      ("// " + String(repeating: "x", count: 1_000_000), "no result"),
      ("$bm_rt = '" + String(repeating: "x", count: 1_000_000) + "'.length;", ""),
    ] {
      let message = try outcome(expression)
      #expect(part.isEmpty ? message.isEmpty : message.contains(part), "\(message)")
    }
  }

  @Test("ten thousand expressions share the steps of a frame, however many each requests")
  func manyExpressions() throws {
    let layers = (1...2500).map { number in
      let endless = property("while (true) {}", stored: "0")
      return layer(
        number, "L", #""r":\#(endless),"o":\#(endless),"sk":\#(endless),"sa":\#(endless)"#)
    }
    let json = file(expressions: layers)
    let probe = try ExpressionProbe(json)
    expectEqual(probe.animation.contents.expressions, 10_000)
    for id in 0..<10_000 { _ = probe.numbers(id, at: 0, begins: id == 0) }
    expectEqual(probe.reasons.count, 10_000)
    // Each exceeds its share by the loop in which it is stopped.
    #expect(probe.stepsTaken <= LottieLimits().expressionSteps)
    _ = draw(probe.animation, frame: 0)
  }

  @Test("an expression takes no steps from others, in any order of evaluation")
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

  @Test("a long chain of endless expressions ends")
  func longChain() throws {
    let layers = (1...1000).map { number in
      let expression = "$bm_rt = thisComp.layer(index + 1).rotation + 1; while (true) {}"
      return layer(number, "L\(number)", #""r":\#(property(expression, stored: "0"))"#)
    }
    let probe = try ExpressionProbe(file(expressions: layers))
    #expect(probe.numbers(0, at: 0) == nil)
    expectEqual(probe.reasons.count, 1000)
    #expect(probe.stepsTaken <= 2 * LottieLimits().expressionSteps)
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
    try expectEqual(rotation(expression), 0)
  }

  @Test("no expression sees the changes of another")
  func isolation() throws {
    let first = property("Math.PI = 1; leaked = 5; Array.prototype.x = 2; $bm_rt = 1;", stored: "0")
    let second = property(
      "$bm_rt = (typeof leaked) + [].x + (Math.PI > 3) === 'undefinedundefinedtrue' ? 1 : 0;",
      stored: "0")
    let probe = try ExpressionProbe(
      file(expressions: [layer(1, "A", #""r":\#(first)"#), layer(2, "B", #""r":\#(second)"#)]))
    expectEqual(probe.numbers(0, at: 0), [1])
    expectEqual(probe.numbers(1, at: 0), [1])
  }
}

/// Returns a frame, drawn as in a view of the animation's own size.
func draw(_ animation: LottieAnimation, frame: Double) -> DisplayList {
  draw(LottieRenderer(animation), frame: frame)
}

/// Returns a frame, drawn by a renderer that may have drawn others.
func draw(_ renderer: LottieRenderer, frame: Double) -> DisplayList {
  let animation = renderer.animation
  var list = DisplayList(
    size: PixelSize(
      width: Int(animation.size.width.rounded(.up)),
      height: Int(animation.size.height.rounded(.up))), background: .clear)
  renderer.draw(frame: frame, into: &list)
  return list
}
