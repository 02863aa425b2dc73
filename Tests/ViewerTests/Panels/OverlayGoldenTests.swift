import Foundation
import TestSupport
import Testing
import ViewerSupport
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import Viewer

/// An image of the overlay in a window, with the built-in typeface.
struct OverlayGolden: CustomTestStringConvertible, Sendable {
  let name: String
  let size: PixelSize
  let scale: Double
  let draw: @Sendable (inout DisplayList) throws -> Void

  init(
    _ name: String, _ width: Int, _ height: Int, scale: Double = 1,
    _ draw: @escaping @Sendable (inout DisplayList) throws -> Void
  ) {
    self.name = name
    size = PixelSize(width: width, height: height)
    self.scale = scale
    self.draw = draw
  }

  var testDescription: String { name }

  var path: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Pictures/\(name).png").path
  }

  func image() throws -> PixelImage {
    var list = DisplayList(size: size, scale: scale, background: Color(rgb: 0x80_A0C0))
    try draw(&list)
    return list.painted()
  }

  // MARK: - What is drawn

  private static let statistics = RecentFrames(
    lines: ["59.94 Hz, Present, locked", "60.0 frames per second", "missed 2 of 387 slots"],
    frameTimes: [0.016, 0.017, 0.033, 0.012, 0.008, 0.025, 0.060, 0.0001, 0.024], slot: 1 / 60)

  private static func bar(_ change: (inout TimelineBar) -> Void = { _ in }) throws -> TimelineBar {
    let scene = VideoScene()
    scene.playback?.markers = [
      SceneMarker(frame: 0, name: "start"), SceneMarker(frame: 12, name: "second"),
      SceneMarker(frame: 60, name: "middle"), SceneMarker(frame: 99, name: "the end"),
    ]
    var bar = TimelineBar(try #require(TimelineContent(of: scene.playback)), progress: 0.25)
    bar.frame = 25
    bar.time = 1.5
    change(&bar)
    return bar
  }

  private static func overlay(_ change: (inout Overlay) throws -> Void) rethrows -> Overlay {
    var overlay = Overlay()
    try change(&overlay)
    return overlay
  }

  static let all: [OverlayGolden] = [
    OverlayGolden("help-all", 760, 330) { HelpPanel.draw(.all, .bitmap, into: &$0) },
    OverlayGolden("help-none", 300, 420) { HelpPanel.draw([], .bitmap, into: &$0) },
    OverlayGolden("help-files", 560, 260) {
      HelpPanel.draw([.files, .timeline], .bitmap, into: &$0)
    },
    OverlayGolden("help-machine", 500, 300) {
      HelpPanel.draw([.machines, .machine, .themes], .bitmap, into: &$0)
    },
    OverlayGolden("help-brief", 160, 120) { HelpPanel.draw(.all, .bitmap, into: &$0) },
    OverlayGolden("help-brief-low", 200, 40) {
      HelpPanel.draw([.files], .bitmap, into: &$0)
    },
    OverlayGolden("help-overview", 320, 240) { HelpPanel.draw(.overview, .bitmap, into: &$0) },
    OverlayGolden("help-overview-brief", 120, 70) {
      HelpPanel.draw(.overview, .bitmap, into: &$0)
    },
    OverlayGolden("help-scaled", 640, 480, scale: 2) {
      HelpPanel.draw([.timeline, .files], .bitmap, into: &$0)
    },
    OverlayGolden("statistics", 300, 120) { list in
      overlay { $0.statistics = StatisticsPanel(statistics) }.draw(into: &list)
    },
    OverlayGolden("statistics-narrow", 130, 140) { list in
      overlay { $0.statistics = StatisticsPanel(statistics) }.draw(into: &list)
    },
    OverlayGolden("statistics-low", 220, 62) { list in
      overlay { $0.statistics = StatisticsPanel(statistics) }.draw(into: &list)
    },
    OverlayGolden("statistics-scaled", 420, 200, scale: 1.5) { list in
      overlay { $0.statistics = StatisticsPanel(statistics) }.draw(into: &list)
    },
    OverlayGolden("timeline", 400, 100) { list in
      try overlay { $0.timeline = try bar() }.draw(into: &list)
    },
    OverlayGolden("timeline-paused", 400, 110) { list in
      try overlay {
        $0.timeline = try bar {
          $0.isPaused = true
          $0.progress = 1
          $0.repeated = (0.3, 0.8)
          $0.note = "2.00×"
          $0.preview = TimelineBar.Preview(progress: 0.02, time: 61)
        }
      }.draw(into: &list)
    },
    OverlayGolden("timeline-part-begun", 260, 110) { list in
      try overlay {
        $0.timeline = try bar {
          $0.progress = 0
          $0.repeated = (0.6, nil)
          $0.preview = TimelineBar.Preview(progress: 1, time: 3)
        }
      }.draw(into: &list)
    },
    OverlayGolden("timeline-narrow", 120, 80) { list in
      try overlay { $0.timeline = try bar { $0.note = "back and forth" } }.draw(into: &list)
    },
    OverlayGolden("timeline-scaled", 600, 200, scale: 2) { list in
      try overlay { $0.timeline = try bar { $0.repeated = (0.1, 0.2) } }.draw(into: &list)
    },
    OverlayGolden("machine", 240, 120) { list in
      overlay { $0.machine = MachinePanel(lines: ["state: idle", "on: true", "rating: 3.5"]) }
        .draw(into: &list)
    },
    OverlayGolden("machine-above-timeline", 240, 130) { list in
      try overlay {
        $0.machine = MachinePanel(lines: (0..<30).map { "input \($0)" })
        $0.timeline = try bar()
      }.draw(into: &list)
    },
    OverlayGolden("toast", 240, 80) { list in
      overlay { $0.toast = Toast("saved picture.png", at: .zero) }.draw(into: &list)
    },
    OverlayGolden("toast-too-long", 120, 60) { list in
      overlay { $0.toast = Toast("saved /home/user/pictures/video-0001.png", at: .zero) }
        .draw(into: &list)
    },
    OverlayGolden("toast-above-timeline", 260, 130) { list in
      try overlay {
        $0.toast = Toast("speed 2", at: .zero)
        $0.timeline = try bar()
      }.draw(into: &list)
    },
    OverlayGolden("error", 260, 90) { list in
      overlay {
        $0.error = ErrorBanner(
          text: "video.json: it is not JSON, at byte 12; the previous version is still shown")
      }.draw(into: &list)
    },
    OverlayGolden("error-long", 160, 160) { list in
      overlay {
        $0.error = ErrorBanner(text: (0..<80).map { "word\($0)" }.joined(separator: " "))
        $0.isPaused = true
      }.draw(into: &list)
    },
    OverlayGolden("paused", 120, 60) { list in
      overlay { $0.isPaused = true }.draw(into: &list)
    },
    OverlayGolden("inspector", 260, 70) { list in
      overlay {
        $0.inspector = InspectorPanel(
          point: Point(x: -0.5, y: 123.9), color: Color(rgb: 0x0A_8000))
      }.draw(into: &list)
    },
    OverlayGolden("inspector-translucent", 300, 90, scale: 1.5) { list in
      overlay {
        $0.inspector = InspectorPanel(
          point: Point(x: .nan, y: 7), color: Color(argb: 0x80FF_8000))
      }.draw(into: &list)
    },
    OverlayGolden("inspector-above-timeline", 260, 110) { list in
      try overlay {
        $0.inspector = InspectorPanel(point: Point(x: 3, y: 4), color: .clear)
        $0.timeline = try bar()
      }.draw(into: &list)
    },
    OverlayGolden("skipped", 260, 100) { list in
      overlay {
        $0.skippedFiles = SkippedFilesPanel(
          ["a.json: it is not JSON, at byte 0, and has far too long a reason", "b.json: empty"]
            .map { SkippedFile(name: "", reason: $0) })
      }.draw(into: &list)
    },
    OverlayGolden("skipped-many", 200, 90) { list in
      overlay {
        $0.skippedFiles = SkippedFilesPanel(
          (1...30).map { SkippedFile(name: "", reason: "file\($0).json: empty") })
      }.draw(into: &list)
    },
    OverlayGolden("skipped-one", 200, 60) { list in
      overlay {
        $0.skippedFiles = SkippedFilesPanel([SkippedFile(name: "", reason: "a: empty")])
      }.draw(into: &list)
    },
    OverlayGolden("skipped-none", 200, 60) { list in
      overlay { $0.skippedFiles = SkippedFilesPanel([]) }.draw(into: &list)
    },
    OverlayGolden("everything", 640, 420) { list in
      try overlay {
        $0.showsHelp = true
        $0.isPaused = true
        $0.statistics = StatisticsPanel(statistics)
        $0.timeline = try bar()
        $0.machine = MachinePanel(lines: ["state: idle"])
        $0.error = ErrorBanner(text: "video.json: no such file")
        $0.toast = Toast("zoom 200%", at: .zero)
      }.draw(into: &list)
    },
    OverlayGolden("letters", 560, 130) { list in
      let scalars =
        Array(" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`")
        + Array("abcdefghijklmnopqrstuvwxyz{|}~…←→↑↓µ×½±·–äöüßÄÖÜéèñç日")
      for (row, start) in stride(from: 0, to: scalars.count, by: 32).enumerated() {
        OverlayText.bitmap.draw(
          String(scalars[start..<min(start + 32, scalars.count)]), x: 6, y: 8 + 32 * row, unit: 2,
          .black, in: &list)
      }
    },
  ]
}

@Suite("Golden images of the overlay")
struct OverlayGoldenTests {
  @Test("an overlay is identical to its golden", arguments: OverlayGolden.all)
  func exact(golden: OverlayGolden) throws {
    let image = try golden.image()
    if Kept.rewrites {
      let bytes = try PNG.encode(image, compression: 9)
      try Data(bytes).write(to: URL(fileURLWithPath: golden.path))
      return
    }
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: golden.path)))
    let expected = try PNG.decode(bytes)
    guard image != expected else { return }
    Issue.record(
      "\(try ImageFailure(named: golden.name, expected: expected, actual: image).leave())")
  }

  @Test("every golden file is compared")
  func leftOver() throws {
    let folder = URL(fileURLWithPath: OverlayGolden.all[0].path).deletingLastPathComponent().path
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder)
    expectEqual(Set(kept), Set(OverlayGolden.all.map { "\($0.name).png" }))
  }
}
