import Foundation
import PlainText
import TestSupport
import Testing
import XServerSupport

@testable import LinuxSystem
@testable import X11Viewer

@Suite("Contents of reports")
struct ReportContentTests {
  private let scratch: ScratchDirectory

  /// Animations whose goldens are committed.
  init() throws {
    scratch = try ScratchDirectory()
    for name in ["1", "2", "10", "11", "100"] {
      try scratch.write(TestAnimation(frames: 2).json, to: "\(name).json")
    }
    try expectEqual(CommandRun("test . --update", in: scratch).end, .exit(0))
    try scratch.sh("git init -q && git add . && git -c user.name=a -c user.email=b commit -qm a")
  }

  @Test("the page contains changes in a file and renamed files, like the terminal")
  func page() throws {
    try scratch.write(TestAnimation(frames: 2, color: "[0,1,0]").json, to: "2.json")
    try scratch.sh("mv 11.json z.json")
    let run = try CommandRun("test . --report page.html", in: scratch)
    let page = try scratch.read("page.html")
    #expect(run.text.contains("renamed "), "\(run.text)")
    #expect(page.contains("z.json</a> <span>renamed</span>"), "\(run.text)")
    let edits = run.text.split(separator: "\n").filter { $0.hasPrefix("            ") }
      .map { markupText($0.trimmingCharacters(in: .whitespaces)) }
    #expect(!edits.isEmpty, "\(run.text)")
    for edit in edits { #expect(page.contains("<li>\(edit)</li>"), "\(edit)") }
  }

  @Test("files are in natural order")
  func order() throws {
    try scratch.sh("rm -r goldens")
    let run = try CommandRun("test . --report page.html", in: scratch)
    let page = try scratch.read("page.html")
    let names = ["1", "2", "10", "11", "100"].map { "\($0).json" }
    for text in [run.text, page] {
      let places = names.map { name in
        ["missing     \(name)", ">\(name)</a>"].compactMap { text.range(of: $0)?.lowerBound }.first
      }
      #expect(places.allSatisfy { $0 != nil }, "\(run.text)")
      expectEqual(places.compactMap(\.self), places.compactMap(\.self).sorted(), "\(run.text)")
    }
  }
}
