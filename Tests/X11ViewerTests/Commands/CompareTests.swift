import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Comparing images")
struct CompareTests {
  /// Two folders with images of these names and colours.
  private func folders(
    _ expected: [String: UInt32], _ actual: [String: UInt32]
  ) throws -> (ScratchDirectory, ScratchDirectory) {
    let folders = (try ScratchDirectory(), try ScratchDirectory())
    for (folder, images) in [(folders.0, expected), (folders.1, actual)] {
      for (name, color) in images {
        let image = PixelImage(size: PixelSize(width: 2, height: 2))
        image[1, 1] = color
        try OutputFile.write(PNG.encode(image), to: folder / name)
      }
    }
    return folders
  }

  @Test("folders are compared image by image, and each pair is reported by name")
  func pairs() throws {
    let (a, b) = try folders(
      ["1.png": 0xFF00_0000, "2.png": 0xFF00_0000, "3.png": 0xFF00_0000],
      ["1.png": 0xFF00_0000, "2.png": 0xFF00_0008, "4.png": 0xFF00_0000])
    let run = try CommandRun(["compare", a.path, b.path])
    #expect(run.complained(.differs), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains("3 of 4 images"))
    expectEqual(
      String(decoding: run.output, as: UTF8.self),
      """
      1.png: maxDifference=0;differingPixels=0
      2.png: maxDifference=8;differingPixels=1
      3.png: only in \(a.path)
      4.png: only in \(b.path)

      """)
  }

