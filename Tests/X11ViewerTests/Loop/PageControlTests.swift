import TestSupport
import Testing

@testable import AnimCore
@testable import AnimationFormats
@testable import FramePacing
@testable import X11Viewer
@testable import XWindow

@Suite("Actions on the current page")
struct PageControlTests {
  private typealias Reply = PageControl.Reply

  /// A video of ten seconds at 25 frames per second, at 2.5 seconds, in a window of 240x200.
  private var page = PageControlTests.page(VideoScene())
  private var situation = ViewerController.Situation(
    size: PixelSize(width: 240, height: 200), sceneTime: .seconds(2.5))

  private static func page(_ scene: any Scene) -> PageControl {
    PageControl(
      PlaylistItem(name: "a", scene: scene), FileConfiguration(), backdrop: .color(.white),
      speed: 1,
      zoom: nil, text: .bitmap)
  }

  private mutating func perform(_ action: ViewerAction) -> Reply? {
    page.perform(action, in: situation, at: nil)
  }

  private mutating func press(_ button: Int, x: Int, y: Int) -> Reply? {
    let click = ButtonClick(button: button, x: x, y: y, time: 0, modifiers: [])
    if let reply = page.pressTimeline(click, in: situation) { return reply }
    page.hold(click)
    return nil
  }

  @Test(
    "returns the effects for the loop, whether the pointer is affected, and the message",
    arguments: [
      (ViewerAction.showActualSize, Reply(message: "100%")),
      (.turnBackdrop, Reply(effects: [.showBackdrop, .redraw])),
      (.time(.togglePause), Reply(effects: [.changeTime(.togglePause)])),
      (.seek(-2), Reply(effects: [.changeTime(.seek(by: -2))])),
      (.toggleTimeline, Reply(concernsPointer: true)),
      (.setRepeatedPart, Reply(message: "repeating from frame 63; choose the last frame")),
      (
        .turnRepetition,
        Reply(
          effects: [.runScene, .changeTime(.move(to: .seconds(2.5)))], message: "back and forth")
      ),
      (.adjustClock(60), Reply(effects: [.changeTime(nil), .adjustClocks(60)])),
      (.machine(.save), Reply(message: "the file has no state machine")),
      (.toggleSmoothing, Reply(message: "vector graphics have no pixels to smooth")),
    ])
  func replies(action: ViewerAction, reply: PageControl.Reply) {
    var page = page
    expectEqual(page.perform(action, in: situation, at: nil), reply)
  }

  @Test(
    "leaves actions that don't concern only the page to others",
    arguments: [
      ViewerAction.quit, .turn(1), .cycleTheme, .machine(.toggle), .overview(.show), .toggleHelp,
      .copyPath, .toggleInspector, .showMenu,
    ])
  func others(action: ViewerAction) {
    var page = page
    expectEqual(page.perform(action, in: situation, at: nil), nil)
  }

  @Test("an endless scene has no part to repeat and no order, and shows no message")
  mutating func endless() {
    page = Self.page(BenchScene())
    expectEqual(perform(.setRepeatedPart), Reply())
    expectEqual(perform(.turnRepetition), Reply())
    expectEqual(perform(.seek(1)), Reply(effects: [.changeTime(.seek(by: 5))]))
    #expect(!page.showsTimeline && !page.followsPointer)
  }

  @Test("a press on the timeline seeks and holds it")
  mutating func timeline() {
    expectEqual(press(1, x: 120, y: 190)?.concernsPointer, true)
    #expect(page.isScrubbing && page.showsTimeline)
    // While it is held, the image isn't.
    let viewport = page.viewport
    _ = page.movePointer(to: WindowPosition(x: 130, y: 100), in: situation)
    expectEqual(page.viewport, viewport)
    expectEqual(page.release(), Reply(effects: [.changeTime(.resume)], concernsPointer: true))
    expectEqual(page.release(), Reply())
  }

  @Test("the wheel seeks on the timeline, and other buttons are ignored")
  mutating func buttons() {
    expectEqual(press(4, x: 120, y: 100), nil)
    expectEqual(press(5, x: 120, y: 190), Reply(effects: [.changeTime(.seek(by: -1))]))
    expectEqual(press(2, x: 120, y: 100), nil)
    expectEqual(press(1, x: 120, y: 100), nil)
  }

  @Test("when something else grabs the pointer, neither the image nor the timeline is held")
  mutating func letGo() {
    _ = perform(.fill)
    _ = perform(.zoom(4))
    _ = press(1, x: 120, y: 100)
    expectEqual(page.letGo(), [])
    let viewport = page.viewport
    _ = page.movePointer(to: WindowPosition(x: 60, y: 60), in: situation)
    expectEqual(page.viewport, viewport)
    _ = press(1, x: 120, y: 190)
    expectEqual(page.cover(), [.changeTime(.resume)])
    #expect(!page.showsTimeline)
  }

  @Test(
    "a new version is shown at the same frame, or from its start if it couldn't be drawn before")
  mutating func reload() {
    let other = PlaylistItem(name: "a", scene: VideoScene())
    expectEqual(page.reload(other, sceneTime: situation.sceneTime), [.adjustClocks(0), .runScene])
    page = Self.page(BenchScene())
    expectEqual(
      page.reload(other, sceneTime: situation.sceneTime),
      [.adjustClocks(0), .runScene, .changeTime(.move(to: .zero))])
  }
}
