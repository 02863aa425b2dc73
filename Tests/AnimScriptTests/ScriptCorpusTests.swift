import AnimScript
import Foundation
import Testing

@Suite("The scripts that fuzzing begins with")
struct ScriptCorpusTests {
  private static let fuzzing = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fuzzing").standardizedFileURL

  /// The scripts, and those on which `scripts/fuzz --scripts` failed here.
  private static func files() throws -> [URL] {
    let manager = FileManager.default
    let corpus = try manager.contentsOfDirectory(
      at: fuzzing.appendingPathComponent("ScriptCorpus"), includingPropertiesForKeys: nil)
    let failures =
      (try? manager.contentsOfDirectory(
        at: fuzzing.appendingPathComponent(".build"), includingPropertiesForKeys: nil)) ?? []
    return corpus
      + failures.filter { $0.lastPathComponent.hasPrefix("script-") }
      .filter { !$0.hasDirectoryPath }
  }

  @Test("each yields the same, in as many steps, in a used interpreter as in a new one")
  func corpus() throws {
    let vocabulary = Vocabulary(["value"])
    let used = Interpreter()
    var count = 0
    for file in try Self.files() {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
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
      #expect(Set(outcomes).count == 1, "\(file.lastPathComponent): \(outcomes)")
    }
    #expect(count >= 4)
  }
}
