import Foundation
import PlainText
import TestSupport
import Testing

@testable import AnimGraphics
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Rendering files")
struct RenderFileTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation().json, to: "a.json")
  }

  private func image(_ arguments: String..., of name: String = "a.json") throws -> PixelImage {
    try CommandRun(["render", scratch / name, "-o", "-"] + arguments).image()
  }

  private func frame(_ image: PixelImage) -> Int? {
    TestAnimation.frame(in: (0..<image.size.width).map { image[$0, image.size.height / 2] })
  }

  @Test("an image has the composition's size, and is transparent where nothing is drawn")
  func alpha() throws {
    let image = try image()
    expectEqual(image.size, PixelSize(width: 240, height: 60))
    #expect(!image.isOpaque)
    expectEqual(image[0, 0], 0)
    expectEqual(image[5, 30], TestAnimation.red)
    expectEqual(image[19, 39], TestAnimation.red)
    expectEqual(image[20, 30], 0)
  }

  @Test("a video has the duration of its animation in its mode, times the loop count")
  func modes() throws {
    try scratch.write(TestAnimation(frames: 8).json, to: "short.json")
    func hashes(_ arguments: String...) throws -> [Substring] {
      let run = try CommandRun(
        ["render", scratch / "short.json", "--size", "48x12", "--hash"] + arguments)
      expectEqual(run.end, .exit(0), "\(run.complaint)")
      return run.text.split(separator: "\n").compactMap {
        $0.split(separator: " ").dropFirst().first
      }
    }
    let forward = try hashes()
    #expect(forward.count == 8 && Set(forward).count == 8)
    try expectEqual(hashes("--mode", "reverse"), forward.reversed())
    // Neither the first nor the last frame is shown twice.
    let there = forward + forward.dropLast().dropFirst().reversed()
    try expectEqual(hashes("--mode", "bounce"), there)
    try expectEqual(hashes("--mode", "bounce", "--loops", "2"), there + there)
    #expect(
      try hashes("--mode", "reverse-bounce")
        == forward.reversed() + forward.dropLast().dropFirst())
  }

  @Test(
    "a file is played by its machine according to a script, with the random numbers of the seed")
  func machine() throws {
    let machine = """
      {"initial":"a","states":[
        {"name":"a","type":"PlaybackState","animation":"x","transitions":[
          {"type":"Transition","toState":"b","guards":[{"type":"Event","inputName":"open"}]}]},
        {"name":"b","type":"PlaybackState","animation":"x","transitions":[],"entryActions":[
          {"type":"SetRandom","inputName":"n","min":1,"max":49,"integer":true},
          {"type":"SetFrame","value":"$n"}]}],
       "interactions":[],"inputs":[{"type":"Event","name":"open"},
         {"type":"Numeric","name":"n","value":0}]}
      """
    let bytes = Archives.zip([
      (
        "manifest.json",
        #"{"version":"2","animations":[{"id":"x"}],"stateMachines":[{"id":"m"}]}"#
      ), ("a/x.json", TestAnimation().json), ("s/m.json", machine),
    ])
    try Data(bytes).write(to: URL(fileURLWithPath: scratch / "m.lottie"))
    try scratch.write("0.5 fire open\n", to: "open.script")
    func shown(_ arguments: String...) throws -> Int? {
      frame(try CommandRun(["render", scratch / "m.lottie", "-o", "-"] + arguments).image())
    }
    let script = scratch / "open.script"
    try expectEqual(shown("--script", script, "--at", "0.4"), 0)
    try expectEqual(shown("--state-machine", "m", "--at", "1"), 0)
    let rolls = try (1...4).map {
      try shown("--script", script, "--at", "1", "--seed", "\($0)")
    }
    #expect(rolls.allSatisfy { $0.map { $0 > 0 } ?? false } && Set(rolls).count > 1, "\(rolls)")
    try expectEqual(shown("--script", script, "--at", "1"), rolls[0])
    try expectEqual(shown("--script", script, "--at", "9", "--seed", "3"), rolls[2])
  }

  @Test("an image with a background is opaque, unless the background is translucent")
  func background() throws {
    let opaque = try image("--background", "blue")
    #expect(opaque.isOpaque)
    expectEqual(opaque[0, 0], 0xFF00_00FF)
    expectEqual(opaque[5, 30], TestAnimation.red)
    let translucent = try image("--background", "#0000ff80")
    #expect(!translucent.isOpaque)
    expectEqual(translucent[0, 0], 0x8000_0080)
    try expectEqual(image("--background", "transparent"), image())
  }

  @Test(
    "frames are counted from the first one, and percentages from the first played one",
    arguments: [
      (["--frame", "12"], 12), (["--frame", "49"], 49), (["--frame", "50%"], 25),
      (["--frame", "100%"], 49), ([], 0), (["--at", "2.4"], 10),
      (["--at", "2.4", "--no-loop"], 49), (["--marker", "part", "--at", "0.2"], 25),
      (["--marker", "part", "--frame", "100%"], 29), (["--marker", "point", "--at", "0.04"], 41),
      (["--marker", "part", "--frame", "3"], 3),
    ])
  func frames(arguments: [String], frame expected: Int) throws {
    try scratch.write(
      TestAnimation(
        more: """
          , "markers": [{"cm": "part", "tm": 30, "dr": 10}, {"cm": "point", "tm": 50, "dr": 0}]
          """
      ).json, to: "a.json")
    let run = try CommandRun(["render", scratch / "a.json", "-o", "-"] + arguments)
    try expectEqual(frame(run.image()), expected)
  }

  @Test("images between whole frames are drawn, unless only whole frames are requested")
  func subframes() throws {
    let between = try image("--frame", "12.5")
    expectEqual(frame(between), 12)
    expectEqual(between[49, 30], 0)
    expectEqual(between[50, 30], TestAnimation.red)
    try expectEqual(image("--at", "0.5"), between)
    try expectEqual(image("--at", "0.5", "--no-subframes"), image("--frame", "12"))
  }

  @Test("by default, a sequence is the entire video, at the file's own rate")
  func video() throws {
    let run = try CommandRun(["render", scratch / "a.json", "-o", scratch / "%02d.png"])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    expectEqual(
      scratch.allNames,
      (0..<50).map { "\($0)".padded(before: 2, with: "0") + ".png" } + [
        "a.json"
      ])
    for number in [0, 7, 49] {
      let name = "\(number)".padded(before: 2, with: "0") + ".png"
      let single = try CommandRun(["render", scratch / "a.json", "-o", "-", "--frame", "\(number)"])
      try expectEqual(scratch.bytes(name), single.output, "frame \(number)")
    }
  }

  @Test(
    "the animation is fitted into an image of another size",
    arguments: [
      ("contain", "240x30", 60 + 50), ("contain", "480x60", 120 + 100),
      ("none", "280x60", 20 + 100), ("none", "480x120", 120 + 100),
      ("cover", "480x240", 4 * 100 - 240),
    ])
  func fit(fit: String, size: String, left: Int) throws {
    let image = try image("--fit", fit, "--size", size, "--frame", "25")
    expectEqual("\(image.size.width)x\(image.size.height)", size)
    let row = (0..<image.size.width).map { image[$0, image.size.height / 2] }
    expectEqual(row.firstIndex(of: TestAnimation.red), left)
  }

  @Test("--scale enlarges an image without a requested size")
  func scale() throws {
    try expectEqual(image("--scale", "2").size, PixelSize(width: 480, height: 120))
  }

  @Test("the format is detected from the content, not from the name")
  func content() throws {
    try scratch.write(TestAnimation().json, to: "a.lottie")
    let gzip = try ChildProcess(["gzip", "-k", "-S", ".other", scratch / "a.json"])
    try gzip.wait()
    let plain = try image()
    try expectEqual(image(of: "a.lottie"), plain)
    try expectEqual(image(of: "a.json.other"), plain)
  }

  @Test("a slot is set to a JSON value or a colour")
  func slots() throws {
    try scratch.write(
      TestAnimation(
        color: "[1,0,0], \"sid\": \"tint\"",
        more: ", \"slots\": {\"tint\": {\"p\": {\"a\": 0, \"k\": [1, 0, 0]}}}"
      ).json, to: "a.json")
    try expectEqual(image()[5, 30], TestAnimation.red)
    try expectEqual(image("--slot", "tint=[0,0,1]")[5, 30], 0xFF00_00FF)
    try expectEqual(image("--slot", "tint=#00ff00")[5, 30], 0xFF00_FF00)
    let run = try CommandRun(["render", scratch / "a.json", "-o", "-", "--slot", "other=1"])
    #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains("other"))
  }

  @Test("an unknown marker is rejected with the names of the file's markers")
  func missingMarker() throws {
    try scratch.write(
      TestAnimation(more: ", \"markers\": [{\"cm\": \"part\", \"tm\": 1, \"dr\": 2}]").json,
      to: "a.json")
    let run = try CommandRun(["render", scratch / "a.json", "-o", "-", "--marker", "x"])
    #expect(run.complained(.usage))
    #expect(run.complaint.contains("part"))
  }

  @Test("a single frame has a hash, with and without a file")
  func hashOfFrame() throws {
    let file = scratch / "a.json"
    let lines = try CommandRun(["render", file, "--hash"]).text.split(separator: "\n")
    for arguments in [["--frame", "3"], ["--frame", "3", "-o", scratch / "a.png"]] {
      let run = try CommandRun(["render", file, "--hash"] + arguments)
      expectEqual(run.complaint, "")
      expectEqual(run.text, lines[3] + "\n", "\(arguments)")
    }
    let scene = ["--scene", "fan", "--size", "96x40", "--hash"]
    try expectEqual(
      CommandRun(["render", "--at", "0.5"] + scene).output,
      CommandRun(["render", "--frame", "30"] + scene).output)
  }

  @Test("the frames of a scene are counted at 60 per second, or at --fps")
  func sceneFrames() throws {
    let small = ["--size", "96x40", "--scene", "fan"]
    let expected = try CommandRun(["render", "-o", "-", "--at", "0.5"] + small).output
    try expectEqual(CommandRun(["render", "-o", "-", "--frame", "30"] + small).output, expected)
    try expectEqual(
      CommandRun(["render", "-o", "-", "--frame", "12", "--fps", "24"] + small).output, expected)
  }
}
