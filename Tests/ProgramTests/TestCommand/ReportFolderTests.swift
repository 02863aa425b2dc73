import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import GoldenTesting
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Folders of reports")
struct ReportFolderTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write("a.json")
  }

  /// Starts a run that waits forever at its second image, whose golden is a pipe without a writer,
  /// and waits until the first image is in the report.
  private func startEndlessRun(report: String, hidden: String) throws -> ChildProcess {
    if !folder.directory.allNames.contains("goldens") {
      try folder.makeFolder("goldens")
      mkfifo(folder.directory / "goldens/a.0001.png", 0o666)
    }
    let process = try ChildProcess([
      "env", "-C", folder.directory.path, try ViewerProcess.path, "test", "a.json", "--frames",
      "0,1", "--report", report,
    ])
    try waitUntil("an image is in the report") {
      (try? folder.names(in: hidden + "/pictures"))?.contains("1-0-actual.png") == true
    }
    return process
  }

  /// Makes a report within this process.
  private func report(to path: String) throws {
    try expectEqual(folder.compare("a.json", frames: "0", report: path).status, .noInput)
  }

  /// - Parameter report: The requested path, if the error message is about another one.
  private func expectRefusal(of path: String, _ reason: String, for report: String? = nil) {
    let failure = #expect(throws: Failure.self) {
      try GoldenReport(at: folder.directory / (report ?? path))
    }
    expectEqual(failure?.status, .cannotCreate)
    expectEqual(failure?.message, "\(folder.directory / path): \(reason)")
  }

  /// Returns the page's contents, and whether the report is complete.
  private func isWhole(_ report: String) throws -> Bool {
    let page = try folder.directory.read(report + "/index.html")
    let sources = page.split(separator: "src=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    return page.hasSuffix("</html>\n") && !sources.isEmpty
      && sources.allSatisfy {
        (try? PNG.decode(folder.directory.bytes("\(report)/\($0)"))) != nil
      }
  }

  @Test(
    "an interrupted run leaves nothing of its report", arguments: [SIGINT, SIGHUP])
  func interrupted(signal: Int32) throws {
    let process = try startEndlessRun(report: "new/report", hidden: "new/.report.x11viewer")
    process.send(signal)
    try expectEqual(process.wait(), .signal(signal))
    expectEqual(folder.directory.allNames, ["a.json", "goldens"])
  }

  @Test("a killed run leaves only hidden files, which the next run uses and removes")
  func leftovers() throws {
    let process = try startEndlessRun(report: "report", hidden: ".report.x11viewer")
    process.send(SIGKILL)
    try process.wait()
    expectEqual(folder.directory.allNames, [".report.x11viewer", "a.json", "goldens"])
    try report(to: "report")
    expectEqual(folder.directory.allNames, ["a.json", "goldens", "report"])
    try expectEqual(folder.names(in: "report/pictures"), ["1-0-actual.png"])
    #expect(try isWhole("report"))
  }

  @Test("an empty folder is kept, even after a killed run")
  func emptyFolder() throws {
    try folder.makeFolder("empty")
    let number = try status(of: "empty").st_ino
    let hidden = "empty/.x11viewer-report"
    let interrupted = try startEndlessRun(report: "empty/", hidden: hidden)
    interrupted.send(SIGTERM)
    try interrupted.wait()
    try expectEqual(folder.names(in: "empty"), [])
    let killed = try startEndlessRun(report: "empty", hidden: hidden)
    killed.send(SIGKILL)
    try killed.wait()
    try report(to: "empty")
    try expectEqual(folder.names(in: "empty"), ["index.html", "pictures"])
    try expectEqual(status(of: "empty").st_ino, number)
    #expect(try isWhole("empty"))
  }

  private func status(of name: String) throws -> stat {
    var status = stat()
    try #require(lstat(folder.directory / name, &status) == 0)
    return status
  }

  @Test("a report that was being removed from the hidden folder doesn't block the next run")
  func halfMoved() throws {
    try folder.makeFolder("report/.x11viewer-report")
    try folder.makeFolder("report/pictures")
    try folder.directory.write("", to: "report/pictures/old.png")
    try folder.directory.write("", to: "report/.x11viewer-report/index.html")
    try report(to: "report")
    try expectEqual(folder.names(in: "report"), ["index.html", "pictures"])
    try expectEqual(folder.names(in: "report/pictures"), ["1-0-actual.png"])
  }

  @Test("two runs don't write one report at the same time")
  func twoRuns() throws {
    let first = try GoldenReport(at: folder.directory / "report")
    expectRefusal(
      of: "report",
      "another run is writing this report; wait for it to end, or use another folder")
    first.discard()
    try report(to: "report")
  }

  @Test("a report replaces a report, and an unfinished one leaves the old one complete")
  func earlierReport() throws {
    try report(to: "my report")
    try folder.directory.write("", to: "my report/pictures/old.png")
    let page = try folder.directory.read("my report/index.html")
    let interrupted = try startEndlessRun(
      report: "my report/", hidden: "my report/.x11viewer-report")
    interrupted.send(SIGTERM)
    try interrupted.wait()
    try expectEqual(folder.directory.read("my report/index.html"), page)
    try expectEqual(folder.names(in: "my report"), ["index.html", "pictures"])
    try folder.directory.remove("goldens")
    try expectEqual(
      folder.compare("a.json", frames: "0,1", report: "my report").status, .noInput)
    try expectEqual(folder.names(in: "my report"), ["index.html", "pictures"])
    try expectEqual(folder.names(in: "my report/pictures"), ["1-0-actual.png", "1-1-actual.png"])
    #expect(try isWhole("my report"))
  }

  @Test("a folder that isn't a report isn't replaced, even if it contains a page")
  func othersFolder() throws {
    try folder.makeFolder("site/pictures")
    try folder.directory.write("<!DOCTYPE html><p>Mine", to: "site/index.html")
    try folder.directory.write("", to: "file")
    symlink("nowhere", folder.directory / "link")
    expectRefusal(of: "site", "neither empty nor a report; use a new folder for the report")
    expectRefusal(of: "file", "not a folder; use a new one for the report")
    expectRefusal(of: "link", "not a folder; use a new one for the report")
    expectEqual(folder.directory.allNames, ["a.json", "file", "link", "site"])
    try expectEqual(folder.names(in: "site"), ["index.html", "pictures"])
  }

  @Test("a folder of a different user isn't mistaken for a leftover")
  func othersLeftover() throws {
    guard getuid() == 0 else { try Test.cancel("only root can make one") }
    try folder.makeFolder(".report.x11viewer")
    chown(folder.directory / ".report.x11viewer", 65534, 65534)
    expectRefusal(of: ".report.x11viewer", "cannot be created: File exists", for: "report")
    expectEqual(folder.directory.allNames, [".report.x11viewer", "a.json"])
  }

  @Test(
    "a run that is killed at any moment leaves a complete report or none, and doesn't block the next run"
  )
  func killed() throws {
    for index in 0..<20 { try folder.write("\(index).json") }
    let arguments = [".", "--frames", "0,5", "--report", "report"]
    let hidden = ".report.x11viewer"
    func start() throws -> ChildProcess {
      try ChildProcess(
        ["env", "-C", folder.directory.path, try ViewerProcess.path, "test"] + arguments)
    }
    try expectEqual(start().wait(), .exit(66))
    let total = try folder.names(in: "report/pictures").count
    #expect(total > 20)
    // After the start, between images, and after the last one, while the page is written.
    for count in [0, 1, total / 2, total - 1, total] {
      try? folder.directory.remove("report")
      let process = try start()
      try waitUntil("\(count) images are written") {
        let names = folder.directory.allNames
        let written = try? folder.names(in: "\(hidden)/pictures").count
        return names.contains("report") || names.contains(hidden) && written ?? 0 >= count
      }
      process.send(SIGKILL)
      try process.wait()
      if folder.directory.allNames.contains("report") { #expect(try isWhole("report")) }
      // This was the leftover. Otherwise, the next one would seem to have begun.
      if folder.directory.allNames.contains(hidden) {
        try report(to: "report")
        #expect(!folder.directory.allNames.contains(hidden))
      }
    }
    #expect(try isWhole("report"))
  }
}
