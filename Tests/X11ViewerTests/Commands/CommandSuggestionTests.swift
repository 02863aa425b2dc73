import TestSupport
import Testing

@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Mistyped commands and options")
struct CommandSuggestionTests {
  @Test(
    "a word that differs in a letter or two is recognised, and an ambiguous one isn't",
    arguments: [
      ("veiw", "view"), ("rendre", "render"), ("compar", "compare"), ("infp", "info"),
      ("verfiy", "verify"), ("RENDER", nil), ("cat", nil), ("stickers", nil), ("", nil),
      ("views", "view"),
    ])
  func names(word: String, name: String?) {
    let names = ["view", "render", "verify", "compare", "info"]
    expectEqual(CommandSuggestion.name(like: word, among: names), name)
  }

  /// Returns the suggestion for an option of a command, empty if there is none.
  private func suggestion(_ command: String, _ option: String) -> String {
    // The arguments that commands require before they check their options.
    let needed = [
      "render": ["-o", "a.png", "a.json"], "test": ["a.json"], "compare": ["a.png", "b.png"],
      "pacing-report": ["a.png"], "thumbnail": ["a.json", "a.png", "16"], "verify": ["a"],
    ]
    do {
      _ = try Program.command([command] + (needed[command] ?? []) + [option])
      return "accepted"
    } catch {
      let sentence = Program.message(for: error)
      #expect(sentence.hasPrefix("Unknown option '\(option)'"), "\(sentence)")
      return sentence.split(separator: "'").count > 3
        ? sentence.split(separator: "'")[3].description : ""
    }
  }

  @Test(
    "for an option of another program, ours is suggested if the command has it",
    arguments: [
      ("view", "--bg", "--background"), ("view", "--pause", "--no-autoplay"),
      ("view", "--once", "--no-loop"), ("view", "--zoom-factor", "--zoom"),
      ("view", "--ss", "--start"),
      ("render", "--ss", "--start"), ("view", "--fs", "--fullscreen"),
      ("render", "--rate", "--fps"), ("pacing-report", "--fps", "--rate"),
      ("render", "--repeat", "--loops"), ("view", "--repeat", "--loop"),
      ("test", "--threshold", "--tolerance"), ("compare", "--threshold", "--tolerance"),
      ("view", "--threshold", ""), ("info", "--fullscreen-mode", ""),
      ("thumbnail", "--bg", ""), ("verify", "--zoom", ""), ("compare", "--ss", ""),
    ])
  func foreignOption(command: String, option: String, ours: String) {
    expectEqual(suggestion(command, option), ours)
  }

  @Test(
    "an option is treated as misspelt only if it is similar to one of the command",
    arguments: [
      ("view", "--fulscreen", "--fullscreen"), ("view", "--bakcground", "--background"),
      ("view", "--siez", "--size"), ("render", "--skip-exsting", "--skip-existing"),
      ("view", "--ft", ""), ("view", "--mood", ""), ("view", "--mod", "--mode"),
      ("view", "--tone", ""),
      ("view", "--xyz", ""), ("test", "--speed", ""), ("compare", "--updaet", ""),
      ("test", "--updaet", "--update"), ("view", "--clock-mark", "--clock-marks"),
    ])
  func mistake(command: String, option: String, ours: String) {
    expectEqual(suggestion(command, option), ours)
  }

  @Test("every option that can be suggested belongs to a command")
  func suggestions() {
    let all = Set(Program.configuration.subcommands.flatMap { $0.optionNames })
    #expect(all.isSuperset(of: ["output", "no-loop", "clock-time-zone", "filter"]))
    let ours = OptionSuggestion.foreignNames.map(\.option)
    #expect(all.isSuperset(of: ours) && Set(ours).count == ours.count)
  }
}
