import Foundation
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
    "--squares-palette red,#123",
    "--squares-palette x", "--squares-velocity 3,4", "--squares-velocity 5",
    "--squares-velocity 5..9",
    "--squares-acceleration 1..2", "--squares-lifetime 1..2", "--squares-lifetime 2..1",
    "--squares-position 3,4", "--squares-position x", "--squares-edges wrap", "--squares-fade 1",
    "--no-squares-antialias", "--clock-time now", "--clock-time 10:20", "--clock-time 10:20:30.5",
    "--clock-time 25:00", "--clock-offset 60", "--clock-time-zone UTC",
    "--clock-time-zone Nowhere/Land", "--clock-motion sweep", "--clock-curve linear",
    "--clock-duration 0.5", "--no-clock-marks", "--clock-face-color red", "--shapes-corners 5",
    "--shapes-corners 2", "--shapes-width 3", "--shapes-join round", "--shapes-cap butt",
    "--shapes-dashes 1,2", "--shapes-dashes none", "--shapes-fill-rule even-odd",
    "--shapes-color red", "--shapes-duration 2", "--pacing-rate 50", "--pacing-step 3",
    "a.json b.json", "--scene clock a.json",
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
