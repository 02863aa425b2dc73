import AnimScript
import TestSupport
import Testing

/// A host with a number, a list of layers, and functions that count how often they are asked.
private final class LayerHost: ScriptHost {
  static let vocabulary = Vocabulary(["time", "layers", "double", "opacity", "again", "position"])

  enum Kind {
    static let layers: UInt16 = 1
    static let layer: UInt16 = 2
    static let double: UInt16 = 3
    static let again: UInt16 = 4
    static let position: UInt16 = 5
  }

  var asked: [Int] = []
  var stored: [UInt32: Double] = [:]
  let inner = try? Script(
    "var hidden = 1; Array.prototype.extra = 2; time * 10", vocabulary: vocabulary)

  func global(_ name: Int, in interpreter: Interpreter) throws(Exception) -> Value? {
    asked.append(name)
    switch name {
    case 0: return .number(2.5)
    case 1: return .host(HostObject(kind: Kind.layers))
    case 2: return .host(HostObject(kind: Kind.double))
    case 4: return .host(HostObject(kind: Kind.again))
    default: return nil
    }
  }

  func get(
    _ key: PropertyKey, of object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> Value {
    switch (object.kind, interpreter.vocabularyIndex(key)) {
    case (Kind.layers, _):
      guard let index = key.index else { return .undefined }
      return .host(HostObject(kind: Kind.layer, index: UInt32(index)))
    case (Kind.layer, 3): return .number(stored[object.index] ?? Double(object.index) / 2)
    case (Kind.layer, 5): return .host(HostObject(kind: Kind.position, index: object.index))
    case (Kind.position, _):
      if interpreter.text(key) == "length" { return .number(2) }
      guard let index = key.index, index < 2 else { return .undefined }
      return .number(Double(object.index) + Double(index))
    default: return .undefined
    }
  }

  func set(
    _ key: PropertyKey, of object: HostObject, to value: Value, in interpreter: Interpreter
  ) throws(Exception) -> Bool {
    guard object.kind == Kind.layer, let number = value.asNumber else { return false }
    stored[object.index] = number
    return true
  }

  func keys(of object: HostObject, in interpreter: Interpreter) throws(Exception) -> [Value] {
    [try interpreter.string("opacity"), try interpreter.string("position")]
  }

  func call(
    _ function: HostObject, this: Value, arguments: Arguments, in interpreter: Interpreter
  ) throws(Exception) -> Value {
    switch function.kind {
    case Kind.double:
      guard let number = arguments[0].asNumber else {
        throw interpreter.typeError("double needs a number")
      }
      return .number(2 * number)
    case Kind.again:
      guard let inner else { return .undefined }
      do throws(ScriptError) {
        return try interpreter.evaluate(inner, host: self) { value throws(Exception) in value }
      } catch {
        throw interpreter.error(error.message)
      }
    default: throw interpreter.typeError("the object is not a function")
    }
  }

  func primitive(
    of object: HostObject, hint: PrimitiveHint, in interpreter: Interpreter
  ) throws(Exception) -> Value {
    .number(Double(object.index))
  }

  func isCallable(_ object: HostObject) -> Bool { object.kind >= Kind.double }
  func isArrayLike(_ object: HostObject) -> Bool { object.kind == Kind.position }
}

@Suite("Scripts and their host")
struct HostTests {
  private let host = LayerHost()

  private func evaluate(_ source: String, resultVariable: String? = nil) -> String {
    AnimScriptTests.evaluate(
      source, host: host, vocabulary: LayerHost.vocabulary, resultVariable: resultVariable)
  }

  @Test("a global name is requested once per evaluation, and only if it is read")
  func globals() {
    expectEqual(evaluate("time + time * time"), "8.75")
    expectEqual(host.asked, [0])
  }

  @Test("a name that is unknown to the language and the host is a reference error")
  func unknown() {
    expectEqual(evaluate("later + 1"), "line 1: ReferenceError: later is not defined")
    expectEqual(evaluate("typeof later"), "undefined")
    expectEqual(evaluate("opacity"), "line 1: ReferenceError: opacity is not defined")
  }

  @Test("members of host objects are created when they are read")
  func members() {
    expectEqual(evaluate("layers[7].opacity"), "3.5")
    expectEqual(evaluate("layers['7'].opacity"), "3.5")
    expectEqual(evaluate("layers[7] === layers[7]"), "true")
    expectEqual(evaluate("layers[7] === layers[8]"), "false")
    expectEqual(evaluate("layers[1].missing"), "undefined")
  }

  @Test("host objects are called, converted, listed and spread as their host defines")
  func behaviour() {
    expectEqual(evaluate("double(21)"), "42")
    expectEqual(evaluate("try { double('a') } catch (e) { e.message }"), "double needs a number")
    expectEqual(evaluate("typeof double + typeof layers"), "functionobject")
    expectEqual(evaluate("layers[4] * 2 + Math.max(layers[9], 3)"), "17")
    expectEqual(
      evaluate("var s = ''; for (var k in layers[1]) s += k + ' '; s"), "opacity position ")
    expectEqual(evaluate("[...layers[5].position].join()"), "5,6")
    expectEqual(evaluate("var [x, y] = layers[5].position; x + y"), "11")
    expectEqual(evaluate("layers[5].position.map(x => x * 2).join()"), "10,12")
    expectEqual(evaluate("layers[5].position instanceof Array"), "true")
    expectEqual(evaluate("[1, 2].map(double).join()"), "2,4")
  }

  @Test("setting a name that the host protects throws only in strict mode")
  func setting() {
    expectEqual(evaluate("layers[2].opacity = 9; layers[2].opacity"), "9")
    expectEqual(evaluate("layers.opacity = 9; 1"), "1")
    #expect(
      evaluate("'use strict'; layers.opacity = 9")
        == "line 1: TypeError: opacity cannot be set")
  }

