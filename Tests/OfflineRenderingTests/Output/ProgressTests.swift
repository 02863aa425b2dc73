import TestSupport
import Testing

@testable import OfflineRendering

@Suite("Progress")
struct ProgressTests {
  /// Returns the progress messages for four frames, one every three seconds.
  private func shown(_ style: Progress.Style, isTerminal: Bool) -> [String] {
    final class Lines { var all: [String] = [] }
    let lines = Lines()
    var now = 0.0
    let progress = Progress(
      style, isTerminal: isTerminal, total: 4, of: "frames", elapsed: { now },
      write: { lines.all.append($0) })
    for second in [3.0, 6, 9, 12] {
      now = second
      progress.advance()
    }
    progress.finish()
    return lines.all
  }

  @Test("a terminal shows one line, with the remaining time")
  func terminal() {
    expectEqual(
      shown(.auto, isTerminal: true),
      [
        "\r1 of 4 frames, 9 s left\u{1B}[K", "\r2 of 4 frames, 6 s left\u{1B}[K",
        "\r3 of 4 frames, 3 s left\u{1B}[K", "\r4 of 4 frames\u{1B}[K", "\n",
      ])
  }

  @Test("elsewhere there is a line every five seconds", arguments: [Progress.Style.auto, .plain])
  func plain(style: Progress.Style) {
    expectEqual(
      shown(style, isTerminal: false),
      [
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

  @Test("slow work shows its progress as often as other work")
  func parts() {
    func shown(isTerminal: Bool) -> [String] {
      final class Lines { var all: [String] = [] }
      let lines = Lines()
      var now = 0.0
      let progress = Progress(
        .auto, isTerminal: isTerminal, total: 2, of: "animations", elapsed: { now },
        write: { lines.all.append($0) })
      for (frame, time) in [0.05, 0.1, 0.15, 5, 5.05].enumerated() {
        now = time
        progress.show("frame \(frame + 1) of 9")
      }
      progress.finish()
      return lines.all
    }
    expectEqual(
      shown(isTerminal: true),
      [
        "\r0 of 2 animations, frame 2 of 9\u{1B}[K", "\r0 of 2 animations, frame 4 of 9\u{1B}[K",
        "\n",
      ])
    expectEqual(shown(isTerminal: false), ["x11viewer: 0 of 2 animations, frame 4 of 9\n"])
  }

  @Test("the last line of progress appears even directly after the previous one")
  func lastLine() {
    final class Lines { var all: [String] = [] }
    let lines = Lines()
    var now = 0.0
    let progress = Progress(
      .auto, isTerminal: true, total: 3, of: "frames", elapsed: { now },
      write: { lines.all.append($0) })
    for time in [0.01, 0.02, 0.03] {
      now = time
      progress.advance()
    }
    progress.finish()
    expectEqual(lines.all, ["\r1 of 3 frames\u{1B}[K", "\r3 of 3 frames\u{1B}[K", "\n"])
  }
}
