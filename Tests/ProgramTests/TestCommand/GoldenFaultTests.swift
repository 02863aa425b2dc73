import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import GoldenTesting
@testable import ImageFiles
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Failures of golden tests, by the program")
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

  @Test("goldens behind a link are compared, and written only if the sandbox allows their folder")
  func links() throws {
    try folder.makeFolder("in")
    try folder.makeFolder("kept")
    try folder.write("in/a.json")
    symlink("../kept", folder.directory / "in/goldens")
    let run = try folder.test("in", "--frames", "0", "--update")
    #expect(run.complained(.cannotCreate), "\(run.end) \(run.complaint)")
    expectEqual(
      run.complaint,
      "x11viewer: in/goldens/a.0000.png: the sandbox prevents writing through a link that leaves the "
        + "folder; pass the folder of the goldens with --goldens, or use --no-sandbox\n")
    try expectEqual(
      folder.test("in", "--frames", "0", "--update", "--goldens", "in/goldens").end, .exit(0))
    try expectEqual(folder.names(in: "kept"), ["a.0000.png"])
    let compared = try folder.test("in/a.json", "--frames", "0")
    expectEqual(compared.end, .exit(0), "\(compared.text)")
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
