import CX11
import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import Viewer
@testable import XWindow

@Suite("User actions in an overview, without a window")
struct ViewerOverviewTests {
  private var viewer: Viewer
  private let situation = Situation(size: PixelSize(width: 640, height: 520))
  private let files = (0..<40).map { "/x/s\($0).json" }

  /// Shows the fifth of 40 pages, and then all.
  init() throws {
    let playlist = VirtualPlaylist(files, first: 4)
    viewer = Viewer(try playlist.openFirst(), of: .files(playlist.playlist))
    _ = viewer.effects(of: .readingCells, in: situation)
  }

  private mutating func press(_ keysym: Int32) -> [Effect] {
    viewer.handle(
      .key(KeyStroke(keysym: UInt(keysym), modifiers: [], isRepeat: false)), in: situation)
  }

  private mutating func click(x: Int, y: Int, button: Int = 1) -> [Effect] {
    viewer.handle(
      .button(ButtonClick(button: button, x: x, y: y, time: 0, modifiers: [])), in: situation)
  }

  private func selected(_ number: Int) -> [Effect] {
    [.setTitle("s\(number - 1).json (\(number) of 40) - x11viewer"), .redraw]
  }

  @Test("Enter requests the overview, which starts at the current page")
  mutating func beginning() throws {
    let playlist = VirtualPlaylist(files, first: 7)
    viewer = Viewer(try playlist.openFirst(), of: .files(playlist.playlist))
    let configuration = PlaylistConfiguration(first: files[7], files: FileConfiguration())
    expectEqual(press(XK_Return), [.readCells(configuration)])
    #expect(viewer.overview == nil)
    let effects = viewer.effects(of: .readingCells, in: situation)
    expectEqual(
      effects,
      [
        .showPointer(true), .showBackdrop, .runScene, .growWindow, .redraw,
      ])
    expectEqual(viewer.overview?.page, OverviewPage(path: files[7]))
  }

  @Test("files that aren't animations are no longer counted when the page is shown again")
  mutating func leftOut() {
    _ = viewer.effects(
      of: .skipped([files[0]: Failure("no animation", status: .differs)]), in: situation)
    #expect(press(XK_Escape).contains(.setTitle("s4.json (4 of 39) - x11viewer")))
    expectEqual(viewer.item.position, "4 of 39")
  }

  @Test("a page hides the pointer again, which the overview showed")
  mutating func opened() {
    let next = PlaylistItem(name: "b", scene: VideoScene())
    let first = viewer.show(next, at: .zero)
    #expect(first.contains(.showPointer(false)) && viewer.overview == nil)
    #expect(!viewer.show(next, at: .zero).contains(.showPointer(false)))
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
    #expect(viewer.overview != nil)
    let opening = viewer.effects(of: .listed(files), in: situation)
    expectEqual(
      opening,
      [
        .watch("/x"),
        .openFile(FileRequest(path: files[0], configuration: FileConfiguration().withoutParts)),
      ])
  }

  @Test("the pointer selects, a click opens, and the wheel scrolls")
  mutating func pointer() {
    let row = viewer.overview?.grid.cellSize.height ?? 0
    expectEqual(viewer.handle(.pointer(x: 170, y: row + 5), in: situation), selected(6))
    expectEqual(viewer.handle(.pointer(x: 180, y: row + 9), in: situation), [])
    expectEqual(click(x: 330, y: 5), selected(3) + [.listFiles])
    expectEqual(click(x: 330, y: 5, button: 5), selected(7))
    expectEqual(viewer.overview?.grid.firstRow, 1)
    expectEqual(click(x: 330, y: 5, button: 4), [.redraw])
    expectEqual(viewer.overview?.grid.firstRow, 0)
    expectEqual(click(x: 330, y: 5, button: 2), [])
    expectEqual(viewer.handle(.buttonReleased(1), in: situation), [])
  }

