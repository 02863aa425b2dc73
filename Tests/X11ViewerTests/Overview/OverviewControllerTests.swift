import CX11
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import X11Viewer
@testable import XWindow

@Suite("User actions in an overview, without a window")
struct OverviewControllerTests {
  private typealias Effect = ViewerController.Effect

  private var controller: ViewerController
  private let situation = ViewerController.Situation(size: PixelSize(width: 640, height: 520))
  private let files = (0..<40).map { "/x/s\($0).json" }

  /// Shows the fifth of 40 pages, and then all.
  init() throws {
    let playlist = VirtualPlaylist(files, first: 4)
    controller = ViewerController(try playlist.openFirst(), of: playlist.playlist)
    _ = controller.didBeginReading(in: situation)
  }

  private mutating func press(_ keysym: Int32) -> [Effect] {
    controller.handle(
      .key(KeyStroke(keysym: UInt(keysym), modifiers: [], isRepeat: false)), in: situation)
  }

  private mutating func click(x: Int, y: Int, button: Int = 1) -> [Effect] {
    controller.handle(
      .button(ButtonClick(button: button, x: x, y: y, time: 0, modifiers: [])), in: situation)
  }

  private func selected(_ number: Int) -> [Effect] {
    [.setTitle("s\(number - 1).json (\(number) of 40) - x11viewer"), .redraw]
  }

  @Test("Enter requests the overview, which starts at the current page")
  mutating func beginning() throws {
    let playlist = VirtualPlaylist(files, first: 7)
    controller = ViewerController(try playlist.openFirst(), of: playlist.playlist)
    let configuration = PlaylistConfiguration(first: files[7], files: FileConfiguration())
    expectEqual(press(XK_Return), [.readCells(configuration)])
    #expect(controller.overview == nil)
    let effects = controller.didBeginReading(in: situation)
    expectEqual(
      effects, [.runOverview, .growWindow, .showPointer(true), .followPointer(true)] + selected(8))
    expectEqual(controller.overview?.page, OverviewPage(path: files[7]))
  }

  @Test("files that aren't animations are no longer counted when the page is shown again")
  mutating func leftOut() {
    controller.skip([files[0]: Failure("no animation", status: .differs)])
    #expect(press(XK_Escape).contains(.setTitle("s4.json (4 of 39) - x11viewer")))
    expectEqual(controller.item.position, "4 of 39")
  }

  @Test("a page hides the pointer again, which the overview showed")
  mutating func opened() {
    let next = PlaylistItem(name: "b", scene: VideoScene())
    let first = controller.show(next, at: .zero)
    #expect(first.contains(.showPointer(false)) && controller.overview == nil)
    #expect(!controller.show(next, at: .zero).contains(.showPointer(false)))
  }

  @Test("arrows, Home, End and the page keys select, and Enter opens the selected page")
  mutating func keys() {
    expectEqual(press(XK_Right), selected(6))
    expectEqual(press(XK_Down), selected(10))
    expectEqual(press(XK_Left), selected(9))
    expectEqual(press(XK_Up), selected(5))
    expectEqual(press(XK_Next), selected(13))
    expectEqual(press(XK_Prior), selected(5))
    expectEqual(press(XK_End), selected(40))
    expectEqual(press(XK_Home), selected(1))
    expectEqual(press(XK_Return), [.listFiles])
    #expect(controller.overview != nil)
    let opening = controller.didList(files, in: situation)
    expectEqual(
      opening,
      [
        .watch("/x"),
        .openFile(FileRequest(path: files[0], configuration: FileConfiguration().withoutParts)),
      ])
  }

  @Test("the pointer selects, a click opens, and the wheel scrolls")
  mutating func pointer() {
    let row = controller.overview?.grid.cellSize.height ?? 0
    expectEqual(controller.handle(.pointer(x: 170, y: row + 5), in: situation), selected(6))
    expectEqual(controller.handle(.pointer(x: 180, y: row + 9), in: situation), [])
    expectEqual(click(x: 330, y: 5), selected(3) + [.listFiles])
    expectEqual(click(x: 330, y: 5, button: 5), selected(7))
    expectEqual(controller.overview?.grid.firstRow, 1)
    expectEqual(click(x: 330, y: 5, button: 4), selected(7))
    expectEqual(controller.overview?.grid.firstRow, 0)
    expectEqual(click(x: 330, y: 5, button: 2), [])
    expectEqual(controller.handle(.buttonReleased(1), in: situation), [])
  }

