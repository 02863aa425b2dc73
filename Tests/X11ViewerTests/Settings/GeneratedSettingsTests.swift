import TestSupport
import Testing

@testable import LinuxSystem
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

/// Fuzzes the reading of the user's files, which the fuzzing package can't do, because it doesn't
/// contain the program.
@Suite("Generated settings files")
struct GeneratedSettingsTests {
  private static let words = [
    "\n", "\r\n", " ", "\t", "#", "\"", "'", "\\", "=", "--", "-", "+", ",", "x", "é", "\u{0}",
    "\u{85}",
    "\u{2028}", "Ctrl+", "Shift+", "Alt+", "Hyper+", "Left", "F11", "Button3", "numbersign", "←",
    "quit", "ignore", "exec cp \"$1\" a", "exec ", "seek -3", "seek 1e308", "zoom 3/2", "zoom 1/0",
    "turn-page 99999999999999999999", "show-scene 0", "select-page 2 1", "set-speed nan",
    "fullscreen", "no-loop", "speed 2", "speed = 2", "rate max", "size 320x200", "background #fff",
    "geometry -0+0", "title \"a b\"", "config x", "duration 1e-300", "zoom inf", "--", "scale -0",
  ]

  private func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...12, using: &random)).map { _ in
      Self.words.randomElement(using: &random) ?? ""
    }.joined(separator: Bool.random(using: &random) ? " " : "")
  }

  @Test("bind keys that are unchanged when they are written and read again, or are rejected")
  func keys() throws {
    var random = SeededGenerator(seed: 43)
    var count = 0
    for _ in 0..<20_000 {
      let text = text(&random)
      guard let lines = try? KeyFile.parse(text, name: "keys") else { continue }
      count += lines.count
      expectEqual(try KeyFile.parse(KeyFile.text(lines), name: "keys"), lines, "\(text)")
      _ = KeyBindings(changedBy: lines)
    }
    #expect(count > 100)
  }

  @Test("are options that a window accepts or rejects with the line")
  func options() {
    var random = SeededGenerator(seed: 44)
    // Parsing the options of a window takes milliseconds, so each line is tried once, up to a number.
    let limit = 600
    var tried = Set<[String]>()
    var counts = (taken: 0, refused: 0)
    for _ in 0..<20_000 {
      do throws(Failure) {
        for (_, arguments) in try UserSettings.parse(text(&random), name: "config") {
          guard tried.count < limit, tried.insert(arguments).inserted else { continue }
          if (try? Program.checked(["view"] + arguments)) != nil { counts.taken += 1 }
        }
      } catch {
        #expect(error.message.hasPrefix("config:") && error.status == .configuration)
        counts.refused += 1
      }
    }
    #expect(counts.taken > 20 && counts.refused > 100, "\(counts)")
  }
}