  @Test("an unreadable file doesn't prevent the others from being compared")
  func unreadable() throws {
    let (a, b) = try folders(
      ["1.png": 0xFF00_0000, "2.png": 0xFF00_0000], ["1.png": 0xFF00_0000, "2.png": 0xFF00_0008])
    try OutputFile.write([1, 2, 3], to: b / "1.png")
    let run = try CommandRun(["compare", a.path, b.path, "--json", a / "j"])
    #expect(
      run.complained(.differs) && run.complaint.contains("2 of 2 images"), "\(run.complaint)")
    #expect(run.text.contains("1.png: \(b / "1.png"): "), "\(run.text)")
    #expect(run.text.contains("\n2.png: maxDifference=8;differingPixels=1\n"), "\(run.text)")
    let json = try a.read("j")
    #expect(json.contains(#""verdict": "unreadable""#))
    #expect(json.contains(#""expected": "\#(a / "2.png")""#), "\(json)")
    #expect(json.contains(#""actual": "\#(b / "2.png")""#), "\(json)")
  }

  @Test("comparing equal folders succeeds, even if they contain other files")
  func equal() throws {
    let (a, b) = try folders(["1.png": 0xFF12_3456], ["1.png": 0xFF12_3456])
    try OutputFile.write([1, 2, 3], to: a / "notes.txt")
    try expectEqual(CommandRun(["compare", a.path, b.path]).end, .exit(0))
  }

  @Test("--quiet prints nothing, and sets the exit status")
  func quiet() throws {
    let (a, b) = try folders(["1.png": 0xFF00_0000], ["1.png": 0xFF00_0001])
    for pair in [[a.path, b.path], [a / "1.png", b / "1.png"]] {
      let run = try CommandRun(["compare", "--quiet"] + pair)
      expectEqual(run.end, .exit(65))
      #expect(run.output.isEmpty)
      expectEqual(run.complaint, "")
    }
    try expectEqual(CommandRun(["compare", "-q", a.path, a.path]).end, .exit(0))
    #expect(try CommandRun(["compare", "-q", a / "1.png", a / "none.png"]).complained(.noInput))
  }

  @Test("an old difference image is removed, and a new one is written")
  func staleDifference() throws {
    let (a, b) = try folders(
      ["1.png": 0xFF00_0000, "2.png": 0xFF00_0000], ["1.png": 0xFF00_0000, "2.png": 0xFF00_0001])
    let differences = try ScratchDirectory()
    try OutputFile.write([0], to: differences / "1.png")
    let run = try CommandRun(["compare", a.path, b.path, "--difference", differences.path])
    #expect(run.complained(.differs))
    expectEqual(differences.allNames, ["2.png"])
    let again = try CommandRun(
      ["compare", a / "2.png", a / "2.png", "--difference", differences / "2.png"])
    expectEqual(again.end, .exit(0))
    #expect(differences.allNames.isEmpty)
  }

  @Test("a folder and an image, and folders without images, are reported")
  func misuse() throws {
    let (a, b) = try folders(["1.png": 0xFF00_0000], [:])
    #expect(try CommandRun(["compare", a.path, a / "1.png"]).complained(.usage))
    #expect(try CommandRun(["compare", b.path, b.path]).complained(.noInput))
  }

  @Test("standard input, which can be read only once, is rejected")
  func standardInput() throws {
    let (a, _) = try folders(["1.png": 0xFF00_0000], [:])
    for pair in [["-", a / "1.png"], [a / "1.png", "-"]] {
      let run = try CommandRun(["compare"] + pair)
      #expect(
        run.complained(.usage) && run.complaint.contains("-: standard input is not supported"))
    }
    #expect(try CommandRun(["test", "-"]).complaint.contains("-: standard input is not supported"))
  }

  @Test("a missing file or folder is reported, whatever the other is")
  func missing() throws {
    let (a, _) = try folders(["1.png": 0xFF00_0000], [:])
    try a.write(TestAnimation(frames: 2).json, to: "a.json")
    for other in [a.path, a / "1.png", a / "a.json"] {
      for pair in [[other, a / "none"], [a / "none", other]] {
        let run = try CommandRun(["compare"] + pair)
        #expect(run.complained(.noInput), "\(run.end)")
        expectEqual(
          run.complaint,
          "x11viewer: \(a / "none"): cannot be read: No such file or directory\n")
      }
    }
  }

  @Test("the folder of the differences is created")
  func newFolder() throws {
    let (a, b) = try folders(["1.png": 0xFF00_0000], ["1.png": 0xFF00_0001])
    let run = try CommandRun(["compare", a.path, b.path, "--difference", b / "new/differences/"])
    #expect(run.complained(.differs), "\(run.end) \(run.complaint)")
    #expect(throws: Never.self) { try PNG.decode(b.bytes("new/differences/1.png")) }
    #expect(try CommandRun(["compare", a.path, b.path, "--difference", "-"]).complained(.usage))
  }

  @Test("compared files are not overwritten")
  func ownInput() throws {
    let (a, b) = try folders(["1.png": 0xFF00_0000], ["1.png": 0xFF00_0001])
    let before = try a.bytes("1.png")
    let files = [a / "1.png", b / "1.png"]
    for (inputs, options) in [
      (files, ["--difference", files[0]]), (files, ["--json", files[1]]),
      ([a.path, b.path], ["--difference", a.path + "/"]),
    ] {
      let run = try CommandRun(["compare"] + inputs + options)
      #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
      #expect(run.complaint.hasSuffix("is an input file; choose another output\n"))
    }
    try expectEqual(a.bytes("1.png"), before)
  }

  @Test("images are drawn in the requested size, and then compared")
  func size() throws {
    let (a, b) = try folders(["1.png": 0xFF00_0000], ["1.png": 0xFF00_0001])
    for (options, pixels) in [([], 1), (["--scale", "2"], 4), (["--size", "8x8"], 16)] {
      let run = try CommandRun(["compare", a / "1.png", b / "1.png"] + options)
      #expect(
        run.text.hasPrefix("maxDifference=1;differingPixels=\(pixels)\n"), "\(run.text)")
    }
  }

  @Test("images whose names look like patterns are compared in folders")
  func patternNames() throws {
    let (a, b) = try folders(["a%d.0000.png": 0xFF00_0000], ["a%d.0000.png": 0xFF00_0000])
    let run = try CommandRun(["compare", a.path, b.path])
    expectEqual(run.text, "a%d.0000.png: maxDifference=0;differingPixels=0\n", "\(run.complaint)")
  }
}

