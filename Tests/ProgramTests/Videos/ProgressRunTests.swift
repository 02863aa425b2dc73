import TestSupport
import Testing
import XServerSupport

@Suite("Progress of a run")
struct ProgressRunTests {
  @Test("hashes and messages for a queue share standard output")
  func hashes() throws {
    let run = try Run([
      "render", "--scene", "fan", "--size", "8x8", "--frames", "2", "--hash", "--progress",
      "openjd",
    ])
    expectEqual(run.end, .exit(0))
    let lines = run.text.split(separator: "\n")
    #expect(lines.contains("openjd_progress: 100"))
    expectEqual(lines.count { !$0.hasPrefix("openjd_") }, 2)
  }

  @Test("a failed part reports its reason to the queue")
  func failure() throws {
    let run = try Run(
      ["render", "-o", "/nonexistent/%d.png", "--frames", "2", "--progress", "openjd"])
    #expect(run.complained(.cannotCreate))
    #expect(
      String(decoding: run.output, as: UTF8.self).hasPrefix("openjd_fail: /nonexistent/0.png"))
  }
}
