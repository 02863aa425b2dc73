import PlainText
import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing
@testable import LinuxSystem
@testable import PacingStatistics

@Suite("Frame statistics")
struct FrameStatisticsTests {
  private let status = TimingStatus(
    source: .present, isLocked: true, refreshRate: 60, renderer: "shm")
  private static let slot: Int64 = 16_666_667

  private func frame(
    _ slot: Int, missed: Int = 0, isInterrupted: Bool = false
  ) -> FrameRecord {
    FrameRecord(
      slot: slot, published: Timestamp(nanoseconds: Int64(slot) * Self.slot), missed: missed,
      isInterrupted: isInterrupted)
  }

  @Test("a percentile is within a thousandth of the true value, or 128 ns")
  func percentiles() throws {
    var seed: UInt64 = 5
    var histogram = DurationHistogram()
    var values: [Int64] = []
    for _ in 0..<10_000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Int64(seed >> 40) << Int64(seed >> 8 & 7)
      values.append(value)
      histogram.record(value)
    }
    values.sort()
    for percent in [0, 1, 50, 90, 99, 99.9, 100] {
      let rank = max(1, Int((percent / 100 * 10_000).rounded(.up)))
      let value = try #require(histogram.percentile(percent))
      let exact = values[rank - 1]
      #expect(abs(value - exact) <= max(128, exact / 1_000))
    }
  }

  @Test("a span that is negative or longer than a minute is clamped")
  func extremes() {
    var histogram = DurationHistogram()
    #expect(histogram.percentile(50) == nil)
    for value in [Int64.min, -1, 0, .max] { histogram.record(value) }
    expectEqual(histogram.count, 4)
    expectEqual(histogram.percentile(0), 0)
    expectEqual(histogram.percentile(100), 60_000_000_000)
  }

  @Test("frame intervals do not include interruptions")
  func interruption() throws {
    let statistics = FrameStatistics(status: status)
    statistics.record(frame(0))
    statistics.record(frame(1))
    statistics.record(frame(1_000, isInterrupted: true))
    statistics.record(frame(1_001))
    let summary = statistics.summary()
    let row = try #require(summary.rows.first { $0.measure == .frameTime })
    expectEqual(row.count, 2)
    expectEqual(row.value(at: 100), Self.slot)
    expectEqual(summary.frames, 4)
  }

  @Test("missed slots are added up")
  func missed() {
    let statistics = FrameStatistics(status: status)
    statistics.record(frame(0))
    statistics.record(frame(3, missed: 2))
    statistics.record(frame(5, missed: 1))
    expectEqual(statistics.summary().missed, 3)
  }

  @Test("the sign of a phase error is ignored")
  func phaseError() throws {
    let statistics = FrameStatistics(status: status)
    for error: Int64 in [-1_000_000, 1_000_000, .min] {
      var frame = frame(0)
      frame.phaseError = error
      statistics.record(frame)
    }
    let row = try #require(statistics.summary().rows.last)
    #expect(row.measure == .phaseError && row.count == 3)
    try expectEqual(#require(row.value(at: 0)), 1_000_000)
  }

  @Test("the summary is a table of the known measurements, in milliseconds")
  func table() {
    let statistics = FrameStatistics(status: status)
    for slot in 0..<100 {
      var frame = frame(slot, missed: slot == 50 ? 2 : 0)
      frame.lateness = slot == 99 ? 2_000_000 : 100_000
      statistics.record(frame)
    }
    expectEqual(
      "\(statistics.summary())",
      """
      100 frames, 2 slots missed; 60.00 Hz, Present, locked; shm
      milliseconds              p50        p90        p99      p99.9    longest
      frame to frame         16.667     16.667     16.667     16.667     16.667
      wake-up late by         0.100      0.100      0.100      2.000      2.000

      """)
  }

  @Test("the summary without frames is one line")
  func emptyTable() {
    var status = status
    status.source = .uncapped
    #expect(
      "\(FrameStatistics(status: status).summary())"
        == "0 frames, 0 slots missed; uncapped; shm\n")
  }

  @Test("the panel's text changes once a second, and its graph in every frame")
  func panel() {
    let statistics = FrameStatistics(status: status)
    #expect(statistics.recent().lines.contains("missed 0 of 0 slots"))
    var texts: [[String]] = []
    for slot in 0...240 {
      var frame = frame(slot)
      frame.lateness = slot < 120 ? 5_000_000 : 20_000
      frame.phaseError = -12_000
      statistics.record(frame)
      let panel = statistics.recent()
      expectEqual(panel.frameTimes.count, min(slot, RecentFrames.capacity))
      if texts.last != panel.lines { texts.append(panel.lines) }
    }
    expectEqual(texts.count, 5)
    expectEqual(
      texts.last,
      [
        "60.00 Hz, Present, locked", "60.0 frames per second", "phase error -12 µs",
        "wake-up late by p50 20 µs, p99 20 µs", "missed 0 of 241 slots", "renderer shm",
      ])
    expectEqual(statistics.recent().slot, 1.0 / 60)
  }

  @Test("the graph measures frames from their due times")
  func dueFrames() {
    let statistics = FrameStatistics(status: status)
    // Ten frames per second on a display with 60 Hz. The last frame but one is a slot late.
    for (slot, missed) in [(0, 0), (6, 0), (12, 0), (19, 1), (24, 0)] {
      statistics.record(frame(slot, missed: missed))
    }
    let slots = statistics.recent().frameTimes.map { ($0 * 60).rounded() }
    expectEqual(slots, [1, 1, 2, 1])
  }

  @Test(
    "numbers are rounded to the given digits",
    arguments: [
      (0.0, 2, "0.00"), (0.005, 2, "0.01"), (-0.05, 1, "-0.1"), (59.999, 2, "60.00"),
      (-0.001, 2, "0.00"), (1.04, 1, "1.0"), (12, 0, "12"), (.nan, 2, "-"), (1e300, 1, "-"),
    ])
  func decimals(value: Double, places: Int, text: String) {
    expectEqual(decimalText(value, places: places), text)
  }

  @Test(
    "spans are printed in a suitable unit",
    arguments: [
      (0, "0 µs"), (-31_400, "-31 µs"), (16_666_667, "16.67 ms"), (1_500_000_000, "1.50 s"),
    ] as [(Int64, String)])
  func durations(value: Int64, text: String) {
    expectEqual(durationText(value), text)
  }
}
