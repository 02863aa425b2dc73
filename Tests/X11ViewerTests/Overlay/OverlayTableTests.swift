import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing
@testable import X11Viewer

/// Everything that can be written over the picture, in windows from the smallest on.
@Suite("The overlay in windows of all sizes")
struct OverlayTableTests {
  private static let sizes = [
    (1, 1), (24, 18), (64, 64), (120, 50), (239, 130), (240, 120), (320, 200), (700, 420),
  ].map { PixelSize(width: $0.0, height: $0.1) }

  private static let long = "a sentence of many words, with aVeryLongNameThatHasNoSpacesInIt.json"

  private static func overlays() -> [(name: String, change: (inout Overlay) -> Void)] {
    let film = FilmScene(frames: 10..<260)
    film.playback?.markers = [
      SceneMarker(frame: 200, name: "rest"), SceneMarker(frame: 10, name: "part"),
      SceneMarker(frame: 30, name: "another part"), SceneMarker(frame: 259, name: "last"),
    ]
    let contents = [TimelineContent(of: FilmScene().playback), TimelineContent(of: film.playback)]
      .compactMap(\.self)
    func files(_ count: Int) -> SkippedFilesPanel {
      SkippedFilesPanel((0..<count).map { SkippedFile(name: "f\($0)", reason: "f\($0): \(long)") })
    }
    var all: [(String, (inout Overlay) -> Void)] = [
      ("toast", { $0.toast = Toast("? for keys", at: .zero) }),
      ("long toast", { $0.toast = Toast("\(long) \(long) \(long)", at: .zero) }),
      ("error", { $0.error = ErrorBanner(text: "a.json: empty") }),
      ("long error", { $0.error = ErrorBanner(text: "\(long) \(long) \(long) \(long)") }),
      ("paused", { $0.isPaused = true }),
      (
        "paused, with an error",
        {
          ($0.isPaused, $0.error) = (true, ErrorBanner(text: long))
          $0.statistics = StatisticsPanel(recent(20, slot: 1.0 / 60))
        }
      ),
      (
        "machine",
        {
          $0.machine = MachinePanel(
            lines: ["state  a"] + (0..<30).map { "\($0 == 2 ? "> " : "  ")input \($0)  true" })
        }
      ),
      ("opaque pixel", { $0.inspector = inspector(Color(rgb: 0x00_0A10)) }),
      ("half a pixel", { $0.inspector = inspector(Color(argb: 0x7F10_2030)) }),
      ("no pixel", { $0.inspector = inspector(.clear) }),
    ]
    for context in [HelpContext.all, .overview, [], [.files, .scenes], [.timeline, .machine]] {
      all.append(("help \(context.rawValue)", { ($0.showsHelp, $0.helpContext) = (true, context) }))
    }
    for count in [0, 1, 2, 5, 40] {
      all.append(
        ("\(count) skipped", { ($0.showsSkippedFiles, $0.skippedFiles) = (true, files(count)) }))
    }
    for (frames, slot) in [(0, nil), (3, 0.02), (200, 1.0 / 60)] as [(Int, Seconds?)] {
      all.append(
        ("\(frames) frames", { $0.statistics = StatisticsPanel(recent(frames, slot: slot)) }))
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
            "timeline \(index), \(part)",
            {
              $0.timeline = bar
              if part == 2 { $0.toast = Toast("100 %", at: .zero) }
              if part == 3 { $0.inspector = inspector(.white) }
            }
          ))
      }
    }
    return all
  }

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

  @Test("is what it was")
  func table() throws {
    var items: [(name: String, hash: UInt64)] = []
    for (name, change) in Self.overlays() {
      var overlay = Overlay()
      change(&overlay)
      for scale in [1.0, 2] {
        let pictures = Self.sizes.map { size in
          var list = DisplayList(size: size, scale: scale, background: Color(rgb: 0x40_8060))
          overlay.draw(into: &list)
          return Kept.hash(list.painted())
        }
        items.append(("\(name), \(scale)", Kept.hash(pictures)))
      }
    }
    try Kept.compare(items, with: "overlays.json")
  }
}
