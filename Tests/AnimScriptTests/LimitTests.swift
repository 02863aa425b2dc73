import AnimScript
import TestSupport
import Testing

@Suite("Limits of scripts")
struct LimitTests {
  @Test(
    "endless programs are ended",
    arguments: [
      "for (;;);", "while (true) { }", "do { } while (1)", "function f() { for (;;) { } } f()",
      "for (;;) { try { for (;;) { } } catch (e) { } finally { } }",
      "var a = [1]; for (var x of a) a.push(x)", "/(a*)*b/.test('a'.repeat(40))",
      "/(a|a)*$/.test('a'.repeat(40) + 'b')", "/(x+x+)+y/.exec('x'.repeat(99))",
      "var o = { get a() { for (;;) { } } }; o.a",
      "Object.create({ get a() { for (;;) { } } }).a",
      "[1, 2].sort(() => { for (;;) { } })", "eval('for (;;) { }')",
      "var o = { length: 1e15 }; Array.prototype.indexOf.call(o, 1)", "new Array(4e9).indexOf(1)",
    ])
  func steps(_ source: String) {
    var limits = ScriptLimits()
    limits.steps = 200_000
    expectEqual(limit(source, limits), .steps)
  }

  @Test(
    "programs that grow endlessly are ended",
    arguments: [
      "var s = 'x'; for (;;) s += s", "var a = []; for (;;) a.push(a.slice())",
      "var a = [1]; for (;;) a = a.concat(a)", "var o = {}; for (var i = 0;; i++) o['k' + i] = i",
      "'x'.repeat(1e5).split('').map(c => c.repeat(9)).join('').split('').join('').split('')",
      "'x'.repeat(1e9)", "var a = []; for (;;) a = [a, a]", "'x'.padEnd(1e9)",
      "new Array(1e6).fill(0)",
      "function f() { f() } f()", "var f = () => { [1].map(f) }; f()",
      "var o = { toString() { return '' + o } }; '' + o", "var o = { get a() { return o.a } }; o.a",
      "function f(n) { return f.call(null, n) } f(1)", "function f() { eval('f()') } f()",
      "var a = []; a[0] = a; for (var i = 0; i < 500; i++) a = [a]; JSON.stringify(a)",
      "f.apply(null, new Array(1e5)); function f() { }", "[].concat(...new Array(1e5).fill([1]))",
    ])
  func memory(_ source: String) {
    #expect(limit(source) != nil)
  }

  @Test("a script can't catch that it has reached a limit")
  func uncatchable() {
    expectEqual(limit("try { for (;;) { } } catch (e) { 1 }"), .steps)
    expectEqual(limit("try { (function f() { f() })() } finally { 1 }"), .callDepth)
  }

