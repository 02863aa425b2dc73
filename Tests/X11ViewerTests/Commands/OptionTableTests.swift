import ArgumentParser
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import X11Viewer

/// What each option of the window changes, as paths into the configuration, or why it is refused.
@Suite("Every option and its values")
struct OptionTableTests {
  private static let lines: [String] = [
    "--display :7", "--geometry 640x480-0+20", "--geometry 640x480", "--geometry +3-4",
    "--geometry 0x5", "--geometry x", "--size 640x480", "--size 0x4", "--size 99999x2",
    "--name other", "--title other", "--fullscreen", "--root", "--window-id 0x1a00003",
    "--window-id 7", "--window-id x", "--scale 2", "--scale 0.5", "--scale 0.49", "--scale 8",
    "--scale 8.1", "--renderer core", "--renderer shm", "--renderer gl", "--rate 30",
    "--rate max", "--rate vblank", "--rate 30000/1001", "--rate 0", "--rate 1000", "--rate 1001",
    "--timing timer", "--timing vblank", "--timing auto", "--timing x", "--phase-offset 100",
    "--phase-offset -3000", "--phase-offset 1e9", "--frames 3", "--frames 0", "--frames -1",
    "--duration 2", "--duration 0", "--duration -1", "--screenshot a.png",
    "--screenshot a.png --at 1.5", "--at 1.5", "--at -1", "--frame 3", "--frame 50%",
    "--frame 101%", "--screenshot a.png --frame 3", "--start 2", "--speed 0.001", "--speed 1000",
    "--speed 0", "--speed 1001", "--fit cover a.json", "--fit contain a.json", "--fit fill a.json",
    "--fit x a.json", "--no-loop a.json", "--loop a.json", "--mode bounce a.json",
    "--mode reverse a.json", "--mode x a.json", "--marker a a.json", "--slot a=1 a.json",
    "--slot a a.json", "--slot a=#ff0000 a.json",
    "--no-subframes a.json", "--subframes a.json", "--animation a a.json", "--theme dark a.json",
    "--theme none a.json", "--state-machine m a.json", "--state-machine none a.json",
    "--no-expressions a.json", "--font-dir /f a.json", "--system-fonts a.json", "--timeout 9",
    "--timeout 0", "--timeout -1", "--print-window-id", "--show-fps", "--stats", "--stats-json a",
    "--stats-csv a", "--stats-json a --stats-csv a", "--scene clock", "--scene x",
    "--background black", "--background none", "--background #123", "--background #12345678",
    "--background checkerboard", "--background x", "--seed 2", "--seed -1", "--fan-duration 5",
    "--fan-duration 0", "--fan-radius 9", "--fan-radius -1", "--fan-color #10203040",
    "--fan-start-angle 90", "--fan-direction counterclockwise", "--fan-direction x",
    "--fan-easing ease-in", "--fan-easing 0,0,1,1", "--fan-easing steps:4", "--fan-easing spring",
    "--fan-easing spring:0.9", "--fan-easing spring:2", "--fan-easing 2,0,1,1", "--fan-repeat 2.5",
    "--fan-repeat infinite", "--fan-repeat 0", "--fan-autoreverse", "--squares-count 59",
    "--squares-count 0", "--squares-count 1000001", "--squares-size 4",
    "--squares-color red,#123",
    "--squares-color x", "--squares-velocity 3,4", "--squares-velocity 5",
    "--squares-velocity 5..9",
    "--squares-acceleration 1..2", "--squares-lifetime 1..2", "--squares-lifetime 2..1",
    "--squares-position 3,4", "--squares-position x", "--squares-edges wrap", "--squares-fade 1",
    "--no-squares-antialias", "--clock-time now", "--clock-time 10:20", "--clock-time 10:20:30.5",
    "--clock-time 25:00", "--clock-offset 60", "--clock-time-zone UTC",
    "--clock-time-zone Nowhere/Land", "--clock-motion sweep", "--clock-curve linear",
    "--clock-duration 0.5", "--no-clock-marks", "--clock-face-color red", "--clock-mark-color red",
    "--clock-hour-color red", "--clock-minute-color red", "--clock-second-color red",
    "--shapes-corners 5",
    "--shapes-corners 2", "--shapes-width 3", "--shapes-join round", "--shapes-cap butt",
    "--shapes-dashes 1,2", "--shapes-dashes none", "--shapes-fill-rule even-odd",
    "--shapes-color red", "--shapes-duration 2", "--pacing-rate 50", "--pacing-step 3",
    "--autoplay a.json", "--no-autoplay a.json", "--list-scenes", "--include a a.json",
    "--exclude a a.json", "a.json b.json", "--scene clock a.json",
  ]

