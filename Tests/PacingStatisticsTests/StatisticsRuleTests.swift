import PlainText
import Synchronization
import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing
@testable import LinuxSystem
@testable import PacingStatistics

@Suite("Statistics, computed by hand")
struct StatisticsRuleTests {
  private let status = TimingStatus(
    source: .present, isLocked: true, refreshRate: 50, renderer: "shm")

  private func frame(
    _ milliseconds: Int64, missed: Int = 0, isInterrupted: Bool = false
  ) -> FrameRecord {
    FrameRecord(
      slot: 0, published: .milliseconds(1_000 + milliseconds), missed: missed,
      isInterrupted: isInterrupted)
  }

  /// Records its input.
  private final class Recorder: FrameObserver {
    let intervals = Mutex<[Int64?]>([])

    func didPublish(_ frame: FrameRecord, interval: Int64?) {
      intervals.withLock { $0.append(interval) }
    }
  }

  @Test("an observer receives each frame, with the time since the last unless frames stopped")
  func observer() {
    let recorder = Recorder()
    let statistics = FrameStatistics(status: status, observer: recorder)
    statistics.record(frame(0))
    statistics.record(frame(20))
    statistics.record(frame(900, isInterrupted: true))
    statistics.record(frame(930))
    expectEqual(recorder.intervals.withLock { $0 }, [nil, 20_000_000, nil, 30_000_000])
    expectEqual(statistics.frames, 4)
  }

