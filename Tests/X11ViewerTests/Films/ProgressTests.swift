import TestSupport
import Testing

@testable import AnimCore
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Progress")
struct ProgressTests {
  /// What is shown of four frames, one every three seconds.
  private func shown(_ style: Progress.Style, isTerminal: Bool) -> [String] {
    final class Lines { var all: [String] = [] }
    let lines = Lines()
    var now = 0.0
    let progress = Progress(
      style, isTerminal: isTerminal, total: 4, of: "frames", elapsed: { now }
    ) { lines.all.append($0) }
    for second in [3.0, 6, 9, 12] {
      now = second
      progress.advance()
    }
    progress.finish()
    return lines.all
  }

  @Test("a terminal shows one line, with the remaining time")
  func terminal() {
    #expect(
      shown(.auto, isTerminal: true) == [
        "\r1 of 4 frames, 9 s left\u{1B}[K", "\r2 of 4 frames, 6 s left\u{1B}[K",
        "\r3 of 4 frames, 3 s left\u{1B}[K", "\r4 of 4 frames\u{1B}[K", "\n",
      ])
  }

  @Test("elsewhere there is a line every five seconds", arguments: [Progress.Style.auto, .plain])
  func plain(style: Progress.Style) {
    #expect(
      shown(style, isTerminal: false) == [
        "x11viewer: 2 of 4 frames, 6 s left\n", "x11viewer: 4 of 4 frames\n",
      ])
  }

  @Test("a queue receives the percentage and the number of finished frames")
  func openJobDescription() {
    #expect(
      shown(.openjd, isTerminal: true)
        == [25, 50, 75, 100].enumerated().map {
          "openjd_progress: \($1)\nopenjd_status: \($0 + 1) of 4 frames\n"
        })
    #expect(shown(.none, isTerminal: true).isEmpty)
  }

  @Test("hashes and what a queue receives share standard output")
  func hashes() throws {
    let run = try Run([
      "render", "--scene", "fan", "--size", "8x8", "--frames", "2", "--hash", "--progress",
      "openjd",
    ])
    #expect(run.end == .exit(0))
    let lines = run.text.split(separator: "\n")
    #expect(lines.contains("openjd_progress: 100"))
    #expect(lines.count { !$0.hasPrefix("openjd_") } == 2)
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
