import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing
@testable import PacingStatistics
@testable import Viewer

@Suite("The overlay")
struct OverlayTests {
  private static let sizes = [(0, 0), (1, 1), (120, 80), (300, 420), (960, 400), (1920, 1080)]

  @Test("nothing is drawn if there is nothing to show")
  func empty() {
    var list = DisplayList(size: PixelSize(width: 960, height: 400))
    Overlay().draw(into: &list)
    #expect(list.commands.isEmpty)
    #expect(!Overlay().needsFont)
  }

  @Test("each part except hints is written in the desktop's font")
  func parts() throws {
    let parts: [(inout Overlay) -> Void] = [
      { $0.showsHelp = true }, { $0.showsSkippedFiles = true }, { $0.isPaused = true },
      { $0.toast = Toast("paused", at: .zero) },
    ]
    for (index, part) in parts.enumerated() {
      var overlay = Overlay()
      part(&overlay)
      #expect(overlay.needsFont, "\(index)")
    }
    var overlay = Overlay()
    overlay.timeline = TimelineBar(
      try #require(TimelineContent(of: VideoScene().playback)), progress: 0)
    #expect(overlay.needsFont)
    overlay = Overlay()
    overlay.imageArea = Rect(x: 10, y: 10, width: 20, height: 20)
    #expect(!overlay.needsFont)
  }

  @Test(
    "every edge is on a pixel boundary at any scale, so that nothing is blurred",
    arguments: [0.5, 1, 1.25, 1.5, 2, 3.3])
  func sharpness(scale: Double) throws {
    for (width, height) in Self.sizes {
      let list = everything(width: width, height: height, scale: scale)
      for command in list.commands {
        guard case .rectangle(let x0, let y0, let x1, let y1) = command.shape else { continue }
        for edge in [x0, y0, x1, y1] { expectEqual(edge, Fixed(pixel: edge.nearestPixel)) }
      }
    }
  }

  @Test("the window is shaded around an image on the checkerboard")
  func imageArea() throws {
    var overlay = Overlay()
    overlay.imageArea = Rect(x: 10, y: -5, width: 20, height: 30)
    var list = DisplayList(size: PixelSize(width: 50, height: 40), background: .white)
    overlay.draw(into: &list)
    let image = list.painted()
    let shade = OverlayPalette.surroundings.argb
    for (x, y) in [(9, 0), (30, 24), (10, 25), (49, 39)] { expectEqual(image[x, y], shade) }
    for (x, y) in [(10, 0), (29, 24)] { expectEqual(image[x, y], 0xFFFF_FFFF) }
  }

  @Test("the help is centred and completely visible, down to a window of 250 by 310 pixels")
  func helpFits() throws {
    for (width, height) in [(250, 310), (300, 420), (450, 150), (960, 400), (1920, 1080)] {
      var list = DisplayList(size: PixelSize(width: width, height: height))
      HelpPanel.draw(.all, .bitmap, into: &list)
      let panel = panel(in: list)
      #expect(!panel.isEmpty && list.size.bounds.contains(panel))
      #expect(abs(panel.x0 - (width - panel.x1)) <= 1)
      #expect(abs(panel.y0 - (height - panel.y1)) <= 1)
      for command in list.commands { expectEqual(command.bounds.union(panel), panel) }
    }
  }

  @Test(
    "all keys are shown in the window that an image of 512 by 512 pixels opens, in any typeface")
  func helpIsWhole() {
    for (text, side) in [(OverlayText.bitmap, 460), (.desktop(), 512)] {
      var list = DisplayList(size: PixelSize(width: side, height: side))
      HelpPanel.draw([.files, .timeline], text, into: &list)
      let panel = panel(in: list)
      #expect(list.size.bounds.contains(panel))
      // One column would be half as wide.
      #expect(panel.width > side / 2, "\(side): \(panel)")
    }
  }

  @Test("the help is as large as possible: twice as large in a window with enough room")
  func helpGrows() throws {
    var small = DisplayList(size: PixelSize(width: 800, height: 400))
    HelpPanel.draw(.all, .bitmap, into: &small)
    var large = DisplayList(size: PixelSize(width: 1600, height: 800))
    HelpPanel.draw(.all, .bitmap, into: &large)
    try expectEqual(
      rectangleSize(large.commands[0]).width, 2 * rectangleSize(small.commands[0]).width)
  }

  @Test("in a smaller window the help lists the most useful keys, in complete lines")
  func briefHelp() throws {
    for (width, height) in [(160, 120), (120, 80), (110, 40), (100, 20)] {
      var list = DisplayList(size: PixelSize(width: width, height: height))
      HelpPanel.draw(.all, .bitmap, into: &list)
      let panel = panel(in: list)
      expectEqual(panel.union(list.size.bounds), list.size.bounds)
      for command in list.commands { expectEqual(command.bounds.union(panel), panel) }
    }
    let brief = HelpLine.brief(in: .all).map(\.keys)
    expectEqual(Set(brief).count, brief.count)
  }

  @Test("with large points, a few readable keys are shown rather than all")
  func readableHelp() throws {
    for (scale, isBrief) in [(1.0, false), (2, true)] {
      var list = DisplayList(size: PixelSize(width: 640, height: 480), scale: scale)
      HelpPanel.draw([.timeline, .files], .bitmap, into: &list)
      let panel = panel(in: list)
      #expect(
        list.size.bounds.contains(panel) && (panel.width < 200 * Int(scale)) == isBrief, "\(panel)")
    }
    // Too few would be left.
    var list = DisplayList(size: PixelSize(width: 640, height: 100), scale: 2)
    HelpPanel.draw([.timeline, .files], .bitmap, into: &list)
    #expect(list.size.bounds.contains(panel(in: list)))
  }

