import TestSupport
import Testing
import XServerSupport

@Suite("Mistyped commands, and help, by the program")
struct CommandSuggestionTests {
  @Test("the program suggests the command, unless there is a file with that name")
  func suggestion() throws {
    for arguments in [["veiw"], ["rendre", "a.json", "-o", "a.png"]] {
      let run = try Run(arguments)
      #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
      #expect(run.complaint.contains("did you mean '"))
    }
  }

  @Test("help omits the options of the built-in scenes, unless they are requested")
  func scenes() throws {
    for command in ["view", "render", "test"] {
      let brief = try Run([command, "--help"])
      let full = try Run([command, "--help-scenes"])
      #expect(brief.end == .exit(0) && full.end == .exit(0))
      let (briefText, fullText) = (
        String(decoding: brief.output, as: UTF8.self), String(decoding: full.output, as: UTF8.self)
      )
      #expect(!briefText.contains("--fan-duration") && fullText.contains("--fan-duration"))
      #expect(briefText.contains("--help-scenes") && briefText.contains("--scene"))
    }
  }
}
