import Testing

@testable import AnimGraphics
@testable import X11Viewer

@Suite("Where the overlay is")
struct OverlayPlacementTests {
  private static let size = PixelSize(width: 400, height: 300)

  private func list(_ scale: Double, _ draw: (inout DisplayList) -> Void) -> DisplayList {
    var list = DisplayList(size: Self.size, scale: scale)
    draw(&list)
    return list
  }

  @Test("the timeline is pressed where it is drawn, and appears twice as far away, at any scale")
  func timeline() throws {
    for (scale, height) in [(0.5, 28), (1.0, 28), (2, 56), (2.4, 56), (3, 84)] {
      let list = list(scale) { TimelineBar(progress: 0.5).draw(.bitmap, into: &$0) }
      let top = try #require(list.commands.first).bounds.y0
      #expect(Self.size.height - top == height, "\(scale)")
      #expect(TimelineBar.height(scale: scale) == height)
      for (y, isInside) in [(top - 1, false), (top, true), (299, true), (300, false)] {
        #expect(TimelineBar.contains(y: y, in: Self.size, scale: scale) == isInside, "\(y)")
      }
      let near = 300 - 2 * height
      for (y, isNear) in [(near - 1, false), (near, true), (299, true), (300, false)] {
        #expect(TimelineBar.isNear(y: y, in: Self.size, scale: scale) == isNear, "\(y)")
      }
    }
  }

  @Test("the timeline's ends are those of its rail, and the knob is where a press seeks")
  func progress() throws {
    for scale in [1.0, 2] {
      #expect(TimelineBar.progress(x: -50, in: Self.size, scale: scale) == 0)
      #expect(TimelineBar.progress(x: 399, in: Self.size, scale: scale) == 1)
      for x in [60, 200, 333] {
        let progress = TimelineBar.progress(x: x, in: Self.size, scale: scale)
        let list = list(scale) { TimelineBar(progress: progress).draw(.bitmap, into: &$0) }
        let knob = try #require(list.commands.last { $0.color == OverlayPalette.text }).bounds
        #expect(knob.x0 - 2 <= x && x <= knob.x1 + 2, "\(knob) at \(x)")
      }
    }
  }

  @Test("a toast is above the timeline, and otherwise near the lower edge")
  func toast() throws {
    var overlay = Overlay()
    overlay.toast = Toast("text", at: .zero)
    let low = list(1) { overlay.draw(into: &$0) }
    let bottom = low.commands.map(\.bounds.y1).max()
    #expect(bottom.map { (270..<300).contains($0) } == true)
    overlay.timeline = TimelineBar(progress: 0)
    let both = list(1) { overlay.draw(into: &$0) }
    // The toast follows the timeline, with as many commands as before.
    let toast = both.commands.suffix(low.commands.count).map(\.bounds)
    #expect(toast.map(\.y1).max() == bottom.map { $0 - 28 })
  }

  @Test("a long reason takes as many lines as it needs, up to eight")
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
        ErrorBanner.lines(
          Array(repeating: "something", count: $0).joined(separator: " "), in: .bitmap, width: 388
        ).count == 1
      } ?? 1
    #expect(try height(inLine) == one)
    #expect(try height(inLine + 1) == one + line)
    #expect(try height(3 * inLine) == one + 2 * line)
    #expect(try height(40 * inLine) == one + 7 * line)
  }

  @Test("the badge of a pause is in the upper right corner")
  func badge() throws {
    for scale in [1.0, 2] {
      let list = list(scale) { Overlay(isPaused: true).draw(into: &$0) }
      let bounds = try #require(list.commands.first).bounds
      let inset = 8 * Int(scale)
      #expect(bounds.x1 == 400 - inset && bounds.y0 == inset)
    }
  }
}
