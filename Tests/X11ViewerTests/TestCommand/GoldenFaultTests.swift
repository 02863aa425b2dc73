import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import GoldenTesting
@testable import ImageFiles
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Failures of golden tests")
struct GoldenFaultTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write("a.json")
  }

  @Test("a full disk is reported, and no golden is lost")
  func full() throws {
    try folder.makeGoldens(frames: "0")
    let before = try folder.directory.bytes("goldens/a.0000.png")
    let run = try withSmallDisk(at: folder.directory / "goldens") { [folder] disk in
      // The golden takes a page, and the new one needs several.
      try disk.resize(to: 2)
      try Data(before).write(to: URL(fileURLWithPath: disk.path + "/a.0000.png"))
      let run = try folder.test(
        ".", "--update", "--frames", "0", "--size", "600x400", "--background", "#123456")
      return (run, try folder.directory.bytes("goldens/a.0000.png"), try disk.names)
    }
    #expect(run.0.complained(.writingFailed), "\(run.0.end) \(run.0.complaint)")
    #expect(run.0.complaint.contains("goldens/a.0000.png: cannot be written: No space left"))
    expectEqual(run.1, before)
    expectEqual(run.2, ["a.0000.png"])
  }

  @Test("a report that can't be written is reported after the summary, and leaves nothing")
  func fullReport() throws {
    try folder.makeFolder("small")
    let (run, names) = try withSmallDisk(at: folder.directory / "small") { [folder] disk in
      // Folders take no page, and the image needs several.
      let run = try folder.test(
        "a.json", "--frames", "0", "--size", "1200x800", "--report", "small/report")
      return (run, try disk.names)
    }
    #expect(run.complained(.writingFailed), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains("report/pictures/1-0-actual.png: cannot be written: "))
    #expect(run.text.contains("1 image of 1 animation: 1 has no golden"))
    expectEqual(names, [])
  }

  @Test("JUnit XML that can't be written is reported after the summary and the page")
  func junit() throws {
    let run = try folder.test(".", "--frames", "0", "--junit", "none/a.xml", "--report", "report")
    #expect(run.complained(.cannotCreate), "\(run.complaint)")
    #expect(run.complaint.contains("none/a.xml: cannot be created: No such file or directory"))
    #expect(run.text.contains("1 image of 1 animation: 1 has no golden"))
    try expectEqual(folder.names(in: "report"), ["index.html", "pictures"])
    #expect(try folder.test(".", "--junit", "-").complained(.usage))
  }

  @Test("a file that vanishes during the run is reported, and the others are tested")
  func vanished() throws {
    try folder.write("b.json")
    try folder.makeGoldens(frames: "0")
    var search = GoldenSearch(goldens: nil)
    try search.add(folder.directory.path)
    try FileManager.default.removeItem(atPath: folder.directory / "a.json")
    try FileManager.default.removeItem(atPath: folder.directory / "goldens/b.0000.png")
    var configuration = GoldenConfiguration()
    configuration.frames = GoldenFrames("0")
    let summary = try GoldenRun.run(search, configuration, report: nil)
    let text = summary.text(acceptingCommand: "")
    #expect(text.contains("a.json: cannot be read: No such file or directory\n"))
    #expect(text.contains("missing     \(folder.directory / "b.json"): frame 0\n"))
    expectEqual(summary.status, .noInput)
  }

  @Test("missing and invalid files are unreadable, and the rest are tested")
  func unreadable() throws {
    try folder.makeGoldens(frames: "0,1")
    try folder.directory.write("{\"layers\": 1}", to: "b.json")
    try folder.directory.write("no image", to: "goldens/a.0001.png")
    let run = try folder.test(".", "none.json", "--frames", "0,1")
    expectEqual(run.end, .exit(66))
    #expect(run.text.contains("unreadable  b.json: not a Lottie animation"))
    #expect(run.text.contains("unreadable  goldens/a.0001.png: invalid PNG"))
    #expect(run.text.contains("unreadable  none.json: cannot be read: No such file or directory"))
    #expect(run.text.contains("2 images of 3 animations: 1 as expected, 3 unreadable"))
    // A golden that isn't an image counts as changed.
    try expectEqual(folder.compare("a.json", frames: "0,1", updates: true).status, .success)
    try expectEqual(folder.compare("a.json", frames: "0,1").status, .success)
  }

  @Test("an empty selection is an error")
  func nothing() throws {
    try folder.makeFolder("empty")
    #expect(try folder.test("empty").complained(.noInput))
    #expect(try folder.test().complained(.usage))
  }
}