  @Test("a toast is shown in full if it fits; otherwise, the end of its text is shown")
  func toast() throws {
    for (width, text) in [(960, "speed 2"), (160, "saved /home/user/pictures/x11viewer-0001.png")] {
      var list = DisplayList(size: PixelSize(width: width, height: 120))
      Toast(text, at: .zero).draw(.bitmap, into: &list)
      let bounds = list.commands.map(\.bounds)
      let right = try #require(bounds.dropFirst().map(\.x1).max())
      #expect(right <= width && right > width / 2)
      #expect(bounds.allSatisfy { $0.y1 <= 120 })
    }
    expectEqual(Toast("", at: Timestamp(seconds: 5)).end, Timestamp(seconds: 7))
  }

  @Test(
    "no message shines through the help, or covers the state of a machine or the content under the pointer"
  )
  func messagesKeepClear() {
    func areas(_ size: PixelSize, _ change: (inout Overlay) -> Void) -> [PixelRect] {
      var overlay = Overlay()
      change(&overlay)
      var list = DisplayList(size: size)
      overlay.draw(into: &list)
      return list.commands.map(\.bounds)
    }
    let (small, wide) = (PixelSize(width: 320, height: 240), PixelSize(width: 600, height: 400))
    let context: HelpContext = [.files, .timeline]
    let help = areas(small) { ($0.showsHelp, $0.helpContext) = (true, context) }
    let hinted = areas(small) {
      ($0.showsHelp, $0.helpContext) = (true, context)
      $0.toast = Toast("? for keys", at: .zero)
    }
    #expect(help == hinted && !help.isEmpty)
    let machine = MachinePanel(lines: ["state  a rather long name of a state", "> on  true"])
    let inspector = InspectorPanel(point: Point(x: 120, y: 34), color: Color(argb: 0x80FF_8000))
    let panels: [(inout Overlay) -> Void] = [
      { $0.machine = machine }, { $0.inspector = inspector },
      { ($0.machine, $0.inspector) = (machine, inspector) },
    ]
    for add in panels {
      let panel = areas(wide, add)
      let both = areas(wide) {
        add(&$0)
        $0.toast = Toast("interaction on; with Shift+M its state and inputs", at: .zero)
      }
      let toast = both.filter { !panel.contains($0) }
      #expect(!toast.isEmpty)
      for area in toast { #expect(panel.allSatisfy { $0.intersection(area).isEmpty }) }
    }
  }

  @Test("no key has two meanings")
  func keysDiffer() {
    let keys = HelpTopic.all(in: .all).flatMap(\.lines).flatMap { $0.keys.split(separator: " ") }
    expectEqual(Set(keys).count, keys.count)
  }

  @Test("the graph has a bar for each frame, in another colour for frames that missed a slot")
  func graph() {
    let panel = StatisticsPanel(
      RecentFrames(lines: [], frameTimes: [0.010, 0.0149, 0.0151, 0.020, 3], slot: 0.010))
    var list = DisplayList(size: PixelSize(width: 960, height: 400))
    panel.draw(.bitmap, into: &list)
    expectEqual(list.commands.count { $0.color == OverlayPalette.bar }, 2)
    expectEqual(list.commands.count { $0.color == OverlayPalette.missed }, 3)
    let bars = list.commands.filter {
      $0.color == OverlayPalette.bar || $0.color == OverlayPalette.missed
    }
    expectEqual(bars.map(\.bounds.height), [16, 24, 24, 32, 32])
    expectEqual(Set(bars.map(\.bounds.y1)).count, 1)
  }

  @Test("the graph shows the latest frames, with the last one at the right")
  func graphCapacity() throws {
    let times = (0..<RecentFrames.capacity + 5).map { $0 < 5 ? 1 : 0.010 }
    var list = DisplayList(size: PixelSize(width: 960, height: 400))
    StatisticsPanel(RecentFrames(lines: [], frameTimes: times, slot: 0.010)).draw(
      .bitmap, into: &list)
    let bars = list.commands.filter { $0.color == OverlayPalette.bar }
    expectEqual(bars.count, RecentFrames.capacity)
    #expect(list.commands.allSatisfy { $0.color != OverlayPalette.missed })
    let rule = try #require(list.commands.first { $0.color == OverlayPalette.rule })
    expectEqual(bars.last?.bounds.x1, rule.bounds.x1)
  }

  @Test("few frames are at the right end of the graph, next to the position of the next one")
  func fewFrames() throws {
    var list = DisplayList(size: PixelSize(width: 960, height: 400))
    StatisticsPanel(RecentFrames(lines: [], frameTimes: [0.01, 0.01], slot: 0.01)).draw(
      .bitmap, into: &list)
    let rule = try #require(list.commands.first { $0.color == OverlayPalette.rule })
    let bars = list.commands.filter { $0.color == OverlayPalette.bar }
    expectEqual(bars.count, 2)
    expectEqual(bars.last?.bounds.x1, rule.bounds.x1)
  }

  @Test("the statistics fit a window of 160 by 120 pixels, and the graph uses the remaining space")
  func smallStatistics() throws {
    var list = DisplayList(size: PixelSize(width: 160, height: 120))
    let lines = [
      "60.85 Hz, Present, not locked", "42.0 frames per second", "phase error +6.00 ms",
      "wake-up late by p50 557 µs, p99 7.10 ms", "missed 77 of 387 slots", "renderer MIT-SHM",
    ]
    StatisticsPanel(RecentFrames(lines: lines, frameTimes: [0.01], slot: 0.01)).draw(
      .bitmap, into: &list)
    let panel = panel(in: list)
    #expect(panel.x1 <= 156 && panel.y1 <= 116)
    #expect(list.commands.contains { $0.color == OverlayPalette.bar })
    #expect(
      list.commands.allSatisfy { $0.bounds.isEmpty || panel.contains($0.bounds) })
  }

