import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import AnimGraphics
@testable import DemoScenes
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

/// Every option of the commands that draw, with invalid values and the advice that the error
/// message must contain.
private let invalid: [String: (values: [String], allowed: [String])] = {
  // The others of their kinds are in `ValueTests`.
  let number = ["", "nan", "1,5"]
  let color = ["", "#12345"]
  let curve = ["", "2,0,0,1", "steps:0"]
  // A pair is a velocity.
  let speed = number.filter { $0 != "1,5" }
  func numbers(_ more: String..., allowed: String...) -> ([String], [String]) {
    (number + more, allowed)
  }
  return [
    "size": (
      ["", "0x0", "-1x5", "5x-1", "5", "x", "5x", "x5", "5x5x5", "nanxnan", "65536x1", "1x99999"]
        + ["32767x32767", "1e3x5", "1.5x2"], ["65535"]
    ),
    "window-id": (
      ["", "x", "nan", "0", "-1", "1.5", "0x", "0x20000000", "1a", "0x1g", "root"], ["0x1a00003"]
    ),
    "scale": numbers("0", "-1", "17", "0.01", allowed: "0.1", "16"),
    "at": (["nan", "-1", "1000000001"], ["0", "1000000000"]),
    "timeout": (["", "nan", "0"], ["0.001"]),
    "frame": (number + ["-1", "1000000001", "%", "101%", "-1%", "1%%"], ["1000000000", "100%"]),
    "sheet": (["", "x", "8", "8x", "0x1", "1x1001", "-1x1", "2x2x2", "1.5x2"], ["1000", "8x4"]),
    "onion": (number + ["0", "1.5", "101"], ["1", "100"]),
    "frame-offset": (number + ["-1", "1.5", "1000000001"], ["0", "1000000000"]),
    "past-end": (["", "x", "Clip", "-1"], ["error", "clip"]),
    "loops": (["", "x", "nan", "0", "-1", "1.5", "65536", "Forever"], ["65535", "forever"]),
    "jobs": (["", "x", "nan", "0", "-1", "1.5", "1025"], ["1", "1024"]),
    "hotspot": (["", "x", "4", "4,", "4,2,1", "-1,2", "nan,0", "1,inf"], ["X,Y", "4,2"]),
    "compression": (["", "x", "nan", "-1", "1.5", "10"], ["0", "9"]),
    "progress": (["", "x", "Plain", "-1"], ["auto", "openjd", "plain", "none"]),
    "format": (
      ["", "x", "MP4", "avi", "-1"], ["y4m", "rgba", "mp4", "webm", "gif", "webp", "apng"]
    ),
    "chroma": (["", "x", "422", "-1"], ["420", "444"]),
    "depth": (["", "x", "9", "12", "-1"], ["8 or 10"]),
    "range": (["", "x", "Full", "-1"], ["limited", "full"]),
    "fit": (["", "x", "Contain", "-1"], ["contain", "cover", "none"]),
    "mode": (
      ["", "x", "Forward", "-1"], ["forward", "reverse", "bounce", "reverse-bounce"]
    ),
    "frame-delays": (["", "x", "Browser", "-1"], ["browser", "file"]),
    "resources": (["", "/nonexistent", "/dev/null"], ["pass a parent folder of the files"]),
    "save-folder": (["", "/dev/null"], ["pass a folder for images"]),
    "font-dir": (["", "/nonexistent", "/dev/null"], ["pass a folder with fonts"]),
    "slot": (["", "x", "=1"], ["NAME=VALUE"]),
    "sort": (["", "x", "Name", "-1"], ["name", "time", "size", "random"]),
    "keys": (["", "x", "VIM", "-1"], ["standard", "feh", "mpv", "nsxiv", "vim"]),
    "repeat-each": (["", "x", "nan", "0", "-1", "1.5", "1000001"], ["1000000"]),
    "slideshow": numbers("0", "-1", "86401", allowed: "0.1", "86400"),
    "opacity": numbers("-1", "101", allowed: "0", "100"),
    "on-battery": (["", "x", "Pause", "-1"], ["pause", "slow", "play"]),
    "window-type": (["", "x", "Dock", "-1"], ["dock", "utility", "splash"]),
    "zoom": numbers("0", "-1", "6401", allowed: "1", "6400"),
    "renderer": (["", "x", "SHM", "-1"], ["auto", "shm", "core"]),
    "rate": numbers("0", "-1", "1001", "0.5", "MAX", "-max", allowed: "max", "1000"),
    "timing": (["", "x", "vsync", "-1"], ["auto", "present", "timer"]),
    "phase-offset": numbers("-100001", "100001", allowed: "-100000", "100000"),
    "frames": (
      ["", "x", "nan", "0", "-1", "1.5", "1e3", "9999999999999999999"], ["1000000000"]
    ),
    "stop-after": (
      ["", "x", "nan", "0", "-1", "1.5", "1e3", "9999999999999999999"], ["1000000000"]
    ),
    "duration": numbers("0", "-1", "0.0001", allowed: "0.001"),
    "fps": (
      ["nan", "1001", "1/0"],
      ["1000", "30000/1001"]
    ),
    "start": (["nan", "-1", "1000000001"], ["0", "1000000000"]),
    "scene": (
      ["", "x", "Fan", "fan,clock", "-1", "1"], SceneCatalog.entries.map(\.name)
    ),
    "background": (color, ["#rrggbb", "black"]),
    "seed": (
      ["", "x", "nan", "-1", "1.5", "18446744073709551616", "0x1"], ["18446744073709551615"]
    ),
    "fan-duration": numbers("0", "-1", "0.0001", "1000001", allowed: "0.001", "1000000"),
    "fan-radius": numbers("0", "-1", "100001", allowed: "0.1", "100000"),
    "fan-color": (color, ["#rrggbb", "blue"]),
    "fan-start-angle": numbers("-36001", "36001", allowed: "-36000", "36000"),
    "fan-direction": (["", "x", "left", "-1"], ["clockwise", "counterclockwise"]),
    "fan-easing": (curve, ["expected"]),
    "fan-repeat": numbers("0", "-1", "0.0001", "1000001", "Forever", allowed: "forever", "1000000"),
    "squares-count": (["", "x", "nan", "-1", "1.5", "10000001", "1e3"], ["10000000"]),
    "squares-size": numbers("0", "-1", "10001", allowed: "0.1", "10000"),
    "squares-color": (color + ["red,", ",red", "red,,blue", "red;blue"], ["#rrggbb", "blue"]),
    "squares-velocity": (
      speed + ["-1", "5..1", "1..", "..1", "1...5", "1,2,3", "1,nan", "inf,1", "1000001,0"]
        + ["0..1000001", ",", ".."], ["A..B", "X,Y"]
    ),
    "squares-acceleration": (
      speed + ["-1", "5..1", "1..", "..1", "1...5", "1,2,3", "1,nan", "inf,1", "1000001,0"]
        + ["0..1000001", ",", ".."], ["A..B", "X,Y"]
    ),
    "squares-position": (
      ["", "x", "1", "1,", ",1", "1,2,3", "nan,1", "1,inf", "1e9,1", "1 ,2"], ["X,Y"]
    ),
    "squares-lifetime": numbers("0", "-1", "5..1", "1..", "0..1", "1..1000001", allowed: "A..B"),
    "squares-edges": (["", "x", "reflect", "-1"], ["none", "bounce", "wrap"]),
    "squares-fade": numbers("-1", "1000001", allowed: "0", "1000000"),
    "speed": numbers("0", "-1", "1001", "0.0001", allowed: "0.001", "1000"),
    "clock-time": (
      [
        "", "x", "Now", "24:00", "-1:00", "10", "10:60", "10:5", "10:08:60", "10:08:nan",
        "10:08:-1",
      ]
        + ["10:08:", ":08", "10:08:42:1", "1e1:00"], ["now", "23:59:59"]
    ),
    "clock-offset": numbers("-86401", "86401", allowed: "-86400", "86400"),
    "clock-time-zone": (
      ["", "x", "Foo/Bar", "../../etc/passwd", "/etc/passwd", "Europe", "XYZ", "EST99"], ["zone"]
    ),
    "clock-motion": (["", "x", "Tick", "-1"], ["tick", "sweep"]),
    "clock-curve": (curve, ["expected"]),
    "clock-duration": numbers("-1", "1.01", allowed: "0", "1"),
    "clock-face-color": (color, ["#rrggbb", "white"]),
    "clock-mark-color": (color, ["#rrggbb", "gray"]),
    "clock-hour-color": (color, ["#rrggbb", "black"]),
    "clock-minute-color": (color, ["#rrggbb", "black"]),
    "clock-second-color": (color, ["#rrggbb", "red"]),
    "shapes-duration": numbers("0", "-1", "0.0001", "1000001", allowed: "0.001", "1000000"),
    "shapes-corners": (["", "x", "nan", "2", "-1", "3.5", "100"], ["3", "99"]),
    "shapes-color": (color, ["#rrggbb", "blue"]),
    "shapes-width": numbers("-1", "100.1", allowed: "0", "100"),
    "shapes-dashes": (
      ["", "x", "nan", "1,", ",1", "-1", "1,101", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"],
      ["16 numbers", "100"]
    ),
    "shapes-join": (["", "x", "Miter", "-1"], ["miter", "round", "bevel"]),
    "shapes-cap": (["", "x", "flat", "-1"], ["butt", "round", "square"]),
    "shapes-fill-rule": (["", "x", "evenodd", "-1"], ["nonzero", "even-odd"]),
    "pacing-rate": (number + ["0", "-1", "1001"], ["1000", "30000/1001"]),
    "pacing-step": (["", "x", "nan", "0", "-1", "1.5", "1001"], ["1", "1000"]),
    "geometry": (
      [
        "", "x", "foo", "0x0", "nan", "40000x10", "10x40000", "5x5x5", "5x5+1+2+3",
        "100x100-2147483648+0", "+32768+0", "+4294967296+0",
      ],
      ["WIDTHxHEIGHT", "32767"]
    ),
  ]
}()

/// Options that take any text: names, titles and paths.
private let anyText: Set<String> = [
  "config", "monitor",
  "display", "name", "title", "screenshot", "output", "stats-json", "stats-csv", "marker",
  "manifest", "sheet-json", "animation", "theme", "state-machine", "script",
]

/// Returns the names of the options of a group, as the argument parser lists them.
func options(of group: any ParsableArguments.Type) throws -> Set<String> {
  struct Listing: Decodable {
    struct Command: Decodable { var arguments: [Argument] }
    struct Argument: Decodable {
      var kind: String
      var names: [Name]?
    }
    struct Name: Decodable { var name: String }
    var command: Command
  }
  let listing = try JSONDecoder().decode(Listing.self, from: Data(group._dumpHelp().utf8))
  let names = listing.command.arguments.filter { $0.kind == "option" }.compactMap(\.names)
  return Set(names.compactMap { $0.map(\.name).max { $0.count < $1.count } })
}

/// Options that are parsed together.
private struct Group: Sendable {
  let type: any ParsableArguments.Type
  /// Arguments that the group requires.
  let needed: [String]
  let options: Set<String>

  /// Whether parsing is slow because the parser, in a debug build, checks each of many groups.
  var isSlow: Bool { type is any ParsableCommand.Type }

  init(_ type: any ParsableArguments.Type, needed: [String] = []) {
    self.type = type
    self.needed = needed
    options = (try? X11ViewerTests.options(of: type)) ?? []
  }

  static let view = Group(ViewCommand.self)
  static let render = Group(RenderCommand.self, needed: ["-o", "%d.png"])
  /// An option is tried in the first group that has it, since parsing a whole command is slow.
  static let all = [
    Group(WindowFlags.self), Group(TargetFlags.self), Group(RunFlags.self),
    Group(StatisticsFlags.self),
    Group(SceneOptionFlags.self), Group(SceneFlags.self), Group(ContentFlags.self),
    Group(SheetFlags.self), render, view,
  ]

  /// Returns the groups in which an option has its own meaning.
  static func all(with option: String) -> [Group] {
    let those = all.filter { $0.options.contains(option) }
    return Array(those.prefix(["frames", "duration"].contains(option) ? 2 : 1))
  }
}

@Suite("Invalid options")
struct InvalidOptionTests {
  @Test("every option of the commands that draw is covered here")
  func completeness() {
    for command in [Group.view, Group.render] {
      #expect(command.options.count > 20)
      #expect(command.options.subtracting(invalid.keys).subtracting(anyText).isEmpty)
    }
  }

  @Test(
    "an invalid value is rejected with a sentence that describes valid values",
    arguments: invalid.keys.sorted())
  func values(option: String) throws {
    let (values, allowed) = try #require(invalid[option])
    for group in Group.all(with: option) {
      for value in group.isSlow ? values.suffix(2) : values[...] {
        let sentence = refusal(of: ["--\(option)", value] + group.needed, by: group.type)
        #expect(sentence.contains("--\(option)"), "'\(value)': \(sentence)")
        #expect(!sentence.contains("\n"))
        for word in allowed { #expect(sentence.contains(word), "'\(value)': \(sentence)") }
      }
    }
  }

  @Test("an option without its value is reported by name", arguments: invalid.keys.sorted())
  func missingValue(option: String) {
    for group in Group.all(with: option) {
      let sentence = refusal(of: group.needed + ["--\(option)"], by: group.type)
      #expect(sentence.contains("Missing value for '--\(option)"), "\(sentence)")
    }
  }

  /// Returns the error message for these arguments, empty if they are accepted.
  private func refusal(of arguments: [String], by group: any ParsableArguments.Type) -> String {
    do {
      _ = try group.parse(arguments)
      return ""
    } catch {
      return group.message(for: error)
    }
  }
}
