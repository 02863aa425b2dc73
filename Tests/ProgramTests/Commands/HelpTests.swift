import TestSupport
import Testing
import XServerSupport

@Suite("Help, by the program")
struct HelpTests {
  @Test("help omits the options of the built-in scenes, unless they are requested")
  func scenes() throws {
    let brief = try Run(["render", "--help"])
    let full = try Run(["render", "--help-scenes"])
    #expect(brief.end == .exit(0) && full.end == .exit(0))
    #expect(!brief.text.contains("--fan-duration") && full.text.contains("--fan-duration"))
    #expect(brief.text.contains("--help-scenes") && brief.text.contains("--scene"))
  }
}
