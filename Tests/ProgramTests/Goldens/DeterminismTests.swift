import Foundation
import Testing
import XServerSupport

@Suite("The same image in every process")
struct DeterminismTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../..").standardizedFileURL.path

  /// Files that keep data between frames, or have expressions.
  private static let files =
    ["Tests/X11ViewerTests/Goldens/Animations/merge.json"]
    + ["", "-rig", "-chain", "-old"].map { "Fuzzing/Corpus/expressions\($0).json" }

  @Test("processes with one job and with three print the same hashes", arguments: files)
  func processes(file: String) throws {
    let runs = try ["1", "3"].map {
      try Run(["render", "\(Self.root)/\(file)", "--hash", "--jobs", $0, "--size", "80x80"])
    }
    #expect(!runs[0].output.isEmpty && runs[0].output == runs[1].output)
  }
}
