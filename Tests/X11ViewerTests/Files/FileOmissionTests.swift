import Foundation
import TestSupport
import Testing

@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Files with omissions in a frame")
struct FileOmissionTests {
  private let scratch: ScratchDirectory
  private static let omission =
    "layers[0]: frame 4 has more than 128 compositions, mattes or repeaters nested in each other; "
    + "the rest is not drawn"

  init() throws {
    scratch = try ScratchDirectory()
    // A square with too many repeaters that appears in frame 4.
    let repeaters = Array(repeating: #"{"ty": "rp", "c": {"k": 1}, "tr": {}}"#, count: 200)
    try scratch.write(
      """
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 24, "h": 16, "layers": [
        {"ty": 4, "ip": 4, "op": 10, "st": 0, "ks": {}, "shapes": [
          {"ty": "rc", "p": {"k": [4, 8]}, "s": {"k": [8, 8]}, "r": {"k": 0}},
          {"ty": "fl", "c": {"k": [1, 0, 0]}, "o": {"k": 100}},
          \(repeaters.joined(separator: ","))]}
      ]}
      """, to: "many.json")
  }

  private var path: String { scratch / "many.json" }

  @Test("render warns once, about the earliest frame", arguments: ["1", "3"])
  func render(jobs: String) throws {
    let run = try CommandRun(["render", path, "-o", scratch / "%d.png", "--jobs", jobs])
    expectEqual(run.end, .exit(0))
    expectEqual(run.complaint, "x11viewer: warning: \(path): \(Self.omission)\n")
    let one = try CommandRun(["render", path, "-o", scratch / "a.png", "--frame", "4"])
    expectEqual(one.complaint, run.complaint)
    let whole = try CommandRun(["render", path, "-o", scratch / "a.png", "--frame", "3"])
    #expect(whole.end == .exit(0) && whole.complaint == "")
  }

  @Test(
    "render reports how many expressions have failed in the drawn frames", arguments: ["1", "2"])
  func failing(jobs: String) throws {
    let layer =
      ##"{"ty": 1, "ip": 0, "op": 10, "sw": 8, "sh": 8, "sc": "#ff0000", "ks": {"r": {"k": 0, "x": "$bm_rt = time > 0.45 ? gone : 1;"}}}"##
    try scratch.write(
      #"{"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 24, "h": 16, "layers": [\#(layer), \#(layer)]}"#,
      to: "a.json")
    let path = scratch / "a.json"
    let run = try CommandRun(["render", path, "-o", scratch / "%d.png", "--jobs", jobs])
    expectEqual(
      run.complaint,
      "x11viewer: warning: \(path): 2 expressions fail; see x11viewer info \(path)\n")
    let early = try CommandRun(["render", path, "-o", scratch / "a.png", "--frame", "4"])
    #expect(early.end == .exit(0) && early.complaint == "")
  }

  @Test("render reports features that aren't drawn as intended, or their number")
  func unintended() throws {
    let rows = [
      ("<script/>", "line 1, column 64: scripts are not run"),
      ("<script/><use href='b.svg#a'/>", "2 things are not drawn as intended; see x11viewer info "),
    ]
    for (body, notice) in rows {
      let path = scratch / "a.svg"
      try scratch.write(
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>\(body)</svg>", to: "a.svg")
      let run = try CommandRun(["render", path, "-o", scratch / "a.png"])
      #expect(
        run.end == .exit(0) && run.complaint.contains("warning: \(path): \(notice)"),
        "\(run.complaint)")
    }
  }
}
