import AnimScript
import Foundation
import TestSupport
import Testing

/// Runs the fuzzer with a fixed seed, for as long as a test may take.
@Suite("Generated scripts")
struct GeneratedScriptTests {
  private static let limits: ScriptLimits = {
    var limits = ScriptLimits()
    limits.steps = 20_000
    limits.heapBytes = 1 << 20
    return limits
  }()
  private static let vocabulary = Vocabulary(["value", "time"])
  private let used = Interpreter(limits: limits)

  private struct Outcome: Equatable {
    var text: String
    var steps: Int
  }

  private func outcome(_ script: Script, in interpreter: Interpreter) -> Outcome {
    do throws(ScriptError) {
      let text = try interpreter.evaluate(script, host: NumberHost()) { value throws(Exception) in
        interpreter.text(try interpreter.toString(value))
      }
      return Outcome(text: text, steps: interpreter.steps)
    } catch {
      return Outcome(text: error.description, steps: interpreter.steps)
    }
  }

  /// Evaluates a text, if it is a script, twice in an interpreter that has run all previous
  /// scripts, and sometimes in a new one.
  ///
  /// - Returns: Whether it is a script.
  private func check(_ text: String, _ number: Int) -> Bool {
    guard let script = try? Script(text, vocabulary: Self.vocabulary, limits: Self.limits)
    else { return false }
    let first = outcome(script, in: used)
    expectEqual(outcome(script, in: used), first, "a second time: \(text)")
    if number % 4 == 0 {
      expectEqual(outcome(script, in: Interpreter(limits: Self.limits)), first, "\(text)")
    }
    return true
  }

  @Test(
    "each ends the same way after the same number of steps, whatever ran before", arguments: 0..<4)
  func generated(seed: UInt64) {
    var writer = ScriptWriter(seed: seed)
    var scripts = 0
    for number in 0..<800 where check(writer.program(), number) { scripts += 1 }
    // Most are scripts, or the rest of the interpreter would hardly be reached.
    #expect(scripts > 500)
  }

  @Test("texts that are cut and joined at any position are rejected, or end the same way")
  func mutated() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fuzzing/ScriptCorpus").standardizedFileURL
    let corpus = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    )
    .sorted { $0.path < $1.path }
    .map { [UInt8](try Data(contentsOf: $0)) }
    var generator = SeededGenerator(seed: 0x5C219)
    func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &generator) }
    var scripts = 0
    for number in 0..<2_000 {
      var text = corpus[below(corpus.count)]
      for _ in 0...below(4) {
        let other = corpus[below(corpus.count)]
        let (start, from) = (below(text.count), below(other.count))
        let end = min(start + below(12), text.count)
        text.replaceSubrange(start..<end, with: other[from..<min(from + below(24), other.count)])
      }
      if check(String(decoding: text, as: UTF8.self), number) { scripts += 1 }
    }
    #expect(scripts > 20)
  }
}

/// A host of two numbers.
private final class NumberHost: ScriptHost {
  func global(_ name: Int, in interpreter: Interpreter) throws(Exception) -> Value? {
    .number(name == 0 ? 42 : 0.5)
  }

