import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimationFormats
@testable import FramePacing
@testable import Viewer
@testable import XWindow

@Suite("Actions on the current page")
struct PageControlTests {
  /// A video of ten seconds at 25 frames per second, at 2.5 seconds, in a window of 240x200.
  private var page = PageControlTests.page(VideoScene())
  private var situation = Situation(
    size: PixelSize(width: 240, height: 200), sceneTime: .seconds(2.5))

  private static func page(_ scene: any Scene) -> PageControl {
    PageControl(
      PlaylistItem(name: "a", scene: scene), FileConfiguration(), backdrop: .color(.white),
      speed: 1,
      zoom: nil, text: .bitmap)
  }

  /// Returns the effects of a change of the page.
  private mutating func effects(
    _ change: (inout PageControl, inout [Effect]) -> Void
  ) -> [Effect] {
    var effects: [Effect] = []
    change(&page, &effects)
    return effects
  }

  /// Returns the effects of an action, or `nil` if the page leaves it to others.
  private mutating func perform(_ action: ViewerAction) -> [Effect]? {
    var effects: [Effect] = []
    return page.perform(action, in: situation, at: nil, into: &effects) ? effects : nil
  }

  /// Returns the effects of a press on the timeline, or `nil` for one elsewhere.
  private mutating func press(_ button: Int, x: Int, y: Int) -> [Effect]? {
    let click = ButtonClick(button: button, x: x, y: y, time: 0, modifiers: [])
    var effects: [Effect] = []
    if page.pressTimeline(click, in: situation, into: &effects) { return effects }
    page.hold(click)
    return nil
  }

  private mutating func movePointer(x: Int, y: Int) {
    var effects: [Effect] = []
    page.movePointer(to: WindowPosition(x: x, y: y), in: situation, into: &effects)
  }

  @Test(
    "adds the effects of an action, with a message where the effect can't be seen",
    arguments: [
      (ViewerAction.showActualSize, [Effect.say("100%")]),
      (.turnBackdrop, [.redraw]),
      (.time(.togglePause), [.changeTime(.togglePause)]),
      (.seek(-2), [.changeTime(.seek(by: -2))]),
      (.toggleTimeline, [.redraw]),
      (.setRepeatedPart, [.say("repeating from frame 63; choose the last frame")]),
      (
        .turnRepetition,
        [.runScene, .changeTime(.move(to: .seconds(2.5))), .say("back and forth")]
      ),
      (.adjustClock(60), [.changeTime(nil), .adjustClocks(60)]),
      (.machine(.save), [.say("the file has no state machine")]),
      (.toggleSmoothing, [.say("vector graphics have no pixels to smooth")]),
    ])
  mutating func actions(action: ViewerAction, effects: [Effect]) {
    expectEqual(perform(action), effects)
  }

  @Test(
    "leaves actions that don't concern only the page to others",
    arguments: [
      ViewerAction.quit, .turn(1), .cycleTheme, .machine(.toggle), .overview(.show), .toggleHelp,
      .copyPath, .toggleInspector, .showMenu,
    ])
  mutating func others(action: ViewerAction) {
    expectEqual(perform(action), nil)
  }

  @Test("an endless scene has no part to repeat and no order, and shows no message")
  mutating func endless() {
    page = Self.page(BenchScene())
    expectEqual(perform(.setRepeatedPart), [])
    expectEqual(perform(.turnRepetition), [])
    expectEqual(perform(.seek(1)), [.changeTime(.seek(by: 5))])
    #expect(!page.showsTimeline && !page.front.followsPointer)
  }

  @Test("a press on the timeline seeks and holds it")
  mutating func timeline() {
    expectEqual(press(1, x: 120, y: 190)?.last, .redraw)
    #expect(page.isScrubbing && page.showsTimeline)
    // While it is held, the image isn't.
    let viewport = page.viewport
    movePointer(x: 130, y: 100)
    expectEqual(page.viewport, viewport)
    expectEqual(effects { $0.release(into: &$1) }, [.changeTime(.resume), .redraw])
    expectEqual(effects { $0.release(into: &$1) }, [])
  }

  @Test("the wheel seeks on the timeline, and other buttons are ignored")
  mutating func buttons() {
    expectEqual(press(4, x: 120, y: 100), nil)
    expectEqual(press(5, x: 120, y: 190), [.changeTime(.seek(by: -1))])
    expectEqual(press(2, x: 120, y: 100), nil)
    expectEqual(press(1, x: 120, y: 100), nil)
  }

  @Test("when something else grabs the pointer, neither the image nor the timeline is held")
  mutating func letGo() {
    _ = perform(.fill)
    _ = perform(.zoom(4))
    _ = press(1, x: 120, y: 100)
    expectEqual(effects { $0.letGo(into: &$1) }, [])
    let viewport = page.viewport
    movePointer(x: 60, y: 60)
    expectEqual(page.viewport, viewport)
    _ = press(1, x: 120, y: 190)
    expectEqual(effects { $0.cover(into: &$1) }, [.changeTime(.resume)])
    #expect(!page.showsTimeline)
  }

  @Test(
    "a new version is shown at the same frame, or from its start if it couldn't be drawn before")
  mutating func reload() {
    let other = PlaylistItem(name: "a", scene: VideoScene())
    let time = situation.sceneTime
    expectEqual(
      effects { $0.reload(other, sceneTime: time, into: &$1) }, [.adjustClocks(0), .runScene])
    page = Self.page(BenchScene())
    expectEqual(
      effects { $0.reload(other, sceneTime: time, into: &$1) },
      [.adjustClocks(0), .runScene, .changeTime(.move(to: .zero))])
  }
}
