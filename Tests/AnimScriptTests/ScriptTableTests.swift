import AnimScript
import TestSupport
import Testing

/// Programs that pass many arguments, especially unusual ones, to a function of the language, an
/// operator or a statement. Their results agree with another implementation of the language.
@Suite("Functions, operators and statements of the language")
struct ScriptTableTests {
  private struct Table: Decodable {
    struct Program: Decodable {
      let topic: String
      let source: String
      let result: String
    }
    /// Definitions for all programs: unusual values, and functions that format results.
    let prelude: String
    let programs: [Program]
  }

  @Test(
    "have the same results as elsewhere for unusual arguments",
    arguments: [
      "strings", "arrays", "numbers", "mathematics", "operators", "json", "regularExpressions",
      "globals", "objects", "functions", "statements",
    ])
  func results(topic: String) throws {
    let table = try Vectors.load("scripts", as: Table.self)
    let programs = table.programs.filter { $0.topic == topic }
    #expect(programs.count >= 10)
    for program in programs {
      let result = evaluate(table.prelude + program.source)
      guard result != program.result else { continue }
      // Results are long: only the first words that differ are shown.
      let pairs = zip(words(result), words(program.result))
      let (actual, expected) = pairs.first { $0 != $1 } ?? ("", "")
      Issue.record("\(program.source): \(actual) for \(expected)")
    }
  }

  private func words(_ text: String) -> [String] {
    (text + " (the end)").split(separator: " ").map(String.init)
  }
}
