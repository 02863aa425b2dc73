import Mutation

// AnimScript isn't a library product, so scripts/fuzz builds it with testing enabled.
@testable import AnimScript

/// The fuzz target. libFuzzer calls it repeatedly with generated text.
///
/// Compiles the text and, unless it is rejected, evaluates it within small limits. libFuzzer checks
/// that this doesn't trap or use too much time or memory. A second evaluation, and one in a new
/// interpreter, must have the same result in the same number of steps.
@_cdecl("LLVMFuzzerTestOneInput")
public func compileAndEvaluate(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  var limits = ScriptLimits()
  limits.steps = 50_000
  limits.heapBytes = 4 << 20
  guard let script = try? Script(text, vocabulary: vocabulary, limits: limits) else { return 0 }
  let interpreter = Interpreter(limits: limits)
  let first = outcome(of: script, in: interpreter)
  precondition(
    outcome(of: script, in: interpreter) == first, "an evaluation depends on the one before")
  precondition(
    outcome(of: script, in: Interpreter(limits: limits)) == first,
    "an evaluation depends on the interpreter")
  return 0
}

private let vocabulary = Vocabulary(["value"])

private struct Outcome: Equatable {
  var text: String
  var steps: Int
}

private func outcome(of script: Script, in interpreter: Interpreter) -> Outcome {
  do throws(ScriptError) {
    let text = try interpreter.evaluate(script, host: EmptyHost()) { value throws(Exception) in
      interpreter.text(try interpreter.toString(value))
    }
    return Outcome(text: text, steps: interpreter.steps)
  } catch {
    return Outcome(text: error.description, steps: interpreter.steps)
  }
}

/// The mutator. libFuzzer calls it to create new text from existing text.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  mutate(bytes, count, limit, seed) { text, random in
    random.next(below: 2) == 0 ? nil : insertingWords(words, into: text, &random)
  }
}

private let words = [
  " var a = ", " let b = ", "function f(a, b) {", "return ", "if (a) ", "else ",
  "for (var i = 0; i < 9; i++) ",
  "for (var k in a) ", "for (var v of a) ", "while (a) ", "try {", "} catch (e) {", "} finally {",
  "throw ", "break;", "continue;", "switch (a) { case 1: ", "default: ", "=>", "...", "${", "`",
  "?.",
  "[", "]", "(", ")", "{", "}", ",", ";", ":", ".", "+", "-", "*", "**", "/", "%", "=", "==", "===",
  "<", ">>>",
  "&&", "||", "??", "!", "typeof ", "delete ", "new ", "this", "arguments", "null", "undefined",
  "1e308",
  "0", "-1", "4294967295", "'x'", "/(a*)*b/g", "Math.pow(", "Object.", "Array(", "String(",
  "JSON.stringify(",
  ".length", ".push(", ".map(", ".sort(", ".splice(", ".replace(", ".split(", ".toString(",
  ".call(",
  "get a() {", "set a(v) {", "eval('", "Object.freeze(", "Object.create(", "a", "b", "i", "e",
]
