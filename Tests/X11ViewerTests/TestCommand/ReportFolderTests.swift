import AnimCore
import Foundation
import Testing

@testable import X11Viewer

@Suite("Folders of reports")
struct ReportFolderTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write("a.json")
  }

  /// Starts a run that waits for ever at its second picture, whose golden is a pipe that nobody
  /// writes to, and waits until the first is in the report.
  private func startEndlessRun(report: String, hidden: String) throws -> ChildProcess {
    if !folder.directory.allNames.contains("goldens") {
      try folder.makeFolder("goldens")
      mkfifo(folder.directory / "goldens/a.0001.png", 0o666)
    }
    let process = try ChildProcess([
      "env", "-C", folder.directory.path, try ViewerProcess.path, "test", "a.json", "--frames",
      "0,1", "--report", report,
    ])
    try waitUntil("a picture is in the report") {
      (try? folder.names(in: hidden + "/pictures"))?.contains("1-0-actual.png") == true
    }
    return process
  }

  /// What the page shows, and whether all of it is there.
  private func isWhole(_ report: String) throws -> Bool {
    let page = try folder.directory.read(report + "/index.html")
    let sources = page.split(separator: "src=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    return page.hasSuffix("</html>\n") && !sources.isEmpty
      && sources.allSatisfy {
        (try? PNG.decode(folder.directory.bytes("\(report)/\($0)"))) != nil
      }
  }

  @Test(
    "an interrupted run leaves nothing of its report", arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(signal: Int32) throws {
    let process = try startEndlessRun(report: "new/report", hidden: "new/.report.x11viewer")
    process.send(signal)
    #expect(try process.wait() == .signal(signal))
    #expect(folder.directory.allNames == ["a.json", "goldens"])
  }

  @Test("what a killed run leaves is hidden, and the next run uses and removes it")
  func leftovers() throws {
    let process = try startEndlessRun(report: "report", hidden: ".report.x11viewer")
    process.send(SIGKILL)
    try process.wait()
    #expect(folder.directory.allNames == [".report.x11viewer", "a.json", "goldens"])
    #expect(try folder.test("a.json", "--frames", "0", "--report", "report").end == .exit(66))
    #expect(folder.directory.allNames == ["a.json", "goldens", "report"])
    #expect(try folder.names(in: "report/pictures") == ["1-0-actual.png"])
    #expect(try isWhole("report"))
  }

  @Test("an empty folder keeps its place, and so it does after a killed run")
  func emptyFolder() throws {
    try folder.makeFolder("empty")
    let number = try status(of: "empty").st_ino
    let hidden = "empty/.x11viewer-report"
    let interrupted = try startEndlessRun(report: "empty/", hidden: hidden)
    interrupted.send(SIGTERM)
    try interrupted.wait()
    #expect(try folder.names(in: "empty") == [])
    let killed = try startEndlessRun(report: "empty", hidden: hidden)
    killed.send(SIGKILL)
    try killed.wait()
    #expect(try folder.test("a.json", "--frames", "0", "--report", "empty").end == .exit(66))
    #expect(try folder.names(in: "empty") == ["index.html", "pictures"])
    #expect(try status(of: "empty").st_ino == number)
    #expect(try isWhole("empty"))
  }

  private func status(of name: String) throws -> stat {
    var status = stat()
    try #require(lstat(folder.directory / name, &status) == 0)
    return status
  }

  @Test("a report that was on its way out of the hidden folder does not block the next run")
  func halfMoved() throws {
    try folder.makeFolder("report/.x11viewer-report")
    try folder.makeFolder("report/pictures")
    try folder.directory.write("", to: "report/pictures/old.png")
    try folder.directory.write("", to: "report/.x11viewer-report/index.html")
    #expect(try folder.test("a.json", "--frames", "0", "--report", "report").end == .exit(66))
    #expect(try folder.names(in: "report") == ["index.html", "pictures"])
    #expect(try folder.names(in: "report/pictures") == ["1-0-actual.png"])
  }

  @Test("two runs do not write one report at the same time")
  func twoRuns() throws {
    let first = try startEndlessRun(report: "report", hidden: ".report.x11viewer")
    let second = try folder.test("a.json", "--frames", "0", "--report", "report")
    #expect(second.complained(.cannotCreate), "\(second.complaint)")
    #expect(second.complaint.contains("report: another run is writing this report; wait "))
    first.send(SIGTERM)
    try first.wait()
    #expect(try folder.test("a.json", "--frames", "0", "--report", "report").end == .exit(66))
  }

  @Test("a report of before is kept, and the complaint says how to remove it")
  func earlierReport() throws {
    #expect(try folder.test("a.json", "--frames", "0", "--report", "my report").end == .exit(66))
    let page = try folder.directory.read("my report/index.html")
    let run = try folder.test("a.json", "--report", "my report/")
    #expect(run.complained(.cannotCreate))
    #expect(
      run.complaint == "x11viewer: my report: there is a report already; remove it first "
        + "(rm -r 'my report'), or name another folder\n")
    #expect(try folder.directory.read("my report/index.html") == page)
  }

  @Test("what is not a report is not offered for removal, even where it has a page")
  func othersFolder() throws {
    try folder.makeFolder("site/pictures")
    try folder.directory.write("<!DOCTYPE html><p>Mine", to: "site/index.html")
    try folder.directory.write("", to: "file")
    symlink("nowhere", folder.directory / "link")
    for (report, reason) in [
      ("site", "is not empty; name a new folder for the report"),
      ("file", "is not a folder; name a new one for the report"),
      ("link", "is not a folder; name a new one for the report"),
    ] {
      let run = try folder.test("a.json", "--report", report)
      #expect(run.complained(.cannotCreate))
      #expect(run.complaint == "x11viewer: \(report): \(reason)\n")
    }
    #expect(try folder.test("a.json", "--report", "").complained(.usage))
    #expect(folder.directory.allNames == ["a.json", "file", "link", "site"])
    #expect(try folder.names(in: "site") == ["index.html", "pictures"])
  }

  @Test("a folder of somebody else is not taken for a leftover")
  func othersLeftover() throws {
    guard getuid() == 0 else { try Test.cancel("only root can make one") }
    try folder.makeFolder(".report.x11viewer")
    chown(folder.directory / ".report.x11viewer", 65534, 65534)
    let run = try folder.test("a.json", "--report", "report")
    #expect(run.complained(.cannotCreate))
    #expect(run.complaint == "x11viewer: .report.x11viewer: cannot be created: File exists\n")
    #expect(folder.directory.allNames == [".report.x11viewer", "a.json"])
  }

  @Test("a run that is killed at any moment leaves a whole report or none, and never in the way")
  func killed() throws {
    for index in 0..<20 { try folder.write("\(index).json") }
    let arguments = [".", "--frames", "0,5", "--report", "report"]
    let start = ContinuousClock.now
    #expect(try folder.test(arguments).end == .exit(66))
    let duration = (ContinuousClock.now - start) / .microseconds(1)
    var random = SeededGenerator(seed: 14)
    for _ in 0..<12 {
      try? folder.directory.remove("report")
      let process = try ChildProcess(
        ["env", "-C", folder.directory.path, try ViewerProcess.path, "test"] + arguments)
      usleep(UInt32(Double.random(in: 0...duration, using: &random)))
      process.send(SIGKILL)
      try process.wait()
      guard folder.directory.allNames.contains("report") else { continue }
      #expect(try isWhole("report"))
    }
    try? folder.directory.remove("report")
    #expect(try folder.test(arguments).end == .exit(66))
    #expect(folder.directory.visibleNames == folder.directory.allNames)
    #expect(try isWhole("report"))
  }
}