  @Test("changes what it changed, or is refused as it was")
  func window() throws {
    let standard = try ViewCommand.parse([]).configuration
    var text = ""
    for line in Self.lines {
      let arguments = line.split(separator: " ").map(String.init)
      do {
        let configuration = try ViewCommand.parse(arguments).configuration
        let changes = Self.changes(configuration, standard, "")
        text += "\(line)\n" + changes.map { "  \($0)\n" }.joined()
      } catch {
        text += "\(line)\n  \(ViewCommand.message(for: error))\n"
      }
    }
    try Kept.compare(text, with: "options.txt")
  }

  /// Uses of the other commands, of which some are refused.
  private static let uses: [String] = [
    "render", "render a.json", "render -o a.png", "render a.json -o a.png", "render a.json -o -",
    "render a.json -o a.mp4", "render a.json -o f.%04d.png", "render a.json -o a.xyz",
    "render a.json -o a.png --frame 3", "render a.json -o a.png --at 2",
    "render a.json -o a.png --at 2 --frame 3", "render a.json -o a.png --frames 1-3",
    "render a.json -o f.%d.png --frames 1-3", "render a.json -o f.%d.png --frame 3",
    "render a.json -o f.%d.png --duration 2", "render a.json -o f.%d.png --duration 2 --frames 3",
    "render -o f.%d.png", "render -o f.%d.png --frames 3", "render -o f.%d.png --duration 3",
    "render -o f.%d.png --frames 50%", "render -o f.%d.png --frames 50% --duration 2",
    "render -o a.gif --duration 3 --loops 2", "render a.json -o a.gif --loops 2",
    "render a.json -o a.gif --loops forever", "render a.json -o a.mp4 --loops forever",
    "render a.json -o a.mp4 --loops 2 --duration 3", "render a.json -o a.mp4 --fps 30",
    "render a.json -o a.png --fps 30", "render a.json -o a.gif --fps 51",
    "render a.json -o a.gif --fps 50", "render a.json -o a.png --hash", "render a.json --hash",
    "render a.json --hash --frames 1-3", "render a.json -o - --hash",
    "render a.json -o a.y4m --hash", "render a.json -o - --progress plain",
    "render a.json -o f.%d.png --progress openjd",
    "render a.json -o f.%d.png --hash --progress openjd",
    "render a.json -o a.png --manifest m", "render a.json -o f.%d.png --manifest m",
    "render a.json -o a.png --skip-existing", "render a.json -o f.%d.png --skip-existing",
    "render a.json -o a.mp4 --skip-existing", "render a.json -o a.mp4 --manifest m",
    "render a.json -o a.png --compression 9", "render a.json -o a.png --compression 10",
    "render a.json -o a.mp4 --compression 9", "render a.json --hash --compression 3",
    "render a.json -o a.png --jobs 0", "render a.json -o f.%d.png --jobs 4",
    "render a.json -o a.png --size 10x20", "render a.json -o a.png --scale 2",
    "render a.json -o a.png --size 10x20 --scale 2", "render a.json -o a.png --sheet 3x2",
    "render a.json -o a.png --sheet 0x2", "render a.json -o a.mp4 --sheet 3x2",
    "render a.json -o a.png --sheet 3x2 --frame 3", "render a.json -o a.png --sheet-json l.json",
    "render a.json -o a.png --sheet 3x2 --sheet-json l.json --sheet-numbers",
    "render a.json -o a.mp4 --chroma 444", "render a.json -o a.y4m --chroma 444",
    "render a.json -o a.png --chroma 444", "render a.json -o a.y4m --depth 10",
    "render a.json -o a.y4m --range full", "render a.json -o f.%d.png --start 1 --speed 2",
    "render a.json -o a.png --start 1", "render a.json -o f.%d.png --frame-offset 100",
    "render a.json -o f.%d.png --past-end clip", "render a.json -o a.png --frame-offset 3",
    "render a.json -o a.png --script s.script", "render -o a.png --script s.script",
    "render a.json -o a.png --script s.script --state-machine none",
    "render a.json b.json -o a.png", "render a.json -o a.png --background transparent",
    "test", "test a", "test a --update", "test a --goldens g", "test a --frames 0,50%",
    "test a --frames 101%", "test a --tolerance 2;100", "test a --tolerance 300;1",
    "test a --tolerance x", "test a --jobs 2", "test a --report r --junit j --markdown m --json k",
    "test a --revision HEAD", "test a --revision HEAD --update", "test a --prune",
    "test a --fail-fast", "test a --hashes", "test a --hashes --frames 3", "test a --size 3x4",
    "compare", "compare a", "compare a b", "compare a b c", "compare a b --tolerance 1;2",
    "compare a b --report r", "verify", "verify m", "verify m --frames 3", "verify m --frames 50%",
    "test a --include x", "test a --exclude x", "info", "info a --json", "info a --json --brief",
    "info --json", "thumbnail a b", "thumbnail a",
    "thumbnail a b --size 0", "thumbnail a b --size 256", "pacing-report", "pacing-report r",
    "pacing-report r --rate 60 --csv", "pacing-report r --max-skipped -1",
    "render a.json -o a.png --past-end clip", "render a.json -o a.png --duration 2",
    "render a.json -o a.png --speed 2", "render a.json -o a.png --loops 2",
    "render a.json -o a.png --fps 30 --frame 3", "render a.json -o a.png --fps 30 --at 3",
  ]