  @Test("a script can shadow and overwrite the host's names for one evaluation")
  func hiding() {
    expectEqual(evaluate("var time = 1; time"), "1")
    expectEqual(evaluate("time = time * 2; time /= 5; time"), "1")
    expectEqual(evaluate("time"), "2.5")
  }

  @Test(
    "a name belongs to the script once it is written, in the script or by eval, in any form",
    arguments: [
      "time = 7", "time += 4.5", "var time = 7", "[time] = [7]", "({ time } = { time: 7 })",
      "for (time of [7]);", "for (var time of [7]);", "globalThis.time = 7", "this.time = 7",
      "Object.assign(globalThis, { time: 7 })", "Object.defineProperty(this, `time`, { value: 7 })",
      "function time() { return 7 }", "{ function time() { return 7 } }",
      "if (true) { function time() { return 7 } }",
      "switch (1) { case 1: function time() { return 7 } }",
    ])
  func writing(statement: String) {
    // Other names of the host are read before it, and one after it.
    let reading = """
      var read = () => layers[2].opacity + double(3) + (typeof time === 'function' ? time() : time); \
      var before = read() + typeof again; 
      """
    let others = " read() + ', ' + layers[4].opacity + ', ' + double(5) + ', ' + typeof again"
    for text in ["\(statement);", "eval('\(statement)');"] {
      expectEqual(evaluate(reading + text + others), "14, 2, 10, function", "\(text)")
    }
    expectEqual(evaluate("time"), "2.5")
  }

  @Test("the result is a variable of the script, or the value of the last statement")
  func result() {
    expectEqual(evaluate("var $r; $r = 5; 7;", resultVariable: "$r"), "5")
    expectEqual(evaluate("$r = 5; 7;", resultVariable: "$r"), "5")
    expectEqual(evaluate("var $r; 7;", resultVariable: "$r"), "7")
    expectEqual(evaluate("if (time > 1) { 8 } else { 9 }", resultVariable: "$r"), "8")
  }

  @Test("an evaluation within another has its own variables and objects")
  func nested() {
    let source = "hidden = 5; var a = [1]; var b = again(); hidden + a[0] + b + typeof a.extra"
    expectEqual(evaluate(source), "31undefined")
    let changed = "Array.prototype.extra = 7; var b = again(); [].extra + b"
    expectEqual(evaluate(changed), "32")
  }

  @Test("a script lists the external names that it uses")
  func freeNames() throws {
    let script = try Script(
      "var a = time; function f(b) { return b + later(c) } Math.sin(a)",
      vocabulary: LayerHost.vocabulary)
    expectEqual(script.freeNames, ["later", "c", "time", "Math"])
    #expect(!script.usesEval)
    #expect(try Script("eval('1')", vocabulary: LayerHost.vocabulary).usesEval)
  }

  @Test("texts of eval can access the surrounding variables and the host's names")
  func eval() {
    expectEqual(evaluate("eval('layers[7].opacity') + eval('time')"), "6")
    expectEqual(evaluate("eval('layers[7]').opacity"), "3.5")
    expectEqual(evaluate("function f(a) { let b = 2; return eval('a + b') } f(40)"), "42")
    expectEqual(evaluate("var a = 1; eval('a = 5'); a"), "5")
    expectEqual(evaluate("eval('var fresh = 3'); fresh"), "3")
    expectEqual(evaluate("try { eval('1 +') } catch (e) { e.name }"), "SyntaxError")
    expectEqual(evaluate("eval(7)"), "7")
  }

  @Test("the text of an array that contains itself ends, even if its host evaluates another script")
  func innerEvaluation() {
    let script = """
      var a = [1]; a.push({ toString: function() { again(); return a.join('+'); } }, 2); a.join();
      """
    expectEqual(evaluate(script), "1,,2")
  }

  @Test("a vocabulary that extends another one keeps its numbers, and adds to them")
  func extending() throws {
    let vocabulary = Vocabulary(extending: LayerHost.vocabulary, with: ["Wheel", "time", "Mask"])
    let script = try Script("['Mask', 'time', 'Wheel', 'layers', 'none']", vocabulary: vocabulary)
    let interpreter = Interpreter()
    let positions = try interpreter.evaluate(script, host: EmptyHost()) {
      value throws(Exception) in
      var positions: [Int] = []
      for index in 0..<5 {
        positions.append(interpreter.vocabularyIndex(try interpreter.element(index, of: value)))
      }
      return positions
    }
    expectEqual(positions, [8, 0, 6, 1, -1])
  }

  @Test("a script can't catch an interruption by its host")
  func interruption() throws {
    let host = InterruptingHost()
    let script = try Script(
      "try { stop } catch (e) { 1 } finally { 2 }", vocabulary: InterruptingHost.vocabulary)
    let interpreter = Interpreter()
    do throws(ScriptError) {
      try interpreter.evaluate(script, host: host) { _ throws(Exception) in }
      Issue.record("it has caught the interruption")
    } catch {
      expectEqual(error.kind, .interrupted)
    }
    let plain = try Script("[1, 2].length", vocabulary: InterruptingHost.vocabulary)
    let text = try interpreter.evaluate(plain, host: host) { value throws(Exception) in
      interpreter.text(value)
    }
    expectEqual(text, "2")
  }
}

/// A host that ends every evaluation that asks for its only name.
private final class InterruptingHost: ScriptHost {
  static let vocabulary = Vocabulary(["stop"])

  func global(_ name: Int, in interpreter: Interpreter) throws(Exception) -> Value? {
    throw interpreter.interruption()
  }

  func get(
    _ key: PropertyKey, of object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> Value { .undefined }
}
