import Testing

@testable import OfflineRendering
@testable import X11Viewer

@Suite("Mistyped commands, and help")
struct CommandSuggestionTests {
  @Test(
    "a word that differs in a letter or two is recognised, and one that may mean anything is not",
    arguments: [
      ("veiw", "view"), ("rendre", "render"), ("compar", "compare"), ("infp", "info"),
      ("verfiy", "verify"), ("RENDER", nil), ("cat", nil), ("stickers", nil), ("", nil),
      ("views", "view"),
    ])
  func names(word: String, name: String?) {
    let names = ["view", "render", "verify", "compare", "info"]
    #expect(CommandSuggestion.name(like: word, among: names) == name)
  }

  @Test("the program suggests the command, unless there is a file of that name")
  func suggestion() throws {
    for arguments in [["veiw"], ["rendre", "a.json", "-o", "a.png"]] {
      let run = try Run(arguments)
      #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
      #expect(run.complaint.contains("did you mean '"))
    }
  }

  @Test("help leaves out the options of the built-in scenes, unless it is asked for them")
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
