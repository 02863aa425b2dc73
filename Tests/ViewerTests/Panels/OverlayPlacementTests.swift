import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import Viewer

@Suite("Placement of the overlay")
struct OverlayPlacementTests {
  private static let size = PixelSize(width: 400, height: 300)

  private func list(_ scale: Double, _ draw: (inout DisplayList) -> Void) -> DisplayList {
    var list = DisplayList(size: Self.size, scale: scale)
    draw(&list)
    return list
  }

  private static let content = TimelineContent(of: VideoScene().playback)

  @Test(
    "the timeline can be pressed where it is drawn, and appears at twice the distance, at any scale"
  )
  func timeline() throws {
    let content = try #require(Self.content)
    for scale in [0.5, 1.0, 2, 2.4, 3] {
      let list = list(scale) { TimelineBar(content, progress: 0.5).draw(.bitmap, into: &$0) }
      let bounds = list.commands.map(\.bounds).reduce(PixelRect.empty) { $0.union($1) }
      let layout = TimelineLayout(Self.size, scale: scale, content, .bitmap)
      let middle = (bounds.x0 + bounds.x1) / 2
      for (y, isInside) in [
        (bounds.y0 - 1, false), (bounds.y0, true), (bounds.y1 - 1, true), (bounds.y1, false),
      ] { expectEqual(layout.contains(x: middle, y: y), isInside, "\(scale): \(y)") }
      let near = 300 - 2 * (300 - bounds.y0)
      for (y, isNear) in [(near - 1, false), (near, true), (299, true), (300, false)] {
        expectEqual(layout.isNear(y: y), isNear, "\(scale): \(y)")
      }
    }
  }

