import Foundation
import ImageFiles
import TestSupport
import Testing
import XServerSupport

@testable import GoldenTesting
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Testing animations against goldens")
struct TestCommandTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test("goldens are first missing, then new, and then as expected")
  func life() throws {
    try folder.write("a.json")
    try folder.write("b.lot")
    let missing = try folder.test(".", "--frames", "0,100%")
    expectEqual(missing.end, .exit(66))
    expectEqual(missing.complaint, "")
    #expect(
      missing.text.hasPrefix(
        """
        missing     a.json: frames 0, 9
        missing     b.lot: frames 0, 9
        4 images of 2 animations: 4 have no golden
        To keep the images as they are now: 
        """))
    #expect(missing.text.hasSuffix("test --update . --frames 0,100%\n"))
    let made = try folder.test(".", "--frames", "0,100%", "--update")
    expectEqual(made.end, .exit(0))
    expectEqual(
      made.text,
      """
      new         a.json: frames 0, 9
      new         b.lot: frames 0, 9
      4 images of 2 animations: 4 new

      """)
    #expect(
      try folder.names(in: "goldens")
        == ["a.0000.png", "a.0009.png", "b.lot.0000.png", "b.lot.0009.png"])
    let same = try folder.test(".", "--frames", "0,100%")
    expectEqual(same.end, .exit(0))
    expectEqual(same.text, "4 images of 2 animations: 4 as expected\n")
  }

  @Test("the golden of a frame has the pixels of the output of render")
  func render() throws {
    try folder.write("a.json")
    try expectEqual(folder.test("a.json", "--frames", "4", "--update").end, .exit(0))
    let image = try CommandRun(["render", folder.directory / "a.json", "-o", "-", "--frame", "4"])
    try expectEqual(
      PNG.decode(image.output), PNG.decode(folder.directory.bytes("goldens/a.0004.png")))
  }

  @Test("one pixel that is off by one level is found, and its golden is reported")
  func onePixel() throws {
    try folder.write("a.json")
    try folder.makeGoldens()
    try folder.change("goldens/a.0005.png")
    let run = try folder.test(".")
    expectEqual(run.end, .exit(65))
    #expect(
      run.text.hasPrefix(
        """
        differs     goldens/a.0005.png: maxDifference=1;differingPixels=1
        5 images of 1 animation: 4 as expected, 1 differs
        """))
    try expectEqual(folder.test(".", "--tolerance", "1;1").end, .exit(0))
    for tolerance in [(0, 1), (1, 0)] {
      let strict = ImageTolerance(maximum: tolerance.0, pixels: tolerance.1)
      try expectEqual(folder.compare(".", tolerance: strict).status, .differs)
    }
    #expect(try folder.test(".", "--tolerance", "1").complained(.usage))
  }

  @Test("--update writes only changes")
  func update() throws {
    try folder.write("a.json")
    try folder.makeGoldens()
    try folder.change("goldens/a.0005.png")
    func numbers() throws -> [UInt64] {
      try folder.names(in: "goldens").map { name in
        let path = folder.directory / "goldens/\(name)"
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.systemFileNumber] as? NSNumber).uint64Value
      }
    }
    let before = try numbers()
    let run = try folder.test(".", "--update")
    expectEqual(run.end, .exit(0))
    expectEqual(
      run.text,
      """
      changed     goldens/a.0005.png: maxDifference=1;differingPixels=1
      5 images of 1 animation: 4 as expected, 1 changed

      """)
    expectEqual(zip(before, try numbers()).map { $0 == $1 }, [true, true, false, true, true])
    try expectEqual(folder.compare(".").status, .success)
  }

  @Test("images of another size differ")
  func size() throws {
    try folder.write("a.json")
    try folder.makeGoldens(frames: "0")
    try folder.write("a.json", width: 25)
    let run = try folder.compare(".", frames: "0")
    expectEqual(run.status, .differs)
    #expect(run.text.contains("goldens/a.0000.png: 25x16 pixels instead of 24x16\n"))
    try expectEqual(folder.test(".", "--frames", "0", "--size", "24x16").end, .exit(65))
  }

  @Test("a file next to an animation lists its frames")
  func framesFile() throws {
    try folder.write("a.json")
    try folder.write("b.json")
    try folder.directory.write("2 # the start\n7\n", to: "a.frames")
    try folder.makeGoldens(frames: "1")
    try expectEqual(folder.names(in: "goldens"), ["a.0002.png", "a.0007.png", "b.0001.png"])
    try folder.directory.write("seven", to: "a.frames")
    let run = try folder.compare(".", frames: "1")
    expectEqual(run.status, .noInput)
    #expect(run.text.contains("unreadable  a.frames: invalid frames; "))
    try folder.directory.write("10", to: "a.frames")
    let past = try folder.compare(".", frames: "1")
    #expect(past.text.contains("a.json: frame 10 does not exist; the last is 9"))
    expectEqual(past.status, .usage)
  }

  @Test("goldens without an animation are listed as stale, and no others")
  func stale() throws {
    for name in ["a.json", "b.json"] { try folder.write(name) }
    try folder.makeGoldens()
    try folder.directory.write("", to: "goldens/notes.png")
    #expect(!(try folder.compare(".").text.contains("stale")))
    try folder.directory.remove("b.json")
    let all = try folder.compare(".")
    expectEqual(all.status, .success)
    expectEqual(
      all.text,
      """
      stale       goldens/b.0000.png
      stale       goldens/b.0002.png
      stale       goldens/b.0005.png
      stale       goldens/b.0007.png
      stale       goldens/b.0009.png
      5 images of 1 animation: 5 as expected
      The stale goldens belong to no animation or frame

      """)
    #expect(
      try folder.test(".").text.contains(
        "\nThe stale goldens belong to no animation or frame. To remove them: "
          + "x11viewer test --prune .\n"))
    // For a single file, only its own goldens can be stale.
    #expect(!(try folder.compare("a.json").text.contains("stale")))
    // The goldens of an unreadable animation still belong to it.
    try folder.directory.write("{}", to: "b.json")
    #expect(!(try folder.compare(".").text.contains("stale")))
  }

  @Test("folders are searched with all subfolders, and --goldens has the same subfolders")
  func tree() throws {
    for name in ["in", "in/one", "in/two/three"] { try folder.makeFolder(name) }
    for name in ["in/a.json", "in/one/a.json", "in/two/three/a.json"] { try folder.write(name) }
    try expectEqual(folder.compare("in", frames: "0", updates: true).status, .success)
    try expectEqual(folder.names(in: "in/two/three/goldens"), ["a.0000.png"])
    try expectEqual(
      folder.test("in", "--frames", "0", "--goldens", "kept/here", "--update").end, .exit(0))
    try expectEqual(folder.names(in: "kept/here"), ["a.0000.png", "one", "two"])
    try expectEqual(folder.names(in: "kept/here/two/three"), ["a.0000.png"])
    try FileManager.default.removeItem(atPath: folder.directory / "in/two")
    let run = try folder.compare("in", frames: "0", goldens: "kept/here")
    #expect(!run.text.contains("stale"))
    let all = try folder.compare("in", goldens: "kept/here")
    #expect(all.text.contains("stale       kept/here/two/three/a.0000.png\n"))
  }

  @Test("two files whose goldens would have the same names are rejected")
  func sameNames() throws {
    for name in ["one", "two"] { try folder.makeFolder(name) }
    for name in ["one/a.json", "two/a.json"] { try folder.write(name) }
    let run = try folder.test("one", "two", "--goldens", "kept", "--update")
    #expect(run.complained(.usage))
    #expect(run.complaint.contains("one/a.json, two/a.json: "))
    #expect(
      try folder.compare("one/a.json", "one", frames: "0", updates: true).text
        == "new         one/a.json: frame 0\n1 image of 1 animation: 1 new\n")
  }

  @Test("scenes can have goldens too, with the flags that change them")
  func scenes() throws {
    let size = ["--size", "96x64"]
    func test(_ arguments: String...) throws -> CommandRun {
      try folder.test(["--scene", "fan"] + size + arguments)
    }
    try expectEqual(test("--update").end, .exit(0))
    try expectEqual(folder.names(in: "goldens").count, 5)
    try expectEqual(test().end, .exit(0))
    try expectEqual(test("--fan-color", "red").end, .exit(65))
    let run = try test("--frames", "50%")
    expectEqual(run.end, .exit(64))
    #expect(run.text.contains("fan: there is no last frame"))
  }

  @Test("the command to keep the images repeats the original one, without its reports")
  func acceptingCommand() {
    let arguments = [
      "/ci/build 7/x11viewer", "test", "it's", "--report", "out", "--junit=a.xml", "--fail-fast",
      "--frames",
      "0", "--markdown", "m.md", "--annotations", "github", "-k", "b", "--", "--junit",
    ]
    #expect(
      repeatedCommand(arguments, subcommand: "test", with: "--update")
        == #"x11viewer test --update 'it'\''s' --frames 0 -k b -- --junit"#)
    #expect(
      repeatedCommand(
        arguments, subcommand: "test", with: "--update", subject: "c d.json")
        == #"x11viewer test --update -k 'c d.json' 'it'\''s' --frames 0 -- --junit"#)
  }

  @Test("a pattern that matches no animation causes a warning")
  func unmatchedPatterns() throws {
    let folder = try TestFolder()
    try folder.write("a.json")
    try folder.makeGoldens()
    let run = try folder.test(".", "--exclude", "none*", "--include", "a*")
    expectEqual(run.end, .exit(0))
    expectEqual(
      run.complaint, "x11viewer: warning: none*: the pattern matches no animation\n")
  }

  @Test("a line of the settings that applies to no file causes a warning")
  func unmatchedSettings() throws {
    try folder.makeFolder("goldens")
    for name in ["a.json", "b.json"] { try folder.write(name) }
    try folder.directory.write(
      "# these\na.json tolerance=1;1\nx* tolerance=1;1\n", to: "goldens/settings.txt")
    try folder.makeGoldens()
    let warning = "x11viewer: warning: goldens/settings.txt: line 3: 'x*' matches no animation\n"
    try expectEqual(folder.test(".").complaint, warning)
    // A file that isn't tested now is a match. Other files don't matter for a match.
    try folder.directory.write("b.json tolerance=1;1\n", to: "goldens/settings.txt")
    try expectEqual(folder.test(".", "--exclude", "b*").complaint, "")
    try expectEqual(folder.test("a.json").complaint, "")
  }

  @Test("--annotations github prints a command of GitHub Actions for every failure")
  func annotations() throws {
    let folder = try TestFolder()
    try folder.write("a.json")
    try folder.makeGoldens()
    try folder.change("goldens/a.0002.png")
    let run = try folder.test(".", "--annotations", "github", "--quiet")
    expectEqual(run.end, .exit(65))
    #expect(
      run.text.hasPrefix("::error file=a.json,title=a.json%3A frame 2::goldens/a.0002.png: "),
      "\(run.text)")
    expectEqual(run.text.split(separator: "\n").count, 1)
  }

  @Test("--junit writes the results of the run")
  func junit() throws {
    let folder = try TestFolder()
    try folder.write("a.json")
    try folder.makeGoldens()
    try folder.change("goldens/a.0002.png")
    try expectEqual(folder.test(".", "--junit", "results.xml").end, .exit(65))
    let results = try folder.directory.read("results.xml")
    expectEqual(results.matches(of: #/<testcase /#).count, 5)
    #expect(
      results.matches(of: /<failure [^>]*message="([^"]*)"/).map(\.1)
        == ["goldens/a.0002.png: maxDifference=1;differingPixels=1"])
  }

  @Test("a scene is tested together with files, and its goldens are in the current folder")
  func sceneBesideFiles() throws {
    try folder.makeFolder("in")
    try folder.write("in/a.json")
    let arguments = ["--scene", "fan", "--size", "96x64", "--frames", "0", "in"]
    let update = try folder.test(arguments + ["--update"])
    expectEqual(update.end, .exit(0), "\(update.text) \(update.complaint)")
    try expectEqual(folder.names(in: "goldens"), ["fan.0000.png"])
    let run = try folder.test(arguments)
    expectEqual(run.end, .exit(0), "\(run.text) \(run.complaint)")
    expectEqual(run.text, "2 images of 2 animations: 2 as expected\n")
    // For a file in this folder, the names would be the same.
    try folder.write("fan.json")
    let both = try folder.test("--scene", "fan", "fan.json")
    #expect(both.complained(.usage) && both.complaint.contains("fan.json, fan: "))
  }

  @Test("an animation can have the name of a sequence pattern", arguments: ["a%d", "a##"])
  func patternName(stem: String) throws {
    try folder.write("\(stem).json")
    try expectEqual(folder.test(".", "--frames", "0,1", "--update").end, .exit(0))
    let run = try folder.test(".", "--frames", "0,1")
    expectEqual(run.end, .exit(0), "\(run.text) \(run.complaint)")
    expectEqual(run.text, "2 images of 1 animation: 2 as expected\n")
  }

  @Test("a frame that an animation doesn't have is reported once, on standard output")
  func pastEnd() throws {
    try folder.write("a.json")
    let run = try folder.test(".", "--frames", "100")
    expectEqual(run.end, .exit(64))
    expectEqual(run.complaint, "")
    #expect(run.text.contains("unreadable  a.json: frame 100 does not exist; the last is 9\n"))
  }

  @Test("patterns that exclude everything are rejected")
  func emptySelection() throws {
    try folder.makeFolder("in")
    for name in ["in/a.json", "in/b.json"] { try folder.write(name) }
    for arguments in [["--include", "c*"], ["--exclude", "*.json"]] {
      let run = try folder.test(["in"] + arguments)
      #expect(run.complained(.noInput), "\(run.end) \(run.text) \(run.complaint)")
      expectEqual(
        run.complaint,
        "x11viewer: in: the patterns exclude all 2 files; use other patterns\n")
    }
    #expect(try folder.test("in", "--include", "c*", "-k", "a").complained(.noInput))
  }
}
