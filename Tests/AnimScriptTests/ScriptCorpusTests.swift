import AnimScript
import TestSupport
import Testing

@Suite("The scripts that fuzzing starts with")
struct ScriptCorpusTests {
  /// The scripts, and those on which `scripts/fuzz --scripts` failed here.
  private static let files = FuzzerFiles.corpus("ScriptCorpus") + FuzzerFiles.findings("script-")

  @Test("each has the same result and steps in a used interpreter as in a new one")
  func corpus() throws {
    let vocabulary = Vocabulary(["value"])
    let used = Interpreter()
    var count = 0
    for file in Self.files {
      let text = String(decoding: try FuzzerFiles.bytes(of: file), as: UTF8.self)
      guard let script = try? Script(text, vocabulary: vocabulary) else { continue }
      count += 1
      let outcomes = [used, used, Interpreter()].map { interpreter in
        let result = Result { () throws(ScriptError) in
          try interpreter.evaluate(script, host: EmptyHost()) { value throws(Exception) in
            interpreter.text(try interpreter.toString(value))
          }
        }
        return "\(result), \(interpreter.steps) steps"
      }
      expectEqual(Set(outcomes).count, 1, "\(file): \(outcomes)")
    }
    #expect(count >= 4)
  }
}
