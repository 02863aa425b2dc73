import TestSupport
import Testing

@testable import LinuxSystem
@testable import X11Viewer

@Suite("Invalid arguments")
struct InvalidArgumentTests {
  @Test(
    "an invalid value results in status 64 and a sentence",
    arguments: [
      ["view", "--size", "0x0"], ["--fan-duration", "-1"],
      ["render", "-o", "/nonexistent/%d.png", "--frames", "x"],
    ])
  func program(arguments: [String]) throws {
    let run = try CommandRun(arguments)
    #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains(arguments[arguments.count - 2]))
    #expect(run.output.isEmpty)
  }

  @Test(
    "unknown options, commands and arguments are reported by name",
    arguments: [
      ["--fan"], ["-x"], ["compare", "a.png", "b.png", "extra"], ["--fullscreen=yes"],
      ["render", "-o", "-", "--bogus", "1"],
    ])
  func unknown(arguments: [String]) throws {
    let run = try CommandRun(arguments)
    #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
    let name = try #require(
      arguments.last { $0 != "1" && $0 != "a.png" }?.split(separator: "=").first)
    #expect(run.complaint.contains(name), "\(run.complaint)")
    #expect(run.output.isEmpty)
  }

  @Test(
    "conflicting options are rejected",
    arguments: [
      ["--screenshot", "-", "--speed", "2"], ["--at", "1", "--frame", "1"],
      ["render", "-o", "-", "--at", "1", "--frame", "1"], ["info", "--json", "-"],
      ["render", "-o", "%d.png", "--frames", "0%-50%"], ["render", "-o", "-", "--frame", "50%"],
      ["--screenshot", "-", "--print-window-id"], ["--screenshot", "-", "--fullscreen"],
      ["--stats-json", "-", "--stats-csv", "-"],
    ])
  func together(arguments: [String]) throws {
    let run = try CommandRun(arguments)
    #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
    #expect(run.output.isEmpty)
  }

  @Test("a mistyped command is reported with a suggestion")
  func suggestion() throws {
    for arguments in [["veiw"], ["rendre", "a.json", "-o", "a.png"]] {
      let run = try CommandRun(arguments)
      #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
      #expect(run.complaint.contains("did you mean '"))
    }
  }

  @Test("help for an unknown command is rejected")
  func helpForNothing() throws {
    for (word, advice) in [
      ("rendr", "did you mean 'render'?"), ("xyz", "'x11viewer help' lists them"),
    ] {
      let run = try CommandRun(["help", word])
      expectEqual(run.end, .exit(64))
      expectEqual(run.complaint, "x11viewer: \(word): not a command; \(advice)\n")
    }
  }

  @Test("unknown rules and players of check are rejected with a list of the known ones")
  func rulesAndPlayers() throws {
    let rule = try CommandRun(["check", "--rule", "flash", "square.json"])
    #expect(
      rule.complained(.usage) && rule.complaint.contains("flashes, loop"), "\(rule.complaint)")
    let player = try CommandRun(["check", "--for", "lottie", "square.json"])
    #expect(player.complained(.usage) && player.complaint.contains("lottie-ios"))
    #expect(
      try CommandRun(["check", "--rule", "text", "--graph", "g.svg", "square.json"])
        .complained(.usage))
  }
}