  func get(
    _ key: PropertyKey, of object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> Value { .undefined }
}

/// Writes programs of the language by its grammar, mostly such that run for a while.
private struct ScriptWriter {
  private var generator: SeededGenerator
  /// The remaining nesting depth of the text.
  private var depth = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 0x9E37 &+ 0x5C21) }

  mutating func program() -> String {
    depth = 5
    var text = "var a = [3, 1, 2], b = 'text', c = 7, o = { x: 1, get y() { return c } }; "
    text += "function f(p, q = 2, ...r) { \(block(2)) return \(expression()) } "
    text += block(4)
    return text + " " + expression()
  }

  private mutating func pick(_ words: String...) -> String {
    words[Int.random(in: words.indices, using: &generator)]
  }

  private mutating func name() -> String { pick("a", "b", "c", "o", "value", "time", "u", "i") }

  private mutating func block(_ count: Int) -> String {
    (0..<count).map { _ in statement() }.joined(separator: " ")
  }

  private mutating func nested(_ body: (inout ScriptWriter) -> String, or leaf: String) -> String {
    guard depth > 0 else { return leaf }
    depth -= 1
    defer { depth += 1 }
    return body(&self)
  }

  private mutating func statement() -> String {
    switch Int.random(in: 0..<16, using: &generator) {
    case 0:
      nested({ "if (\($0.expression())) { \($0.block(2)) } else { \($0.block(1)) }" }, or: ";")
    case 1: nested({ "for (let i = 0; i < 4; i++) { \($0.block(2)) }" }, or: ";")
    case 2: nested({ "for (var k in \($0.name())) { \($0.block(1)) }" }, or: ";")
    case 3: nested({ "for (const v of \($0.expression())) { \($0.block(1)) }" }, or: ";")
    case 4:
      nested(
        { "try { \($0.block(2)) } catch (e) { c = \($0.pick("e.message", "e.name", "1")) }" },
        or: ";")
    case 5: nested({ "try { \($0.block(1)) } finally { \($0.block(1)) }" }, or: ";")
    case 6:
      nested(
        {
          "switch (\($0.expression())) { case 1: \($0.block(1)) break; default: \($0.block(1)) }"
        }, or: ";")
    case 7: "throw \(expression());"
    case 8: "var { x, ...\(pick("u", "c"))} = { x: \(expression()), z: 1 };"
    case 9: "[a[0], c = \(expression())] = \(pick("a", "[1]", "b"));"
    case 10: "while (c-- > 0) { \(nested({ $0.block(1) }, or: "break;")) }"
    case 11: "\(name()).\(pick("x", "y", "length", "name")) = \(expression());"
    default: "\(name()) \(pick("=", "+=", "-=", "*=", "|=", "**=")) \(expression());"
    }
  }

  private mutating func expression() -> String {
    let leaf = pick(
      "1", "0", "-0", "2.5", "1e9", "NaN", "'s'", "''", "null", "undefined", "true", "this", "a",
      "b", "c", "o", "value", "time", "a[1]", "o.y", "u", "/a(b|.)*?c/gi", "[]", "{}.x")
    return nested({ $0.compound() }, or: leaf)
  }

  private mutating func compound() -> String {
    switch Int.random(in: 0..<24, using: &generator) {
    case 0...3:
      "\(expression()) \(pick("+", "-", "*", "/", "%", "<", "==", "===", "&&", "||", ">>>", "in")) "
        + "\(expression())"
    case 4: "(\(expression()) ? \(expression()) : \(expression()))"
    case 5: "[\(expression()), \(expression()), ...\(pick("a", "b", "[1]"))]"
    case 6: "({ x: \(expression()), [\(expression())]: 2, get z() { return \(expression()) } })"
    case 7: "\(name())[\(expression())]"
    case 8: "f(\(expression()), \(expression()))"
    case 9: "new f(\(expression()))"
    case 10: "(p => \(expression()))(\(expression()))"
    case 11: "a.\(pick("map", "filter", "forEach", "some", "sort"))(e => \(expression()))"
    case 12: "a.\(pick("push", "unshift", "concat", "indexOf", "slice", "fill"))(\(expression()))"
    case 13: "a.reduce((p, e) => \(expression()), \(expression()))"
    case 14: "b.\(pick("split", "replace", "indexOf", "padEnd", "match"))(\(expression()), 'y')"
    case 15: "(b + \(expression())).\(pick("length", "toUpperCase()", "trim()", "charCodeAt(0)"))"
    case 16: "Math.\(pick("max", "pow", "round", "sin", "hypot"))(\(expression()), \(expression()))"
    case 17: "JSON.stringify(\(expression()))"
    case 18: "Object.\(pick("keys", "freeze", "create", "entries"))(\(pick("o", "a", "b")))"
    case 19: "eval('\(pick("c", "a[0]", "o.x", "value", "c = c + 1", "(function(){return c})()"))')"
    case 20: "typeof \(expression())"
    case 21: "`t${\(expression())}`"
    case 22: "(\(expression())).toString()"
    default: "\(pick("c++", "--c", "delete o.x", "(c, a)", "void 0", "o?.x", "!a", "-b"))"
    }
  }
}