  @Test("the scroll bar follows the pointer until it is released, and opens nothing")
  mutating func scrollBar() {
    #expect(!click(x: 636, y: 500).contains(.listFiles))
    let last = viewer.overview?.grid.firstRow
    #expect(last.map { $0 > 0 } == true)
    #expect(!viewer.handle(.pointer(x: 300, y: 0), in: situation).isEmpty)
    expectEqual(viewer.overview?.grid.firstRow, 0)
    _ = viewer.handle(.buttonReleased(1), in: situation)
    _ = viewer.handle(.pointer(x: 300, y: 500), in: situation)
    expectEqual(viewer.overview?.grid.firstRow, 0)
  }

  @Test("Escape returns to the previous page, even in fullscreen, and then works as usual")
  mutating func closing() {
    expectEqual(
      press(XK_Escape),
      [
        .showPointer(false), .showBackdrop, .runScene, .redraw,
      ])
    #expect(viewer.overview == nil)
    expectEqual(press(XK_Escape), [.end])
  }

  @Test("Escape first closes panels over it")
  mutating func closingTexts() {
    for key in [XK_h, XK_e] {
      _ = press(key)
      expectEqual(press(XK_Escape), [.redraw])
      #expect(viewer.overview != nil)
    }
    #expect(press(XK_Escape).contains(.runScene) && viewer.overview == nil)
  }

  @Test("opening a file ends the overview")
  mutating func opening() {
    _ = viewer.show(PlaylistItem(name: "b", scene: VideoScene()), at: .zero)
    #expect(viewer.overview == nil)
  }

  @Test("keys for a single image have no effect, and others work as usual")
  mutating func otherKeys() {
    for key in [XK_w, XK_a, XK_x, XK_l, XK_t, XK_c, XK_m, XK_o, XK_1] {
      expectEqual(press(key), [], "\(key)")
    }
    expectEqual(press(XK_space), [.changeTime(.togglePause)])
    expectEqual(press(XK_q), [.end])
    expectEqual(press(XK_s), [.share(.saveImage("overview-0000"))])
    #expect(press(XK_b) == [.showBackdrop, .redraw] && viewer.backdrop == .color(.black))
    expectEqual(viewer.windowBackdrop, .color(OverviewControl.background))
    expectEqual(press(XK_Right).last, .redraw)
    let copy = KeyStroke(keysym: UInt(XK_c), modifiers: [.control, .shift], isRepeat: false)
    expectEqual(viewer.handle(.key(copy), in: situation), [.share(.copyFile("/x/s5.json"))])
  }

  @Test("the timeline, an error and the panel of a machine wait until it is closed")
  mutating func overlay() {
    _ = viewer.perform(.toggleTimeline, in: situation)
    _ = viewer.reload(
      PlaylistItem(name: "b", scene: VideoScene(), error: "b: broken"), sceneTime: .zero, at: .zero)
    _ = viewer.prepareOverlay(in: situation, )
    #expect(viewer.overlay.timeline == nil && viewer.overlay.error == nil)
  }

  @Test("at another window size, the selection stays visible")
  mutating func resizing() {
    _ = press(XK_End)
    var small = situation
    small.size = PixelSize(width: 200, height: 150)
    _ = viewer.prepareOverlay(in: small, )
    expectEqual(viewer.overview?.grid.visible.contains(39), true)
    expectEqual(viewer.overview?.grid.columns, 1)
  }

  @Test("the keys of an overview have bindings, and are explained while it is shown")
  mutating func help() throws {
    _ = viewer.perform(.toggleHelp, in: situation)
    expectEqual(viewer.overlay.helpContext, .overview)
    let keys = HelpTopic.all(in: .overview).flatMap(\.lines).map(\.keys)
    #expect(keys.contains("Enter") && keys.contains("← → ↑ ↓") && keys.contains("Esc"))
    // The help, and then the overview.
    _ = press(XK_Escape)
    _ = press(XK_Escape)
    #expect(viewer.overlay.helpContext.contains(.timeline))
  }
}