@Suite("Comparing animations")
struct CompareAnimationTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.makeFolder("old")
    try folder.makeFolder("new")
    for name in ["old/a.json", "new/a.json", "old/b.json"] { try folder.write(name) }
    try folder.write("new/b.json", red: 0.9)
  }

  private func compare(_ arguments: String...) throws -> CommandRun {
    try CommandRun("compare " + arguments.joined(separator: " "), in: folder.directory)
  }

  @Test("the frames that differ are reported, with the worst one and the changes in layers")
  func files() throws {
    let run = try compare("old/b.json", "new/b.json", "--report", "page.html", "--json", "o.json")
    #expect(run.complained(.differs), "\(run.complaint)")
    let lines = run.text.split(separator: "\n")
    expectEqual(lines.count, 2)
    #expect(lines[0].hasPrefix("frames 0-9 (10 of 10), most in frame 0: maxDifference=102;"))
    #expect(lines[1].hasSuffix("sc: \"#800000\" → \"#e60000\""))
    #expect(try folder.directory.read("page.html").contains("#e60000"))
    #expect(try folder.directory.read("o.json").contains("\"worst\": 0"))
    let same = try compare("old/a.json", "new/a.json")
    #expect(same.end == .exit(0) && same.text == "all 10 frames are the same\n")
    #expect(try compare("old/b.json", "new/b.json", "-q").output.isEmpty)
    let json = try compare("old/b.json", "new/b.json", "--json -")
    #expect(json.text.hasPrefix("{"))
    #expect(try compare("old/b.json", "page.html").complained(.usage))
    #expect(try compare("old/b.json", "none.json").complained(.noInput))
  }

  @Test("they are drawn at the requested scale or size")
  func scale() throws {
    func differingPixels(_ options: String...) throws -> Int? {
      let text = try compare("old/b.json", "new/b.json", options.joined(separator: " ")).text
      let line = text.split(separator: "\n").first
      return line?.split(separator: "=").last.flatMap { Int($0) }
    }
    // A square of 8 pixels.
    try expectEqual(differingPixels(), 64)
    try expectEqual(differingPixels("--scale 2"), 256)
    try expectEqual(differingPixels("--size 96x64"), 1024)
  }

  @Test("in folders, files with the same name are compared, and other JSON is skipped")
  func folders() throws {
    try folder.directory.write("{}", to: "old/package.json")
    try folder.write("new/c.json")
    let run = try compare("old", "new")
    #expect(run.complained(.differs))
    #expect(run.complaint.contains("new: 2 of 3 files differ from those in old"))
    #expect(run.text.hasPrefix("a.json: all 10 frames are the same\nb.json: frames 0-9 (10 of 10)"))
    #expect(run.text.hasSuffix("c.json: only in new\n"))
  }

  @Test("files with one frame that could be animations are compared as images") func still()
    throws
  {
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>
      """
    try folder.directory.write(svg, to: "a.svg")
    for command in ["render a.svg -o a.png", "render a.png -o a.apng"] {
      try expectEqual(CommandRun(command, in: folder.directory).end, .exit(0))
    }
    for name in ["a.svg", "a.apng"] {
      let run = try compare(name, "a.png", "--difference", "d.png")
      expectEqual(run.text, "maxDifference=0;differingPixels=0\n", "\(name): \(run.complaint)")
    }
  }

  @Test(
    "a file that can't be read is an error, not a difference",
    arguments: ["missing.png", "a.png/b"])
  func unreadable(path: String) throws {
    let scratch = try ScratchDirectory()
    try Data(TestImages.png(width: 4, height: 3)).write(to: URL(fileURLWithPath: scratch / "a.png"))
    let run = try CommandRun("compare a.png \(path)", in: scratch)
    #expect(run.complained(.noInput), "\(run.end) \(run.complaint)")
  }
}
