import Foundation
import PlainText
import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import Viewer
@testable import X11Viewer

@Suite("Statistics files")
struct StatisticsReportTests {
  private let directory: ScratchDirectory
  private let status = TimingStatus(source: .timer, refreshRate: 59.94, renderer: "core")

  init() throws { directory = try ScratchDirectory() }

  private func frame(_ slot: Int) -> FrameRecord {
    FrameRecord(slot: slot, published: Timestamp(nanoseconds: Int64(slot) * 1_000_000))
  }

  @Test("JSON keeps the order of its keys")
  func order() throws {
    let path = directory / "s.json"
    let report = try StatisticsReport(status: status, json: path)
    report.statistics.record(frame(0))
    try report.finish(configuration: [("scene", .string("fan")), ("frames", .integer(1))])
    let nothing = """
      {
            "count": 0
          }
      """
    try expectEqual(
      directory.read("s.json"),
      """
      {
        "configuration": {
          "scene": "fan",
          "frames": 1
        },
        "timing": "timer",
        "timingReason": null,
        "locked": false,
        "refreshRate": 59.94,
        "renderer": "core",
        "frames": 1,
        "missedSlots": 0,
        "nanoseconds": {
          "frameTime": \(nothing),
          "lateness": \(nothing),
          "drawing": \(nothing),
          "publishing": \(nothing),
          "completion": \(nothing),
          "phaseError": \(nothing)
        }
      }

      """)
  }

  @Test("another program can read the JSON, whatever text it contains")
  func jsonIsValid() throws {
    let strings = [
      "", "plain", "\"\\/", "\0\u{1}\u{1F}\u{7F}\n\r\t\u{8}", "µ½…", "👩‍🚀", "\r\n", "\u{2028}",
    ]
    let json = JSON.object([
      ("a \"name\"", .array(strings.map(JSON.string))),
      ("numbers", .array([.number(1e-9), .number(-1.5e300), .number(60), .integer(.min)])),
      ("none", .array([.null, .number(.infinity), .number(.nan)])),
      ("empty", .array([.array([]), .object([]), .bool(true)])),
    ])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any])
    expectEqual(object["a \"name\""] as? [String], strings)
    expectEqual(object["numbers"] as? [Double], [1e-9, -1.5e300, 60, Double(Int.min)])
    expectEqual((object["none"] as? [NSNull])?.count, 3)
    expectEqual((object["empty"] as? [Any])?.count, 3)
  }

  @Test("the JSON has percentiles of every measurement")
  func percentiles() throws {
    let report = try StatisticsReport(status: status, json: directory / "s.json")
    for slot in 0..<1_000 { report.statistics.record(frame(slot)) }
    try report.finish(configuration: [])
    let data = Data(try directory.read("s.json").utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let measures = try #require(object["nanoseconds"] as? [String: [String: Int]])
    let frameTime = try #require(measures["frameTime"])
    expectEqual(frameTime["count"], 999)
    for name in ["p0", "p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99", "p100"] {
      #expect(try (1_000_000...1_001_000).contains(#require(frameTime[name])))
    }
  }

  @Test("CSV has a row for every frame, with unknown fields empty, and is complete at the end")
  func csv() throws {
    let report = try StatisticsReport(status: status, csv: directory / "s.csv")
    report.statistics.record(
      FrameRecord(
        slot: 7, published: Timestamp(nanoseconds: 1_000), lateness: 0, drawing: 1_234_567_890,
        publishing: 10, completion: 99, missed: 3, phaseError: -100))
    report.statistics.record(
      FrameRecord(slot: -8, published: Timestamp(nanoseconds: 3_000), phaseError: .min))
    expectEqual(directory.visibleNames, [])
    try report.finish(configuration: [])
    try expectEqual(
      directory.read("s.csv"),
      """
      slot,published_ns,frame_time_ns,lateness_ns,drawing_ns,publishing_ns,completion_ns,\
      phase_error_ns,missed
      7,1000,,0,1234567890,10,99,-100,3
      -8,3000,2000,,,,,-9223372036854775808,0

      """)
  }

  @Test("files are written only once, even if the run is ended twice")
  func finishedTwice() throws {
    let report = try StatisticsReport(
      status: status, json: directory / "s.json", csv: directory / "s.csv")
    report.statistics.record(frame(0))
    try report.finish(configuration: [])
    let files = try [directory.read("s.json"), directory.read("s.csv")]
    report.statistics.record(frame(1))
    try report.finish(configuration: [])
    try expectEqual([directory.read("s.json"), directory.read("s.csv")], files)
  }

  @Test("no row is lost if there are more than fit into the buffer")
  func manyRows() throws {
    let report = try StatisticsReport(status: status, csv: directory / "s.csv")
    for slot in 0..<20_000 { report.statistics.record(frame(slot)) }
    try report.finish(configuration: [])
    let rows = try directory.read("s.csv").split(separator: "\n").dropFirst()
    let slots: [Int?] = rows.map { row in Int(row.prefix { $0 != "," }) }
    expectEqual(slots, Array(0..<20_000))
  }

  @Test("a full disk doesn't stop frames, and is reported at the end")
  func fullDisk() throws {
    let report = try StatisticsReport(
      status: status, json: directory / "s.json", csv: "/dev/full")
    for slot in 0..<20_000 { report.statistics.record(frame(slot)) }
    #expect(throws: OutputError.writingFailed(path: "/dev/full", code: ENOSPC)) {
      try report.finish(configuration: [])
    }
    expectEqual(directory.visibleNames, ["s.json"])
  }

  @Test("a file that can't be created is reported before the first frame")
  func cannotCreate() {
    let path = directory / "missing/s.csv"
    #expect(throws: OutputError.cannotCreate(path: path, code: ENOENT)) {
      try StatisticsReport(status: status, csv: path)
    }
  }

  @Test("JSON and CSV can't both go to standard output")
  func standardOutput() {
    #expect(throws: (any Error).self) {
      try Program.checked(["--stats-json", "-", "--stats-csv", "-"])
    }
    #expect(throws: Never.self) { try Program.checked(["--stats-json", "-", "--stats"]) }
  }
}
