import TestSupport
import Testing
import XServerSupport

@Suite("Help, by the program")
struct CommandSuggestionTests {
  @Test("help omits the options of the built-in scenes, unless they are requested")
  func scenes() throws {
    // The other commands with scenes declare the same options.
    for command in ["render"] {
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
