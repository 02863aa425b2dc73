import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import GoldenTesting
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("The exit status of test")
struct TestStatusTests {
  private static let difference = GoldenDifference.sizes(
    expected: PixelSize(width: 1, height: 1), actual: PixelSize(width: 2, height: 2))

  /// Every outcome, and whether it makes the test fail.
  private static let outcomes: [GoldenResult.Outcome] = [
    .same, .created, .updated(difference), .updated(nil), .missing, .unreadable("x"),
    .differs(difference),
  ]

  @Test("differing images determine the status before missing and invalid ones, in any order")
  func combinations() {
    for bits in 0..<(1 << Self.outcomes.count) {
      let chosen = Self.outcomes.indices.filter { bits >> $0 & 1 == 1 }
      let (differs, lacks) = (chosen.contains(6), chosen.contains(4) || chosen.contains(5))
      let expected: ExitStatus = differs ? .differs : lacks ? .noInput : .success
      for order in [chosen, chosen.reversed()] {
        let results = order.map {
          GoldenResult(
            subject: "a\($0)", frame: 0, path: "p", outcome: Self.outcomes[$0], duration: 0)
        }
        let summary = GoldenSummary(results: results, stale: ["old"])
        expectEqual(summary.status, expected, "\(order)")
        expectEqual(results.contains { $0.outcome.isFailure }, (expected != .success))
        #expect(
          summary.text(acceptingCommand: "x").contains("To keep the images")
            == (differs || chosen.contains(4)))
      }
    }
  }

  @Test("requesting a missing part of an animation is a usage error")
  func usage() {
    let results = [GoldenResult.Outcome.unreadable("x"), .unreadable("y", .usage)].map {
      GoldenResult(subject: "a", frame: nil, path: "p", outcome: $0, duration: 0)
    }
    expectEqual(GoldenSummary(results: results, stale: []).status, .usage)
  }

  @Test("a Markdown row contains the frame, or all if hashes of all frames were compared")
  func rows() {
    let results = [(4, 0), (nil, 30), (nil, 0)].map { frame, frames in
      var result = GoldenResult(
        subject: "a", frame: frame, path: "p", outcome: .missing, duration: 0)
      result.frames = frames
      return result
    }
    let text = MarkdownReport(
      summary: GoldenSummary(results: results, stale: []), acceptingCommand: ""
    ).text
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| a |") }
    expectEqual(rows.map { $0.split(separator: "|")[1] }, [" 4 ", " all ", "  "])
  }

  @Test("the summary counts each kind of result")
  func counts() {
    let results = Self.outcomes.enumerated().map { index, outcome in
      GoldenResult(
        subject: "a", frame: index == 5 ? nil : index, path: "p\(index)", outcome: outcome,
        duration: 0)
    }
    let summary = GoldenSummary(results: results, stale: [])
    expectEqual(
      summary.counts,
      "6 images of 1 animation: 1 as expected, 1 differs, 1 has no golden, "
        + "1 unreadable, 1 new, 2 changed")
    #expect(
      GoldenSummary(results: results + results, stale: []).counts
        == "12 images of 1 animation: 2 as expected, 2 differ, 2 have no golden, 2 unreadable, "
        + "2 new, 4 changed")
  }

  /// The faults in a folder, and the exit status without and with `--update`.
  private static let table: [(differing: Bool, missing: Bool, invalid: Bool, Int32, Int32)] = [
    (false, false, false, 0, 0), (false, false, true, 66, 66), (false, true, false, 66, 0),
    (false, true, true, 66, 66), (true, false, false, 65, 0), (true, false, true, 65, 66),
    (true, true, false, 65, 0), (true, true, true, 65, 66),
  ]

  @Test(
    "is 65 for differing images, otherwise 66 for missing goldens and invalid files, otherwise 0")
  func program() throws {
    for row in Self.table {
      let folder = try TestFolder()
      for name in ["a.json", "b.json", "c.json"] { try folder.write(name) }
      try folder.makeGoldens(frames: "0")
      if row.differing { try folder.change("goldens/a.0000.png") }
      if row.missing { try folder.directory.remove("goldens/b.0000.png") }
      if row.invalid { try folder.directory.write("{", to: "c.json") }
      let run = try folder.test(".", "--frames", "0")
      expectEqual(run.end, .exit(row.3), "\(row)")
      let update = try folder.test(".", "--frames", "0", "--update")
      expectEqual(update.end, .exit(row.4), "\(row)")
      let again = try folder.compare(".", frames: "0")
      expectEqual(again.status, (row.invalid ? .noInput : .success), "\(row)")
    }
  }
}
