import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import GoldenTesting
@testable import LinuxSystem
@testable import X11Viewer

@Suite("Animations with a different name or different times than in a revision")
struct RenamedAnimationTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Makes the folder a repository with all that is in it.
  private func commit() throws {
    try folder.directory.sh(
      "git init -q . && git add -A && git -c user.name=n -c user.email=e commit -qm 1")
  }

  @Test("all reports contain the old path of an animation, whether its images are the same or not")
  func reports() throws {
    try folder.makeFolder("old")
    for name in ["old/a.json", "b.json", "c.json"] {
      // The names of layers make the files differ by more than the change below.
      try folder.write(name, red: name == "b.json" ? 0.3 : 0.6)
      try folder.directory.write(
        folder.directory.read(name).replacing(
          "\"ty\": 1", with: "\"nm\": \"\(String(repeating: name, count: 40))\", \"ty\": 1"),
        to: name)
    }
    try commit()
    try folder.directory.sh(
      "mkdir new; mv old/a.json new/z.json; rmdir old; sed 's/#4d0000/#4e0000/' b.json >y.json; "
        + "rm b.json")
    let run = try folder.test(
      ".", "--against", "HEAD", "--report", "page.html", "--markdown", "a.md", "--json",
      "a.json.txt")
    expectEqual(run.end, .exit(65), "\(run.complaint)")
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(
      lines.contains { $0.hasPrefix("differs     y.json: frames 0-9 (10 of 10)") }, "\(run.text)")
    #expect(lines.contains("            was b.json"), "\(run.text)")
    #expect(
      lines.contains("moved       new/z.json: all of its 10 frames, from old/a.json"), "\(run.text)"
    )
    #expect(
      lines.contains("30 frames of 3 animations: 1 as expected, 1 differs, 1 moved"), "\(run.text)")
    let page = try folder.directory.read("page.html")
    #expect(page.contains("<li>was b.json</li>") && page.contains("It was old/a.json before."))
    #expect(page.contains("z.json</a> <span>renamed</span>") && !page.contains("<span>new</span>"))
    let markdown = try folder.directory.read("a.md")
    #expect(
      markdown.contains("<br>was b.json") && markdown.contains("| was moved from old/a.json |"))
    let json = try folder.directory.read("a.json.txt")
    #expect(
      json.contains("\"was\": \"b.json\"") && json.contains("\"was\": \"old/a.json\""), "\(json)")
  }

  @Test(
    "a renamed or new animation doesn't fail a test, and the title lists them"
  )
  func titles() throws {
    try folder.write("a.json")
    try commit()
    rename(folder.directory / "a.json", folder.directory / "b.json")
    try folder.write("c.json", red: 1, width: 30)
    let run = try folder.compare(".") { $0.revision = "HEAD" }
    #expect(run.status == .success)
    expectEqual(run.summary.title, "1 is new, 1 was moved")
    // The match doesn't depend on the selection of tested animations.
    let one = try folder.compare(".", selecting: "c.json") { $0.revision = "HEAD" }
    expectEqual(one.summary.title, "1 is new")
  }

  @Test(
    "simultaneous frames are compared, even in an animation that changed its format"
  )
  func times() throws {
    func animation(_ name: String, _ layers: [(first: Int, end: Int, color: String)]) throws {
      let layers = layers.map {
        """
        {"ty": 1, "ip": \($0.first), "op": \($0.end), "st": 0, "sw": 8, "sh": 8, "sc": "\($0.color)", "ks": {}}
        """
      }
      try folder.directory.write(
        """
        {"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 8, "h": 8, "layers": [\(layers.joined(separator: ","))]}
        """, to: name)
    }
    try animation("a.json", [(0, 5, "#ffffff"), (5, 10, "#000000")])
    try animation("b.json", [(0, 5, "#ffffff"), (5, 8, "#000000"), (8, 10, "#ffffff")])
    func render(_ files: (String, String)...) throws {
      for (file, output) in files {
        let run = try CommandRun("render \(file) -o x/\(output)", in: folder.directory)
        expectEqual(run.end, .exit(0), "\(run.complaint)")
      }
    }
    try folder.makeFolder("x")
    try render(("a.json", "video.y4m"), ("a.json", "moving.gif"))
    try commit()
    try folder.directory.remove("x/video.y4m")
    try render(("a.json", "video.gif"), ("b.json", "moving.gif"))
    let run = try folder.test("x", "--against", "HEAD")
    #expect(
      run.text.contains("moved       x/video.gif: all of its 10 frames, from x/video.y4m\n"),
      "\(run.text)")
    #expect(
      run.text.contains("at 0.8 s (1 of 3 moments), most at 0.8 s: "), "\(run.text)")
    // By their numbers, there would be nothing to compare with the third frame. If one frame is
    // requested, the result is the same.
    let one = try folder.test("x/moving.gif", "--against", "HEAD", "--frames", "1")
    #expect(one.text.hasSuffix("1 frame of 1 animation: 1 as expected\n"), "\(one.text)")
  }
}