  @Test("of the other commands is taken or refused as it was")
  func commands() throws {
    let commands: [String: any ParsableCommand.Type] = [
      "render": RenderCommand.self, "test": TestCommand.self, "compare": CompareCommand.self,
      "verify": VerifyCommand.self, "info": InfoCommand.self, "thumbnail": ThumbnailCommand.self,
      "pacing-report": PacingReportCommand.self,
    ]
    var text = ""
    for use in Self.uses {
      let words = use.split(separator: " ").map(String.init)
      let command = try #require(commands[words[0]])
      do {
        _ = try command.parse(Array(words.dropFirst()))
        text += "\(use)\n"
      } catch {
        text += "\(use)\n  \(command.message(for: error))\n"
      }
    }
    try Kept.compare(text, with: "commands.txt")
  }

  @Test("refuses options of render that do not go together, and no others")
  func pairs() throws {
    let targets = [
      "", "-o a.png", "-o -", "-o f.%d.png", "-o a.mp4", "-o a.y4m", "-o -.gif", "--hash",
      "-o - --frames 1-3", "-o f.%d.png --hash", "-o a.png --sheet 3x2 --sheet-json -",
    ]
    let options = [
      "--frame 3", "--frames 4-50%", "--duration 3", "--fps 60", "--loops 2", "--loops forever",
      "--frame-offset 9", "--hash", "--progress openjd", "--manifest m", "--manifest -",
      "--skip-existing", "--compression 3", "--jobs 2", "--sheet 2x2", "--sheet-json l",
      "--sheet-json -", "--chroma 444", "--script s.script",
    ]
    var refused: [String] = []
    for (index, option) in options.enumerated() {
      for target in targets {
        refused += Self.refusal(of: "\(target) a.json \(option)")
      }
      for other in options[..<index] {
        refused += Self.refusal(of: "-o f.%d.png a.json \(other) \(option)")
      }
    }
    try Kept.compare(refused.joined(separator: "\n"), with: "render-options.txt")
  }

  /// A use of render with what is wrong with it, if it is refused.
  private static func refusal(of use: String) -> [String] {
    do {
      _ = try RenderCommand.parse(use.split(separator: " ").map(String.init))
      return []
    } catch {
      return ["\(use): \(RenderCommand.message(for: error))"]
    }
  }

  /// The leaves of a value that differ from those of another one.
  private static func changes(_ value: Any, _ standard: Any, _ path: String) -> [String] {
    let (mirror, other) = (Mirror(reflecting: value), Mirror(reflecting: standard))
    let (children, others) = (Array(mirror.children), Array(other.children))
    let isAlike =
      mirror.displayStyle == .struct && children.count == others.count && !children.isEmpty
    guard isAlike else {
      return "\(value)" == "\(standard)" ? [] : ["\(path): \(value)"]
    }
    return zip(children, others).flatMap { child, other in
      changes(child.value, other.value, path + (path.isEmpty ? "" : ".") + (child.label ?? ""))
    }
  }
}