  @Test(
    "statistics that are NaN or infinite don't trap",
    arguments: [Double.nan, .infinity, -1, 0, 1e300])
  func extremes(value: Double) {
    var list = DisplayList(size: PixelSize(width: 960, height: 400))
    StatisticsPanel(RecentFrames(lines: [""], frameTimes: [value, 0.01], slot: 0.01)).draw(
      .bitmap, into: &list)
    StatisticsPanel(RecentFrames(lines: [""], frameTimes: [value, 0.01], slot: value)).draw(
      .bitmap, into: &list)
    expectEqual(list.commands.count { $0.color == OverlayPalette.rule }, 2)
  }

  private func everything(width: Int, height: Int, scale: Double) -> DisplayList {
    var list = DisplayList(size: PixelSize(width: width, height: height), scale: scale)
    let statistics = StatisticsPanel(
      RecentFrames(lines: ["60 Hz", "µ"], frameTimes: [0.016, 0.02], slot: 0.016))
    Overlay(showsHelp: true, isPaused: true, statistics: statistics).draw(into: &list)
    return list
  }

  @Test("only keys with an effect are listed")
  func context() {
    func keys(_ context: HelpContext) -> Set<String> {
      Set(HelpTopic.all(in: context).flatMap(\.lines).map(\.keys))
    }
    #expect(keys([]).isDisjoint(with: ["l", "t", "↑ ↓", "Home End", "1 2 3 0", "Ctrl+Shift+C"]))
    #expect(keys([.timeline, .files]).isSuperset(of: ["l", "t", "Home End", "Ctrl+Shift+C"]))
    #expect(keys([.scenes, .clock]).isSuperset(of: ["↑ ↓", "1 2 3 0"]))
  }

  @Test("an error covers neither the statistics nor the pause badge")
  func stacking() throws {
    var overlay = Overlay()
    overlay.statistics = StatisticsPanel(
      RecentFrames(lines: ["60 Hz"], frameTimes: [0.01], slot: 0.01))
    overlay.isPaused = true
    overlay.error = ErrorBanner(text: Array(repeating: "reason", count: 100).joined(separator: " "))
    var list = DisplayList(size: PixelSize(width: 400, height: 300))
    overlay.draw(into: &list)
    let banner = try #require(list.commands.first { $0.bounds.width == 400 }).bounds
    #expect(banner.height > 80)
    let text = list.commands.filter { $0.color == OverlayPalette.missed }
    #expect(text.allSatisfy { banner.contains($0.bounds) })
    let bars = list.commands.filter { $0.color == OverlayPalette.bar }
    #expect(!bars.isEmpty && bars.allSatisfy { $0.bounds.y0 > banner.y1 })
  }

  /// Returns the area of the panel that was drawn first: three rectangles and four corners.
  private func panel(in list: DisplayList) -> PixelRect {
    list.commands.prefix(7).map(\.bounds).reduce(.empty) { $0.union($1) }
  }

  /// The size of a rectangle before it is clipped to the view.
  private func rectangleSize(_ command: Command) throws -> PixelSize {
    guard case .rectangle(let x0, let y0, let x1, let y1) = command.shape else {
      Issue.record("not a rectangle")
      return .zero
    }
    return PixelSize(
      width: x1.nearestPixel - x0.nearestPixel, height: y1.nearestPixel - y0.nearestPixel)
  }
}
