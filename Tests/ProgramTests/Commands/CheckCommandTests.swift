import TestSupport
import Testing
import XServerSupport

@Suite("check")
struct CheckCommandTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200">
      <animate attributeName="fill" values="black;white" calcMode="discrete" dur="0.2s"
       repeatCount="indefinite"/></rect></svg>
      """, to: "flash.svg")
    try scratch.write(TestAnimation.small(), to: "square.json")
  }

  @Test("a file that fails exits with 65, and the reports and the graph are written")
  func failure() throws {
    let run = try Run([
      "check", scratch / "flash.svg", "--json", scratch / "r.json", "--graph", scratch / "g.svg",
    ])
    expectEqual(run.end, .exit(65))
    #expect(run.text.hasPrefix("fails       \(scratch / "flash.svg")\n"), "\(run.text)")
    #expect(try scratch.read("r.json").contains("flashes.general"))
    #expect(try scratch.read("g.svg").contains("<polyline"))
  }

  @Test("notes don't fail a file, unless its settings name the rule")
  func settings() throws {
    let note = try Run(["check", scratch / "square.json"])
    expectEqual(note.end, .exit(0), "\(note.complaint)")
    #expect(note.text.contains("note  loop.jump"), "\(note.text)")
    let folder = try ChildProcess(["mkdir", scratch / "goldens"])
    expectEqual(try folder.wait(within: 10), .exit(0))
    try scratch.write("*.json rules=loop\n", to: "goldens/settings.txt")
    expectEqual(try Run(["check", "--quiet", scratch / "square.json"]).end, .exit(65))
    expectEqual(try Run(["check", "--rule", "text", scratch / "square.json"]).end, .exit(0))
    try scratch.write("*.json rules=loops\n", to: "goldens/settings.txt")
    let invalid = try Run(["check", scratch / "square.json"])
    #expect(invalid.complained(.noInput) && invalid.complaint.contains("rules=loops"))
  }
}
