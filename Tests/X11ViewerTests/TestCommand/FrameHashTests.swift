import Foundation
import GoldenTesting
import TestSupport
import Testing
import XServerSupport

@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Goldens of every frame, by hash")
struct FrameHashTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write("a.json")
  }

  private func accept() throws {
    try expectEqual(folder.compare(".", updates: true) { $0.isEveryFrame = true }.status, .success)
  }

  /// Makes the folder a repository with all that is in it.
  private func commit() throws {
    let git = try ChildProcess([
      "sh", "-c",
      """
      cd "$0" && git init -q . && git add -A \
        && git -c user.name=n -c user.email=e commit -q -m 1
      """, folder.directory.path,
    ])
    try expectEqual(git.wait(), .exit(0), "\(git.text(of: 2))")
  }

  @Test("the golden contains the output of render --hash, and is compared from then on")
  func life() throws {
    let run = try folder.test(".", "--every-frame", "--update")
    expectEqual(run.end, .exit(0))
    expectEqual(
      run.text,
      """
      new         a.json: all of its 10 frames
      10 frames of 1 animation: 1 new

      """)
    try expectEqual(folder.names(in: "goldens"), ["a.hashes"])
    let hashes = try CommandRun(["render", folder.directory / "a.json", "--hash"])
    let golden = try folder.directory.read("goldens/a.hashes")
    #expect(golden.contains("# program=\(Program.version)\n"))
    let lines = golden.split(separator: "\n").filter { !$0.hasPrefix("# ") }
    expectEqual(lines.map { "\($0)\n" }.joined(), hashes.text)
    try expectEqual(folder.compare(".").text, "10 frames of 1 animation: 1 as expected\n")
    // Images are for the frames that are named.
    let named = try folder.compare(".", frames: "0,4")
    #expect(named.text.contains("missing     a.json: frames 0, 4\n"))
    // A new animation next to it is tested the same way.
    try folder.write("b.json")
    #expect(try folder.compare(".").text.contains("missing     b.json: all of its 10 frames\n"))
  }

  @Test("a file that claims more frames than can be hashed is reported, and the others are tested")
  func tooManyFrames() throws {
    try folder.directory.write(
      TestAnimation(first: 0, frames: 300_000, width: 8, height: 8).json, to: "fuzzed.json")
    let run = try folder.test(".", "--every-frame", "--update")
    expectEqual(run.end, .exit(66))
    #expect(run.text.contains("new         a.json: all of its 10 frames\n"))
    #expect(
      run.text.contains(
        "fuzzed.json: 300000 frames, but at most 262144 are tested (limit of this program)"
      ))
    // Beside hashes, it is tested by images.
    #expect(try folder.compare(".").text.contains("missing     fuzzed.json: frames 0, "))
    let info = try CommandRun([
      "info", "--brief", folder.directory / "fuzzed.json", folder.directory / "a.json",
    ])
    expectEqual(info.end, .exit(0))
    #expect(info.complaint.contains("fuzzed.json: 300000 frames, which may be an error"))
    #expect(!info.complaint.contains("a.json: 10"))
  }

  @Test("a change is reported as ranges of frames")
  func ranges() throws {
    try accept()
    var lines = try folder.directory.read("goldens/a.hashes").split(separator: "\n")
    let header = lines.count - 10
    for index in [1, 2, 3, 7, 9].map({ $0 + header }) {
      let digit = lines[index].firstIndex(of: " ").map { lines[index].index(after: $0) }
      lines[index].replaceSubrange(
        try #require(digit)...(try #require(digit)),
        with: lines[index][try #require(digit)] == "0" ? "1" : "0")
    }
    try folder.directory.write(lines.joined(separator: "\n") + "\n", to: "goldens/a.hashes")
    let run = try folder.compare(".")
    expectEqual(run.status, .differs)
    #expect(
      run.text.contains(
        """
        differs     goldens/a.hashes: frames 1-3, 7, 9 (5 of 10)
                    the recorded inputs are the same

        """), "\(run.text)")
    #expect(run.text.contains("10 frames of 1 animation: 1 differs\n"))
    let update = try folder.compare(".", updates: true)
    #expect(update.text.contains("changed     goldens/a.hashes: frames 1-3, 7, 9 (5 of 10)\n"))
    try expectEqual(folder.compare(".").status, .success)
  }

  @Test(
    "a golden that is truncated, corrupt or out of order is unreadable",
    arguments: ["", "0", "x\n", "lost line\n", "cut", "twice"])
  func damaged(text: String) throws {
    try accept()
    let whole = try folder.directory.read("goldens/a.hashes")
    let damaged =
      switch text {
      case "cut": String(whole.dropLast())
      case "twice": whole + whole
      default: text
      }
    try folder.directory.write(damaged, to: "goldens/a.hashes")
    let run = try folder.compare(".")
    expectEqual(run.status, .noInput, "\(run.text)")
    #expect(run.text.contains("unreadable  goldens/a.hashes: "))
    let update = try folder.compare(".", updates: true)
    expectEqual(update.status, .success)
    #expect(update.text.contains("changed     goldens/a.hashes: could not be read\n"))
    try expectEqual(folder.directory.read("goldens/a.hashes"), whole)
  }

  @Test("removed and new frames count as differences, and the lengths are reported")
  func lengths() throws {
    try accept()
    let lines = try folder.directory.read("goldens/a.hashes").split(separator: "\n")
    try folder.directory.write(
      lines.dropLast(2).joined(separator: "\n") + "\n", to: "goldens/a.hashes")
    let run = try folder.compare(".")
    #expect(
      run.text.contains("goldens/a.hashes: frames 8-9 (2 of 10); 10 frames instead of 8\n"))
  }

  @Test("if images or hashes differ, the inputs that differ are named once for each animation")
  func inputs() throws {
    for isHashed in [false, true] {
      _ = try folder.compare(".", updates: true) {
        ($0.version, $0.isEveryFrame) = ("1.0", isHashed)
      }
    }
    try folder.write("a.json", red: 1)
    let run = try folder.compare(".") {
      ($0.version, $0.scale, $0.file.mode) = ("1.1", 2, .reverse)
    }
    let clauses = [
      "program 1.1 instead of 1.0", "size 48x32 instead of 24x16", "with scale 2.0", "file ",
      "with mode reverse",
    ]
    let line = try #require(run.text.split(separator: "\n").first { $0.contains("inputs: ") })
    for clause in clauses { #expect(line.contains(clause), "\(line)") }
    expectEqual(run.text.components(separatedBy: "inputs: ").count, 2, "\(run.text)")
    expectEqual(run.text.components(separatedBy: "differs  ").count, 7, "\(run.text)")
    let json = JSONReport(summary: run.summary).text
    #expect(json.contains("\"program 1.1 instead of 1.0\""), "\(json)")
    // After an update, the goldens have the new record.
    _ = try folder.compare(".", updates: true) { ($0.version, $0.scale) = ("1.1", 2) }
    let next = try folder.compare(".") { ($0.version, $0.scale) = ("1.2", 2) }
    expectEqual(next.status, .success)
    let other = try folder.compare(".") { ($0.version, $0.scale) = ("1.2", 3) }
    #expect(
      other.text.contains("program 1.2 instead of 1.1; scale 3.0 instead of 2.0; size 72x48"),
      "\(other.text)")
  }

  @Test("a masked area is excluded from the hashes")
  func masks() throws {
    try folder.makeFolder("goldens")
    try folder.directory.write("a.json every-frame mask=0,0,24x16", to: "goldens/settings.txt")
    try accept()
    try folder.write("a.json", red: 1)
    try expectEqual(folder.compare(".").status, .success)
    try folder.directory.write("a.json mask=0,0,9x9", to: "goldens/settings.txt")
    let run = try folder.compare(".")
    expectEqual(run.status, .differs)
    #expect(
      run.text.contains(
        "(10 of 10); settings.txt changed from mask=0,0,24x16 to mask=0,0,9x9\n"), "\(run.text)")
    // The hashes record the masks.
    try expectEqual(folder.compare(".", updates: true).status, .success)
    try folder.directory.write("", to: "goldens/settings.txt")
    #expect(try folder.compare(".").text.contains("changed from mask=0,0,9x9 to no mask"))
  }

  @Test("a renamed animation is recognised by all of its hashes, and moved")
  func renamed() throws {
    try accept()
    rename(folder.directory / "a.json", folder.directory / "b.json")
    let run = try folder.compare(".")
    #expect(run.text.contains("renamed     b.json: all of its 10 frames, as in goldens/a.hashes\n"))
    try expectEqual(folder.compare(".", updates: true).status, .success)
    try expectEqual(folder.names(in: "goldens"), ["b.hashes"])
  }

  @Test("the report shows changes from the accepted version, if the commit contains it")
  func accepted() throws {
    try accept()
    try commit()
    try folder.write("a.json", red: 0.9)
    let run = try folder.compare(".", report: "report")
    #expect(run.text.contains("(10 of 10), most in frame 0: maxDifference=102;differingPixels="))
    let page = try folder.directory.read("report/index.html")
    for frame in [0, 9] {
      for role in ["expected", "actual", "difference"] {
        #expect(page.contains("<img loading=\"lazy\"") && page.contains("1-video-\(frame)-\(role)"))
      }
    }
    // As in CI, where the change is committed, use the commit that has the goldens.
    try commit()
    let committed = try folder.compare(".", report: "report")
    expectEqual(committed.text, run.text)
    #expect(try folder.directory.read("report/index.html").contains("1-video-9-expected"))
    // Goldens that are in no commit aren't drawn.
    try folder.write("a.json", red: 0.7)
    try accept()
    try folder.write("a.json", red: 0.8)
    let other = try folder.compare(".", report: "report")
    #expect(other.text.contains("(10 of 10)\n"))
    #expect(!(try folder.directory.read("report/index.html").contains("-video-")))
  }

  @Test("images next to hashes are compared and updated with them")
  func images() throws {
    try folder.makeGoldens(frames: "0,4")
    try accept()
    try expectEqual(
      folder.compare(".").text, "2 images and 10 frames of 1 animation: 3 as expected\n")
    try folder.write("a.json", red: 0.9)
    #expect(try folder.compare(".").text.contains("differs     goldens/a.0004.png: "))
    try expectEqual(folder.compare(".", updates: true).status, .success)
    try expectEqual(folder.compare(".", frames: "0,4").status, .success)
  }

  @Test("--against uses the tolerances of the settings, unless one is given")
  func againstTolerance() throws {
    try folder.makeFolder("goldens")
    try folder.directory.write("a.json tolerance=102;384", to: "goldens/settings.txt")
    try commit()
    try folder.write("a.json", red: 0.9)
    for (tolerance, status) in [(nil, ExitStatus.success), (ImageTolerance(), .differs)] {
      let run = try folder.compare(".", tolerance: tolerance) { $0.revision = "HEAD" }
      expectEqual(run.status, status, "\(run.text)")
    }
  }

  @Test("--against draws the files of a revision next to the current ones, and needs no golden")
  func against() throws {
    try folder.write("b.json")
    try folder.directory.write(
      #"{"v":"5.7.0","fr":10,"ip":0,"op":10,"w":9,"h":9,"layers":[]}"#, to: "gone.json")
    try folder.directory.write("{}", to: "package.json")
    try commit()
    for name in ["gone.json", "package.json"] { try folder.directory.remove(name) }
    try folder.write("a.json", red: 0.9)
    try folder.write("new.json")
    let run = try folder.test(".", "--against", "HEAD", "--report", "report.html")
    expectEqual(run.end, .exit(65), "\(run.complaint)")
    #expect(run.text.hasPrefix("differs     a.json: frames 0-9 (10 of 10), most in frame 0: "))
    #expect(run.text.contains("\nnew         new.json: all of its 10 frames\n"))
    // Changes per layer.
    #expect(run.text.contains("\n            "))
    #expect(run.text.contains("\ngone        gone.json\n"))
    #expect(
      run.text.contains("30 frames of 4 animations: 1 as expected, 1 differs, 1 new, 1 gone\n"))
    let one = try folder.test("a.json", "b.json", "--against", "HEAD")
    #expect(!one.text.contains("gone"))
    #expect(!run.text.contains("To keep"))
    let page = try folder.directory.read("report.html")
    #expect(page.contains("data:image/png;base64,iVBOR") && !page.contains("src=\"pictures"))
    #expect(!folder.directory.allNames.contains("goldens"))
    let none = try folder.test(".", "--against", "none")
    #expect(none.complained(.noInput))
    #expect(none.complaint.contains("none: not found in the Git repository"))
    #expect(try folder.test(".", "--against", "--help").complained(.usage))
    #expect(try folder.test(".", "--against", "HEAD", "--update").complained(.usage))
  }

  @Test("--against fails if an expectation of a script isn't met") func againstScripts() throws {
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect id="r" width="8" height="8">
      <animate id="fade" begin="r.click" attributeName="opacity" to="0" dur="1s"/></rect></svg>
      """
    try folder.directory.write(svg, to: "a.svg")
    for (value, status) in [("false", ExitStatus.success), ("true", .differs)] {
      try folder.directory.write("0 expect fade \(value)\n1 end\n", to: "a.svg.script")
      if value == "false" { try commit() }
      let run = try folder.compare(".") { $0.revision = "HEAD" }
      expectEqual(run.status, status, "\(run.text)")
    }
  }
}
