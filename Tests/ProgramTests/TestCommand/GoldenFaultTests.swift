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

  /// Runs the test as a user who may not do everything, unlike root.
  private func testUnprivileged(_ arguments: String) throws -> Run {
    chmod(folder.directory.path, 0o777)
    let user = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    return try Run(
      script: "cd '\(folder.directory.path)' && exec \(user) \"$0\" test \(arguments)")
  }

  @Test("a folder without write permission is reported, and keeps its goldens")
  func unwritable() throws {
    try folder.makeGoldens()
    let before = try folder.directory.bytes("goldens/a.0000.png")
    try folder.write("a.json", red: 1)
    chmod(folder.directory / "goldens", 0o555)
    defer { chmod(folder.directory / "goldens", 0o777) }
    let run = try testUnprivileged(". --update --frames 0")
    #expect(run.complained(.cannotCreate), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains("goldens/a.0000.png: cannot be created: Permission denied"))
    try expectEqual(folder.directory.bytes("goldens/a.0000.png"), before)
  }

  @Test("a full disk is reported, and no golden is lost")
  func full() throws {
    try folder.makeGoldens(frames: "0")
    let before = try folder.directory.bytes("goldens/a.0000.png")
    let run = try Run(
      script: "cd '\(folder.directory.path)'; trap '' XFSZ; ulimit -f 1; "
        + "exec \"$0\" test . --update --frames 0 --size 600x400 --background '#123456'")
    #expect(run.complained(.writingFailed), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains("goldens/a.0000.png: cannot be written: File too large"))
    try expectEqual(folder.directory.bytes("goldens/a.0000.png"), before)
    try expectEqual(folder.names(in: "goldens"), ["a.0000.png"])
  }

  @Test("a report that can't be written is reported after the summary, and leaves nothing")
  func fullReport() throws {
    let run = try Run(
      script: "cd '\(folder.directory.path)'; trap '' XFSZ; ulimit -f 1; "
        + "exec \"$0\" test . --frames 0 --size 600x400 --report report")
    #expect(run.complained(.writingFailed), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains("report/pictures/1-0-actual.png: cannot be written: "))
    #expect(run.text.contains("1 image of 1 animation: 1 has no golden"))
    expectEqual(folder.directory.allNames, ["a.json"])
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

  @Test("differences fail the test even if nothing reads its output")
  func unreadSummary() throws {
    let run = try Run(
      script: """
        cd '\(folder.directory.path)' && mkfifo pipe && { true <pipe & } && exec 4>pipe && wait \
          && exec "$0" test . --frames 0 >&4
        """)
    expectEqual(run.end, .exit(66))
    expectEqual(run.complaint, "")
  }

  @Test("an empty selection is an error")
  func nothing() throws {
    try folder.makeFolder("empty")
    #expect(try folder.test("empty").complained(.noInput))
    #expect(try folder.test().complained(.usage))
  }

  @Test("goldens behind a link are compared, and written only if the sandbox allows their folder")
  func links() throws {
    try folder.makeFolder("in")
    try folder.makeFolder("kept")
    try folder.write("in/a.json")
    symlink("../kept", folder.directory / "in/goldens")
    for path in ["in", "in/a.json"] {
      let run = try folder.test(path, "--frames", "0", "--update")
      #expect(run.complained(.cannotCreate), "\(run.end) \(run.complaint)")
      expectEqual(
        run.complaint,
        "x11viewer: in/goldens/a.0000.png: the sandbox prevents writing through a link that leaves the "
          + "folder; pass the folder of the goldens with --goldens, or use --no-sandbox\n")
    }
    try expectEqual(
      folder.test("in", "--frames", "0", "--update", "--goldens", "in/goldens").end, .exit(0))
    try expectEqual(folder.names(in: "kept"), ["a.0000.png"])
    for path in ["in", "in/a.json"] {
      let run = try folder.test(path, "--frames", "0")
      expectEqual(run.end, .exit(0), "\(run.text)")
    }
    try folder.write("in/a.json", red: 1)
    try expectEqual(folder.test("in", "--frames", "0", "--update", "--no-sandbox").end, .exit(0))
    try folder.directory.remove("in/a.json")
    try folder.write("in/b.json", red: 0.2)
    let prune = try folder.test("in", "--prune")
    #expect(prune.complained(.cannotCreate) && prune.complaint.contains("--no-sandbox"))
  }

  @Test("an error about the report contains the given path")
  func unwritableReport() throws {
    try folder.makeFolder("read/old")
    for name in ["read/old", "read"] { chmod(folder.directory / name, 0o555) }
    defer { for name in ["read", "read/old"] { chmod(folder.directory / name, 0o777) } }
    for (report, named) in [("read/r", "read/r"), ("read/old", "read/old/index.html")] {
      let run = try testUnprivileged("a.json --report \(report)")
      #expect(run.complained(.cannotCreate), "\(run.end) \(run.complaint)")
      expectEqual(run.complaint, "x11viewer: \(named): cannot be created: Permission denied\n")
    }
  }
}
