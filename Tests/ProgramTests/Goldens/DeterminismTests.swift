import Foundation
import Testing
import XServerSupport

@Suite("The same image in every process")
struct DeterminismTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../..").standardizedFileURL.path

  @Test("processes with one job and with three print the same hashes")
  func processes() throws {
    let file = "\(Self.root)/Fuzzing/Corpus/expressions-rig.json"
    let runs = try ["1", "3"].map {
      try Run(["render", file, "--hash", "--jobs", $0, "--size", "80x80"])
    }
    #expect(!runs[0].output.isEmpty && runs[0].output == runs[1].output)
  }
}
