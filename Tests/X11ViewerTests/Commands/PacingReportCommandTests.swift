import TestSupport
import Testing
import XServerSupport

@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("The report of the pacing pattern, as a command")
struct PacingReportCommandTests {
  private let scratch: ScratchDirectory

  /// Every other frame of half a second, as a recording.
  init() throws {
    scratch = try ScratchDirectory()
    let run = try CommandRun([
      "render", "--scene", "pacing", "-o", scratch / "a.y4m", "--frames", "0-29x2", "--fps", "60",
      "--size", "320x200",
    ])
    try #require(run.end == .exit(0), "\(run.complaint)")
  }

  private func report(_ arguments: String...) throws -> (run: CommandRun, lines: [String]) {
    let run = try CommandRun(["pacing-report", scratch / "a.y4m"] + arguments)
    let text = String(decoding: run.output, as: UTF8.self)
    return (run, text.split(separator: "\n").map(String.init))
  }

  private static let summary =
    "15 recorded frames at 60.00 Hz: 15 frames shown (p50 16.67 ms, p99 16.67 ms), 14 skipped, "
    + "0 doubled, 0 torn."

  @Test("prints a line for each frame, and the totals")
  func text() throws {
    let (run, lines) = try report()
    #expect(run.end == .exit(0) && run.complaint.isEmpty, "\(run.complaint)")
    #expect(lines.count == 30 && lines.last == Self.summary)
    expectEqual(lines.count { $0.hasSuffix(": skipped") }, 14)
  }

  @Test("with --csv prints rows, and the summary separately")
  func table() throws {
    let (run, lines) = try report("--csv")
    #expect(run.end == .exit(0) && run.complaint.contains(Self.summary), "\(run.complaint)")
    #expect(lines.count == 30 && lines[0].contains(",") && !lines.contains(Self.summary))
  }

  @Test("fails if more frames were skipped than allowed", arguments: [13, 14, 15])
  func limit(allowed: Int) throws {
    let (run, lines) = try report("--max-skipped", "\(allowed)")
    expectEqual(run.end, .exit(allowed < 14 ? ExitStatus.differs.rawValue : 0))
    expectEqual(
      run.complaint.contains("14 frames were skipped, more than --max-skipped 13"), (allowed < 14))
    expectEqual(lines.last, Self.summary)
  }

  @Test("a missing recording, or one without the pattern, is an error")
  func missing() throws {
    try expectEqual(CommandRun(["pacing-report", scratch / "gone.y4m"]).end, .exit(66))
    let other = try CommandRun([
      "render", "--scene", "fan", "-o", scratch / "fan.y4m", "--frames", "3", "--size", "320x200",
    ])
    expectEqual(other.end, .exit(0))
    let run = try CommandRun(["pacing-report", scratch / "fan.y4m"])
    #expect(run.end != .exit(0) && run.complaint.contains("fan.y4m: "), "\(run.complaint)")
  }
}