  @Test("the scroll bar follows the pointer until it is released, and opens nothing")
  mutating func scrollBar() {
    #expect(!click(x: 636, y: 500).contains(.listFiles))
    let last = controller.overview?.grid.firstRow
    #expect(last.map { $0 > 0 } == true)
    #expect(!controller.handle(.pointer(x: 300, y: 0), in: situation).isEmpty)
    expectEqual(controller.overview?.grid.firstRow, 0)
    _ = controller.handle(.buttonReleased(1), in: situation)
    _ = controller.handle(.pointer(x: 300, y: 500), in: situation)
    expectEqual(controller.overview?.grid.firstRow, 0)
  }

  @Test("Escape returns to the previous page, even in fullscreen, and then works as usual")
  mutating func closing() {
    expectEqual(
      press(XK_Escape),
      [
        .runScene, .showPointer(false), .followPointer(true),
        .setTitle("s4.json (5 of 40) - x11viewer"), .redraw,
      ])
    #expect(controller.overview == nil)
    expectEqual(press(XK_Escape), [.end])
  }

  @Test("Escape first closes panels over it")
  mutating func closingTexts() {
    for key in [XK_h, XK_e] {
      _ = press(key)
      expectEqual(press(XK_Escape), [.redraw])
      #expect(controller.overview != nil)
    }
    #expect(press(XK_Escape).first == .runScene && controller.overview == nil)
  }

  @Test("opening a file ends the overview")
  mutating func opening() {
    _ = controller.show(PlaylistItem(name: "b", scene: VideoScene()), at: .zero)
    #expect(controller.overview == nil)
  }

  @Test("keys for a single image have no effect, and others work as usual")
  mutating func otherKeys() {
    for key in [XK_w, XK_a, XK_x, XK_l, XK_t, XK_c, XK_m, XK_o, XK_1] {
      expectEqual(press(key), [], "\(key)")
    }
    expectEqual(press(XK_space), [.changeTime(.togglePause)])
    expectEqual(press(XK_q), [.end])
    expectEqual(press(XK_s), [.share(.saveImage("overview-0000"))])
    #expect(press(XK_b) == [.showBackdrop, .redraw] && controller.backdrop == .color(.black))
    expectEqual(controller.windowBackdrop, .color(Overview.background))
    expectEqual(press(XK_Right).last, .redraw)
    let copy = KeyStroke(keysym: UInt(XK_c), modifiers: [.control, .shift], isRepeat: false)
    expectEqual(controller.handle(.key(copy), in: situation), [.share(.copyFile("/x/s5.json"))])
  }

  @Test("the timeline, an error and the panel of a machine wait until it is closed")
  mutating func overlay() {
    _ = controller.perform(.toggleTimeline, in: situation)
    _ = controller.reload(
      PlaylistItem(name: "b", scene: VideoScene(), error: "b: broken"), sceneTime: .zero, at: .zero)
    let recent = RecentFrames(lines: [], frameTimes: [], slot: nil)
    _ = controller.prepareOverlay(in: situation, statistics: recent)
    #expect(controller.overlay.timeline == nil && controller.overlay.error == nil)
    #expect(!controller.showsTimeline)
  }

  @Test("at another window size, the selection stays visible")
  mutating func resizing() {
    _ = press(XK_End)
    var small = situation
    small.size = PixelSize(width: 200, height: 150)
    let recent = RecentFrames(lines: [], frameTimes: [], slot: nil)
    _ = controller.prepareOverlay(in: small, statistics: recent)
    expectEqual(controller.overview?.grid.visible.contains(39), true)
    expectEqual(controller.overview?.grid.columns, 1)
  }

  @Test("the keys of an overview have bindings, and are explained while it is shown")
  mutating func help() throws {
    _ = controller.perform(.toggleHelp, in: situation)
    expectEqual(controller.overlay.helpContext, .overview)
    let keys = HelpTopic.all(in: .overview).flatMap(\.lines).map(\.keys)
    #expect(keys.contains("Enter") && keys.contains("← → ↑ ↓") && keys.contains("Esc"))
    // The help, and then the overview.
    _ = press(XK_Escape)
    _ = press(XK_Escape)
    #expect(controller.overlay.helpContext.contains(.timeline))
  }
}
