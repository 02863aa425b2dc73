import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import ImageFiles
@testable import LinuxSystem
@testable import X11Viewer

@Suite("Output paths of render")
struct RenderOutputTests {
  private func run(_ arguments: String, in scratch: ScratchDirectory) throws -> CommandRun {
    try CommandRun(arguments, in: scratch)
  }

  private func scratch() throws -> ScratchDirectory {
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 5, width: 8, height: 8).json, to: "a.json")
    return scratch
  }

  @Test(
    "a file without frames isn't written, and an existing one stays unchanged",
    arguments: ["-o z.gif", "-o z.png --sheet 2x2"])
  func noFrames(output: String) throws {
    let scratch = try scratch()
    try scratch.write("good", to: "z.gif")
    let run = try run("render a.json \(output) --frames 100- --past-end clip", in: scratch)
    #expect(
      run.complained(.usage) && run.complaint.contains("--frames: no frames selected"),
      "\(run.complaint)")
    expectEqual(scratch.allNames, ["a.json", "z.gif"])
    try expectEqual(scratch.read("z.gif"), "good")
    expectEqual(run.text, "")
  }

  @Test("nothing overwrites an input, by whatever name, or another output")
  func replacing() throws {
    let scratch = try scratch()
    for output in ["p.png", "f.%04d.png"] {
      try expectEqual(run("render a.json -o \(output)", in: scratch).end, .exit(0))
    }
    try scratch.sh("ln p.png q.png && mkdir d && ln -s f.0002.png l.0001.png")
    let refused: [(reason: String, commands: [String])] = [
      (
        "is an input file; choose another output",
        [
          "render p.png -o p.png", "render p.png -o q.png", "render p.png -o .",
          "render file://\(scratch / "p.png") -o p.png", "thumbnail p.png d/../q.png 64",
          "render a.json -o z%d.png --manifest a.json",
          "render a.json -o z.png --sheet 2x2 --sheet-json a.json",
          "test a.json --json a.json", "test . --markdown d/../a.json",
          "view a.json --duration 1 --stats-json a.json --stats-csv s.csv",
          "view p.png --duration 1 --screenshot p.png",
          "render f.%04d.png -o f.%04d.png --size 4x4",
          "render f.%04d.png -o ./ --frames all --size 50%", "render f.%04d.png -o f.0003.png",
          "render f.0001.png --sequence -o d/../f.0003.png", "render f.0003.png -o f.%04d.png",
          "render f.%04d.png -o z.png --sheet 2x2 --sheet-json f.0002.png",
          "render f.%04d.png -o z%d.png --manifest f.0002.png", "thumbnail f.%04d.png f.0002.png 8",
          "render f.%04d.png -o l.0001.png", "render f.%04d.png -o l.####.png",
          "compare f.%04d.png a.json --json f.0001.png",
        ]
      ),
      (
        "cannot both write to",
        [
          "render a.json -o z.png --sheet 2x2 --sheet-json d/../z.png",
          "view a.json --stats-json s --stats-csv s", "test a.json --json s --junit s",
        ]
      ),
    ]
    for (reason, commands) in refused {
      for command in commands {
        let run = try run(command, in: scratch)
        #expect(
          run.complained(.usage) && run.complaint.contains(reason), "\(command): \(run.complaint)")
      }
    }
    try expectEqual(run("render p.png -o d/", in: scratch).end, .exit(0))
  }

  @Test(
    "a name with an unknown file extension is rejected by every command",
    arguments: [
      "render a.json -o", "view a.json --screenshot", "compare a.json a.json --difference",
    ])
  func otherEnding(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    for name in ["json", "svg", "mpg", "wepb", "txt", "tar.gz"] {
      #expect(throws: (any Error).self, "\(name)") {
        try Program.checked(words + ["/nonexistent/b.\(name)"])
      }
    }
    let scratch = try scratch()
    #expect(try run("\(command) b.exr", in: scratch).complained(.usage))
    expectEqual(scratch.allNames, ["a.json"])
  }

  @Test("a name that starts with a dash isn't mistaken for an option")
  func dashes() throws {
    let scratch = try scratch()
    try scratch.sh("cp a.json ./-dash.json")
    for command in ["test", "info", "verify", "compare", "render"] {
      let run = try run("\(command) -dash.json", in: scratch)
      #expect(run.complained(.usage) && run.complaint.contains("./-dash.json"), "\(run.complaint)")
    }
  }

  @Test("names of folders and animations aren't treated as patterns")
  func plainNames() throws {
    let scratch = try scratch()
    try scratch.sh("mkdir 'd##' 'e%20' && cp a.json b@@.json")
    for arguments in [
      "a.json -o d##/ --frames 0-1", "a.json -o e%20/", "b@@.json -o e%20/",
    ] {
      let run = try run("render \(arguments)", in: scratch)
      expectEqual(run.end, .exit(0), "\(run.complaint)")
    }
    for name in ["d##/a.0000.png", "d##/a.0001.png", "e%20/a.png", "e%20/b@@.png"] {
      #expect(try !scratch.bytes(name).isEmpty, "\(name)")
    }
  }

  @Test("a message contains no characters that would change a terminal")
  func messages() throws {
    let run = try run("info \u{1B}[31mred.json", in: scratch())
    #expect(run.complaint.contains("?[31mred.json") && !run.complaint.contains("\u{1B}"))
  }
}