  @Test("each measure is that of its field, and unknown ones are not counted")
  func measures() throws {
    let whole = FrameRecord(
      slot: 7, published: .milliseconds(5), lateness: 1_000_000, drawing: 2_000_000,
      publishing: 3_000_000, completion: 4_000_000, missed: 2, phaseError: -5_000_000)
    let expected: [Measure: Int64] = [
      .frameTime: 6_000_000, .lateness: 1_000_000, .drawing: 2_000_000, .publishing: 3_000_000,
      .completion: 4_000_000, .phaseError: 5_000_000,
    ]
    let empty = FrameRecord(slot: 7, published: .milliseconds(5))
    for measure in Measure.allCases {
      expectEqual(measure.value(of: whole, interval: 6_000_000), expected[measure])
      #expect(measure.value(of: empty, interval: nil) == nil)
    }
    #expect(
      Measure.allCases.map(\.key)
        == ["frameTime", "lateness", "drawing", "publishing", "completion", "phaseError"])
    expectEqual(
      Measure.allCases.map(\.title),
      [
        "frame to frame", "wake-up late by", "drawing", "publishing", "server done after",
        "phase error",
      ])
    let statistics = FrameStatistics(status: status)
    statistics.record(whole)
    statistics.record(empty)
    let rows = statistics.summary().rows
    expectEqual(rows.map(\.measure), Measure.allCases)
    expectEqual(rows.map(\.count), [1, 1, 1, 1, 1, 1])
    for row in rows.dropFirst() {
      let value = try #require(row.value(at: 50))
      #expect(abs(value - (expected[row.measure] ?? 0)) < 5_000)
    }
    expectEqual(statistics.summary().missed, 2)
  }

  @Test("the summary has the status at its end, and a value for each percentile that it reports")
  func summary() {
    let statistics = FrameStatistics(status: status)
    for number in 0...1_000 { statistics.record(frame(Int64(number * number))) }
    statistics.status.source = .timer
    let summary = statistics.summary()
    #expect(summary.status == statistics.status && summary.status.source == .timer)
    expectEqual(StatisticsSummary.percentiles, [0, 50, 75, 90, 95, 99, 99.9, 99.99, 100])
    let row = summary.rows[0]
    #expect(row.values.count == 9 && row.count == 1_000)
    // The intervals are 1, 3, 5, … 1,999 ms.
    for (percentile, milliseconds) in [
      (0, 1.0), (50, 999), (75, 1_499), (90, 1_799), (95, 1_899), (99, 1_979), (99.9, 1_997),
      (99.99, 1_999), (100, 1_999),
    ] {
      let value = Double(row.value(at: percentile) ?? 0) / 1e6
      #expect(abs(value / milliseconds - 1) < 0.001, "\(percentile): \(value)")
    }
    #expect(row.value(at: 33) == nil)
    #expect(summary.rows[1].values.isEmpty && summary.rows[1].value(at: 50) == nil)
  }

  @Test("the text counts the frames, the wake-ups and the last phase error of only its second")
  func recentSecond() {
    let statistics = FrameStatistics(status: status)
    func lines(
      _ milliseconds: Int64, late: Int64? = nil, error: Int64? = nil, missed: Int = 0
    ) -> [String] {
      var frame = frame(milliseconds, missed: missed)
      (frame.lateness, frame.phaseError) = (late, error)
      statistics.record(frame)
      return statistics.recent().lines
    }
    // The first text has no data yet.
    expectEqual(
      lines(0),
      [
        "50.00 Hz, Present, locked", "- frames per second", "missed 0 of 1 slots", "renderer shm",
      ])
    let first = lines(500, late: 30_000, error: 7_000)
    expectEqual(first.count, 4)
    expectEqual(lines(999, late: 40_000), first)
    expectEqual(
      lines(1_000, late: 90_000, missed: 3),
      [
        "50.00 Hz, Present, locked", "3.0 frames per second", "phase error +7 µs",
        "wake-up late by p50 40 µs, p99 90 µs", "missed 3 of 7 slots", "renderer shm",
      ])
    _ = lines(1_999)
    // No wake-up was measured in the following second, and the phase error is the last known one.
    expectEqual(
      lines(2_100, error: -2_000),
      [
        "50.00 Hz, Present, locked", "1.8 frames per second", "phase error -2 µs",
        "missed 3 of 9 slots", "renderer shm",
      ])
  }

  @Test("when frames stop, the text stays, and its second starts again with the next frame")
  func recentInterruption() {
    let statistics = FrameStatistics(status: status)
    for number in 0...50 { statistics.record(frame(Int64(number) * 20)) }
    let before = statistics.recent()
    expectEqual(before.lines[1], "50.0 frames per second")
    #expect(before.frameTimes.count == 50 && before.slot == 0.02)
    statistics.record(frame(1_020))
    statistics.record(frame(9_000, isInterrupted: true))
    expectEqual(statistics.recent().lines, before.lines)
    for number in 1...4 { statistics.record(frame(9_000 + Int64(number) * 250)) }
    let after = statistics.recent()
    // The single frame before the stop isn't counted in the new second.
    expectEqual(after.lines[1], "4.0 frames per second")
    expectEqual(after.frameTimes.suffix(5), [0.02, 0.25, 0.25, 0.25, 0.25])
  }

  @Test("the last 90 frame times are kept, oldest first, and without a rate there is no slot")
  func frameTimes() {
    var status = status
    status.refreshRate = nil
    let statistics = FrameStatistics(status: status)
    var time: Int64 = 0
    for number in 0...100 {
      time += Int64(number)
      statistics.record(frame(time))
    }
    let recent = statistics.recent()
    #expect(recent.slot == nil)
    let frameTimes = (11...100).map { (number: Int) -> Seconds in Seconds(number) / 1_000 }
    expectEqual(recent.frameTimes, frameTimes)
  }

  @Test(
    "a span changes its unit at a millisecond and at a second",
    arguments: [
      (999_499, "999 µs"), (999_999, "1000 µs"), (1_000_000, "1.00 ms"), (-1_000_000, "-1.00 ms"),
      (999_999_999, "1000.00 ms"), (1_000_000_000, "1.00 s"), (-2_500_000_000, "-2.50 s"),
      (500, "1 µs"), (499, "0 µs"),
    ] as [(Int64, String)])
  func units(span: Int64, text: String) {
    expectEqual(durationText(span), text)
  }

  @Test("texts are padded on one side, and never truncated")
  func padding() {
    #expect("ab".padded(before: 4) == "  ab" && "ab".padded(after: 4) == "ab  ")
    #expect("abc".padded(before: 2) == "abc" && "abc".padded(after: 2) == "abc")
    expectEqual("7".padded(before: 3, with: "0"), "007")
    #expect(decimalText(1.05, places: 3) == "1.050" && decimalText(-0.5, places: 0) == "-1")
  }

  @Test(
    "the frame timing is described in a few words",
    arguments: [
      (
        TimingStatus(source: .present, isLocked: true, refreshRate: 60, renderer: ""),
        "60.00 Hz, Present, locked"
      ),
      (
        TimingStatus(source: .present, refreshRate: 59.94, renderer: ""),
        "59.94 Hz, Present, not locked"
      ),
      (TimingStatus(source: .timer, refreshRate: 60, renderer: ""), "60.00 Hz, timer"),
      (TimingStatus(source: .timer, reason: .chosen, renderer: ""), "timer (as chosen)"),
      (
        TimingStatus(source: .timer, reason: .noVblanks, renderer: ""),
        "timer (the server has no Present extension)"
      ),
      (
        TimingStatus(source: .timer, reason: .noStamps, renderer: ""),
        "timer (the server reports no vblanks)"
      ),
      (
        TimingStatus(source: .timer, reason: .foreignClock, renderer: ""),
        "timer (the server's clock is not this machine's)"
      ),
      (
        TimingStatus(source: .timer, reason: .otherRate, refreshRate: 50, renderer: ""),
        "50.00 Hz, timer (the rate does not divide the refresh rate)"
      ),
      (TimingStatus(source: .uncapped, refreshRate: 60, renderer: ""), "uncapped"),
    ])
  func statusText(status: TimingStatus, text: String) {
    expectEqual(status.description, text)
  }
}