  @Test("the timeline's ends are those of its rail, and the knob is where a press seeks")
  func progress() throws {
    let content = try #require(Self.content)
    for scale in [1.0, 2] {
      let layout = TimelineLayout(Self.size, scale: scale, content, .bitmap)
      expectEqual(layout.progress(x: -50), 0)
      expectEqual(layout.progress(x: 399), 1)
      for x in [60, 200, 333] {
        let list = list(scale) {
          TimelineBar(content, progress: layout.progress(x: x)).draw(.bitmap, into: &$0)
        }
        let knob = try #require(
          list.commands.last { if case .disc = $0.shape { true } else { false } }
        ).bounds
        #expect(abs((knob.x0 + knob.x1) / 2 - x) <= 1, "\(knob) at \(x)")
      }
    }
  }

  @Test(
    "the timeline floats in a window of at least 240 by 120 units, and otherwise fills its lower edge"
  )
  func floating() throws {
    let content = try #require(Self.content)
    for scale in [1, 2, 3] {
      for (width, height, floats) in [
        (240, 120, true), (239, 120, false), (240, 119, false), (1_000, 119, false),
        (239, 500, false), (1_000, 500, true),
      ] {
        let size = PixelSize(width: width * scale, height: height * scale)
        let layout = TimelineLayout(size, scale: Double(scale), content, .bitmap)
        expectEqual(layout.x, (floats ? 8 * scale : 0), "\(size) at \(scale)")
        expectEqual(layout.width, (floats ? width - 16 : width), "\(size) at \(scale)")
        let below = size.height - layout.y - layout.height * scale
        expectEqual(below, layout.x, "\(size) at \(scale)")
      }
    }
  }

  @Test("names of markers don't touch each other, and are omitted if they don't fit")
  func names() throws {
    let scene = VideoScene()
    scene.playback?.markers = (0..<20).map {
      SceneMarker(frame: Double($0) * 5, name: "marker \($0)")
    }
    let content = try #require(TimelineContent(of: scene.playback))
    for width in [1, 20, 100, 240, 400, 1_000] {
      var list = DisplayList(size: PixelSize(width: width, height: 200))
      var bar = TimelineBar(content, progress: 1)
      bar.note = "2.00×, back and forth"
      bar.repeated = (0.2, 0.7)
      bar.preview = TimelineBar.Preview(progress: 0.99, time: 3)
      bar.isPaused = true
      bar.draw(.bitmap, into: &list)
      let lines = list.commands.filter { if case .squares = $0.shape { true } else { false } }
        .map(\.bounds)
      for (index, line) in lines.enumerated() where !line.isEmpty {
        for other in lines[..<index] {
          #expect(line.intersection(other).isEmpty, "\(width): \(line) and \(other)")
        }
      }
    }
  }

  @Test(
    "times are short",
    arguments: [
      (0, "0:00.00"), (1.239, "0:01.23"), (61, "1:01.00"), (3_599.99, "59:59.99"),
      (3_600, "1:00:00"), (1e9, "99:00:00"), (-1, "0:00.00"), (.nan, "0:00.00"),
    ])
  func times(seconds: Double, text: String) { expectEqual(clockText(seconds), text) }

  @Test("a toast is above the timeline, and otherwise near the lower edge")
  func toast() throws {
    var overlay = Overlay()
    overlay.toast = Toast("text", at: .zero)
    let low = list(1) { overlay.draw(into: &$0) }
    let bottom = low.commands.map(\.bounds.y1).max()
    expectEqual(bottom.map { (270..<300).contains($0) }, true)
    overlay.timeline = TimelineBar(try #require(Self.content))
    let both = list(1) { overlay.draw(into: &$0) }
    // The toast follows the timeline, with as many commands as before.
    let toast = both.commands.suffix(low.commands.count).map(\.bounds)
    expectEqual(toast.map(\.y1).max(), bottom.map { $0 - 42 })
  }

  @Test("a toast is also above the time under the pointer, in any font")
  func toastAbovePreview() throws {
    let content = try #require(Self.content)
    for text in [OverlayText.bitmap, .desktop()] {
      var overlay = Overlay(text: text)
      overlay.timeline = TimelineBar(content)
      overlay.timeline?.preview = TimelineBar.Preview(progress: 0.5, time: 3)
      let bar = list(1) { overlay.draw(into: &$0) }.commands.map(\.bounds).filter { !$0.isEmpty }
      overlay.toast = Toast("text", at: .zero)
      let toast = list(1) { overlay.draw(into: &$0) }.commands.suffix(6).map(\.bounds)
      let lowest = try #require(toast.map(\.y1).max())
      #expect(lowest <= bar.map(\.y0).min() ?? 0)
    }
  }

  @Test("rows of the timeline fit the font's lines")
  func rows() throws {
    let scene = VideoScene()
    scene.playback?.markers = [SceneMarker(frame: 100, name: "gpqÅ")]
    let content = try #require(TimelineContent(of: scene.playback))
    for text in [OverlayText.bitmap, .desktop()] {
      let layout = TimelineLayout(Self.size, scale: 1, content, text)
      #expect(layout.namesHeight > text.height)
      #expect(
        layout.railMiddle - 5 > TimelineLayout.textTop + layout.namesHeight + text.capHeight)
    }
  }

  @Test("a long reason takes as many lines as necessary, up to eight")
  func banner() throws {
    func height(_ words: Int) throws -> Int {
      let text = Array(repeating: "something", count: words).joined(separator: " ")
      let list = list(1) { ErrorBanner(text: text).draw(.bitmap, into: &$0) }
      return try #require(list.commands.first).bounds.height
    }
    let one = try height(1)
    let line = TextMetrics.lineHeight + 2
    let inLine =
      (1...40).last {
        OverlayText.bitmap.lines(
          of: Array(repeating: "something", count: $0).joined(separator: " "), width: 388
        ).count == 1
      } ?? 1
    try expectEqual(height(inLine), one)
    try expectEqual(height(inLine + 1), one + line)
    try expectEqual(height(3 * inLine), one + 2 * line)
    try expectEqual(height(40 * inLine), one + 7 * line)
  }

  @Test("the badge of a pause is in the upper right corner")
  func badge() throws {
    for scale in [1.0, 2] {
      let list = list(scale) { Overlay(isPaused: true).draw(into: &$0) }
      let bounds = list.commands.map(\.bounds).reduce(PixelRect.empty) { $0.union($1) }
      let inset = 8 * Int(scale)
      #expect(bounds.x1 == 400 - inset && bounds.y0 == inset)
    }
  }
}
