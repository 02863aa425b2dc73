import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing
@testable import PacingStatistics
@testable import Viewer

/// All overlay texts, in windows of increasing size.
@Suite("The overlay in windows of all sizes")
struct OverlayTableTests {
  private static let sizes = [
    (1, 1), (24, 18), (64, 64), (120, 50), (239, 130), (240, 120), (320, 200), (700, 420),
  ].map { PixelSize(width: $0.0, height: $0.1) }

  private static let long = "a sentence of many words, with aVeryLongNameThatHasNoSpacesInIt.json"

  private static func overlays() -> [(name: String, change: (inout Overlay) -> Void)] {
    let video = VideoScene(frames: 10..<260)
    video.playback?.markers = [
      SceneMarker(frame: 200, name: "rest"), SceneMarker(frame: 10, name: "part"),
      SceneMarker(frame: 30, name: "another part"), SceneMarker(frame: 259, name: "last"),
    ]
    let contents = [
      TimelineContent(of: VideoScene().playback), TimelineContent(of: video.playback),
    ]
    .compactMap(\.self)
    func files(_ count: Int) -> SkippedFilesPanel {
      SkippedFilesPanel((0..<count).map { SkippedFile(name: "f\($0)", reason: "f\($0): \(long)") })
    }
    var all: [(String, (inout Overlay) -> Void)] = [
      ("a short message above the lower edge", { $0.toast = Toast("? for keys", at: .zero) }),
      (
        "the end of a message that is longer than the window",
        { $0.toast = Toast("\(long) \(long) \(long)", at: .zero) }
      ),
      ("a reason along the upper edge", { $0.error = ErrorBanner(text: "a.json: empty") }),
      (
        "a reason of many lines, up to eight",
        { $0.error = ErrorBanner(text: "\(long) \(long) \(long) \(long)") }
      ),
      ("the badge of a pause", { $0.isPaused = true }),
      (
        "a reason, and below it the badge of a pause and the statistics",
        {
          ($0.isPaused, $0.error) = (true, ErrorBanner(text: long))
          $0.statistics = StatisticsPanel(recent(20, slot: 1.0 / 60))
        }
      ),
      (
        "a machine's state and those of its 30 inputs for which there is room",
        {
          $0.machine = MachinePanel(
            lines: ["state  a"] + (0..<30).map { "\($0 == 2 ? "> " : "  ")input \($0)  true" })
        }
      ),
      ("where a pixel is, and its colour", { $0.inspector = inspector(Color(rgb: 0x00_0A10)) }),
      (
        "a colour that is half transparent, with its opacity",
        { $0.inspector = inspector(Color(argb: 0x7F10_2030)) }
      ),
      ("a pixel without a colour", { $0.inspector = inspector(.clear) }),
    ]
    let contexts: [(String, HelpContext)] = [
      ("all keys", .all), ("the keys of an overview", .overview), ("the keys of any page", []),
      ("the keys of pages", [.files, .scenes]),
      ("the keys of an animation with a machine", [.timeline, .machine]),
    ]
    for (name, context) in contexts {
      all.append((name, { ($0.showsHelp, $0.helpContext) = (true, context) }))
    }
    for count in [0, 1, 2, 5, 40] {
      all.append(
        (
          "the list of \(count) skipped files",
          { ($0.showsSkippedFiles, $0.skippedFiles) = (true, files(count)) }
        ))
    }
    for (frames, slot) in [(0, nil), (3, 0.02), (200, 1.0 / 60)] as [(Int, Seconds?)] {
      all.append(
        (
          "statistics, with a graph of \(frames) frames",
          { $0.statistics = StatisticsPanel(recent(frames, slot: slot)) }
        ))
    }
    for (index, content) in contents.enumerated() {
      for part in 0..<4 {
        var bar = TimelineBar(content, progress: [0, 0.3, 0.99, 1][part])
        (bar.frame, bar.time) = ([0, 87.5, 249, 1e6][part], [0, 3.499, 59.999, 7_322][part])
        bar.isPaused = part % 2 == 1
        if part > 0 { bar.note = ["", "2.00×", "once", "0.50×, back and forth"][part] }
        if part > 1 { bar.repeated = (0.25, part == 2 ? nil : 0.5) }
        if part != 1 { bar.preview = TimelineBar.Preview(progress: [0, 0, 0.5, 1][part], time: 5) }
        all.append(
          (
            "a timeline \(index == 0 ? "without" : "with") markers \(Self.parts[part])",
            {
              $0.timeline = bar
              if part == 2 { $0.toast = Toast("100%", at: .zero) }
              if part == 3 { $0.inspector = inspector(.white) }
            }
          ))
      }
    }
    return all
  }

  private static let parts = [
    "at its start, with the time under the pointer", "that is paused, at another speed",
    "near its end, of which a part is being chosen, with a message above it",
    "of which a part is repeated, with a pixel described above it",
  ]

  private static func inspector(_ color: Color) -> InspectorPanel {
    InspectorPanel(point: Point(x: -3.5, y: 120.99), color: color)
  }

  private static func recent(_ count: Int, slot: Seconds?) -> RecentFrames {
    RecentFrames(
      lines: ["60.00 Hz, Present, locked", "59.9 frames per second", "renderer MIT-SHM"],
      frameTimes: (0..<count).map { (index: Int) -> Double in
        0.016 + Double(index * 7 % 40) / 1000
      }, slot: slot)
  }

  @Test("matches the sentences next to the hashes, at both scales and any size")
  func table() throws {
    let pictures = Self.overlays().map { name, change in
      var overlay = Overlay()
      change(&overlay)
      let images = [1.0, 2].flatMap { scale in
        Self.sizes.map { size in
          var list = DisplayList(size: size, scale: scale, background: Color(rgb: 0x40_8060))
          overlay.draw(into: &list)
          return list.painted()
        }
      }
      return KeptPicture(name, images)
    }
    try Kept.compare(pictures, with: "overlays.json")
  }
}