  @Test("texts that are nested too deeply or are too long are rejected")
  func texts() {
    let deep = 100_000
    for (open, close) in [
      ("(", ")"), ("[", "]"), ("{", "}"), ("!", ""), ("-", " "), ("if (1) ", ""), ("a?", ":b"),
      ("x => ", ""), ("function f() {", "}"), ("`${", "}`"), ("a[", "]"), ("new ", ""),
      ("a = ", ""),
      ("1 ** ", "1"), ("{ a: ", ""), ("typeof ", ""), ("a => {", "}"), ("(a = ", ")"),
      ("({a:", "})"),
      ("try {", "} catch (e) {}"), ("for (;;) ", ""), ("l: ", ""), ("/(", ")/"), ("f(", ")"),
    ] {
      let source =
        String(repeating: open, count: deep) + "1" + String(repeating: close, count: deep)
      #expect(throws: ScriptError.self, "\(open)") {
        try Script(source, vocabulary: Vocabulary([]))
      }
    }
    expectEqual(limit(String(repeating: "a.", count: 100_000) + "b"), .nesting)
    expectEqual(limit(String(repeating: " ", count: 2_000_000)), .sourceLength)
    #expect(throws: ScriptError.self) {
      try Script("/" + String(repeating: "(", count: 50_000) + "/", vocabulary: Vocabulary([]))
    }
  }

  @Test("a megabyte of plain text is compiled and evaluated")
  func megabyte() {
    var limits = ScriptLimits()
    limits.steps = 20_000_000
    let sum = String(repeating: "1+", count: 400_000) + "1"
    expectEqual(evaluate(sum, limits: limits), "400001")
    let list = "[" + String(repeating: "1,", count: 200_000) + "].length"
    expectEqual(evaluate(list, limits: limits), "200000")
  }

  @Test("an interpreter works as before after it has ended a script")
  func afterwards() throws {
    let interpreter = Interpreter()
    let vocabulary = Vocabulary([])
    for source in [
      "for (;;) { }", "(function f() { f() })()", "var s = 'x'; for (;;) s += s", "throw 1",
    ] {
      let script = try Script(source, vocabulary: vocabulary)
      #expect(throws: ScriptError.self) {
        try interpreter.evaluate(script, host: EmptyHost()) { _ throws(Exception) in }
      }
      let plain = try Script("[1, 2].map(x => x + 1).join()", vocabulary: vocabulary)
      let text = try interpreter.evaluate(plain, host: EmptyHost()) { value throws(Exception) in
        interpreter.text(value)
      }
      expectEqual(text, "2,3")
    }
  }

  @Test("evaluations share an allowance of steps")
  func allowance() throws {
    let interpreter = Interpreter()
    interpreter.allowance = 5000
    let script = try Script("for (var i = 0; i < 100; i++) { }", vocabulary: Vocabulary([]))
    var count = 0
    while (try? interpreter.evaluate(script, host: EmptyHost()) { _ throws(Exception) in }) != nil {
      count += 1
    }
    #expect(count > 2 && count < 50)
    expectEqual(interpreter.allowance, 0)
  }

  @Test("no function creates a text longer than the limit, and each can create one of that length")
  func textLength() {
    var limits = ScriptLimits()
    limits.stringLength = 60
    for (longest, tooLong) in [
      ("'ab'.repeat(30)", "'ab'.repeat(31)"), ("'a'.padEnd(60)", "'a'.padEnd(61)"),
      ("'ab'.padStart(60, 'xyz')", "'ab'.padStart(61, 'xyz')"),
      ("Array(30).fill('a').join()", "Array(31).fill('a').join()"),
      ("'a'.repeat(40) + 'b'.repeat(20)", "'a'.repeat(40) + 'b'.repeat(21)"),
      ("'a'.repeat(30).concat('b'.repeat(30))", "'a'.repeat(30).concat('b'.repeat(31))"),
      ("'aaaaaaaaaa'.replace(/a/g, 'bbbbbb')", "'aaaaaaaaaab'.replace(/a/g, 'bbbbbb')"),
      ("'aaaaaaaaaa'.replaceAll('a', 'bbbbbb')", "'aaaaaaaaaab'.replaceAll('a', 'bbbbbb')"),
      ("JSON.stringify('a'.repeat(58))", "JSON.stringify('a'.repeat(59))"),
      ("`${'a'.repeat(59)}b`", "`${'a'.repeat(59)}bc`"),
    ] {
      #expect(limit(longest, limits) == nil, "\(longest)")
      expectEqual(limit(tooLong, limits), .stringLength, "\(tooLong)")
    }
  }

  @Test("a text of eval that an earlier evaluation has compiled counts as much as a new one")
  func evaluatedTexts() throws {
    var limits = ScriptLimits()
    limits.heapBytes = 1 << 16
    limits.stringLength = 1 << 24
    let vocabulary = Vocabulary(["value", "parent"])
    /// Returns the result of the last of several evaluations in an interpreter.
    func outcome(_ length: Int, evaluations: Int) throws -> String {
      // Only names of the vocabulary, so that the text is kept.
      let script = try Script(
        "for (var i = 0; i < 50; i++) eval('typeof value; typeof parent;');"
          + " 'x'.repeat(\(length)).length", vocabulary: vocabulary, limits: limits)
      let interpreter = Interpreter(limits: limits)
      var outcome = ""
      for _ in 0..<evaluations {
        do throws(ScriptError) {
          outcome = try interpreter.evaluate(script, host: EmptyHost()) {
            value throws(Exception) in interpreter.text(value)
          }
        } catch {
          outcome = "\(error)"
        }
        outcome += ", \(interpreter.steps) steps"
      }
      return outcome
    }
    // The longest string for which there is room.
    var (low, high) = (0, 1 << 22)
    while high - low > 1 {
      let middle = (low + high) / 2
      if try outcome(middle, evaluations: 1).hasPrefix("\(middle),") {
        low = middle
      } else {
        high = middle
      }
    }
    #expect(low > 1000)
    for length in [low - 9, low, high, high + 9] {
      try expectEqual(outcome(length, evaluations: 2), outcome(length, evaluations: 1))
    }
  }

  @Test("a skipped evaluation that is counted leaves as much as one that is performed")
  func usage() throws {
    let script = try Script(
      "var s = 0; for (var i = 0; i < 50; i++) { s += [i, 'x' + i].length; } s",
      vocabulary: Vocabulary([]))
    let interpreter = Interpreter()
    interpreter.allowance = 10_000
    func evaluate() throws {
      try interpreter.evaluate(script, host: EmptyHost()) { _ throws(Exception) in }
    }
    try evaluate()
    let usage = interpreter.usage
    expectEqual(interpreter.allowance, 10_000 - usage.steps)
    #expect(interpreter.hasRoom(for: usage))
    interpreter.count(usage)
    expectEqual(interpreter.allowance, 10_000 - 2 * usage.steps)
    // The exact number of steps is sufficient, and one less isn't.
    interpreter.allowance = usage.steps
    #expect(interpreter.hasRoom(for: usage))
    try evaluate()
    interpreter.allowance = usage.steps - 1
    #expect(!interpreter.hasRoom(for: usage))
    #expect(throws: ScriptError.self) { try evaluate() }
  }

  @Test("a nested evaluation is limited by what the outer one leaves")
  func roomInside() throws {
    var limits = ScriptLimits()
    limits.heapBytes = 1 << 16
    limits.callDepth = 60
    let script = try Script(
      "function f(n) { return n > 0 ? f(n - 1) + 1 : [1, 2, 3].concat([4]).length; } f(20)",
      vocabulary: Vocabulary([]), limits: limits)
    let interpreter = Interpreter(limits: limits)
    func evaluate() -> Bool {
      do throws(ScriptError) {
        try interpreter.evaluate(script, host: EmptyHost()) { _ throws(Exception) in }
        return true
      } catch {
        return false
      }
    }
    #expect(evaluate())
    let usage = interpreter.usage
    /// Tries it inside a number of evaluations that have reached the same point.
    func check(inside count: Int) throws(Exception) {
      let hasRoom = interpreter.hasRoom(for: usage)
      expectEqual(evaluate(), hasRoom)
      guard hasRoom else { return }
      #expect(count < 100)
      try interpreter.having(taken: usage) { () throws(Exception) in try check(inside: count + 1) }
    }
    try check(inside: 0)
  }
}
