import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing
@testable import X11Viewer
@testable import XWindow

@Suite("What the user does, without a window")
struct ViewerControllerTests {
  private typealias Effect = ViewerController.Effect

  private var controller = ViewerController()
  private var situation = ViewerController.Situation(size: PixelSize(width: 240, height: 200))
  private let now = Timestamp(seconds: 100)

  /// An animation of ten seconds.
  private mutating func showAnimation() {
    situation.sceneTime = { Timestamp(seconds: 10 * $0) }
  }

  private mutating func send(_ event: Event) -> [Effect] {
    controller.handle(event, in: situation)
  }

  private mutating func press(x: Int, y: Int, button: Int = 1, at time: UInt32 = 0) -> [Effect] {
    send(.button(ButtonClick(button: button, x: x, y: y, time: time, modifiers: [])))
  }

  private mutating func perform(_ action: ViewerAction) -> [Effect] {
    controller.perform(action, in: situation)
  }

  @Test("escape leaves fullscreen first, and then the program")
  mutating func leaving() {
    situation.isFullscreen = true
    #expect(perform(.leave) == [.setFullscreen(false)])
    situation.isFullscreen = false
    #expect(perform(.leave) == [.end])
    situation.isFullscreen = true
    #expect(perform(.quit) == [.end])
  }

  @Test("a key does its action, and one without an action does nothing")
  mutating func keys() {
    #expect(send(.key(KeyStroke(keysym: 0x71, modifiers: [], isRepeat: false))) == [.end])
    #expect(send(.key(KeyStroke(keysym: 0x71, modifiers: .logo, isRepeat: false))) == [])
    #expect(send(.deleteWindow) == [])
  }

  @Test("a double click toggles fullscreen")
  mutating func doubleClick() {
    #expect(press(x: 10, y: 10, at: 1_000) == [])
    #expect(press(x: 10, y: 10, at: 1_100) == [.setFullscreen(true)])
    situation.isFullscreen = true
    #expect(press(x: 10, y: 10, at: 2_000) == [])
    #expect(press(x: 10, y: 10, at: 2_100) == [.setFullscreen(false)])
  }

  @Test("a picture to save has no toast, and is saved once")
  mutating func screenshot() {
    _ = controller.showToast("hello", at: now)
    #expect(perform(.saveScreenshot) == [.redraw])
    #expect(controller.overlay.toast == nil)
    let requests = [controller.takeScreenshotRequest(), controller.takeScreenshotRequest()]
    #expect(requests == [true, false])
  }

  @Test("statistics are measured while they are shown")
  mutating func statistics() {
    #expect(perform(.toggleStatistics) == [.timeCompletions(true), .redraw])
    #expect(perform(.toggleStatistics) == [.timeCompletions(false), .redraw])
  }

  @Test("backgrounds follow each other, beginning with the one asked for")
  mutating func backdrops() {
    controller = ViewerController(backdrop: .color(.black))
    let turns = (0..<3).flatMap { _ in perform(.turnBackdrop) }
    #expect(
      turns.filter { $0 != .redraw } == [
        .setBackdrop(.color(.white)), .setBackdrop(.checkerboard), .setBackdrop(.color(.black)),
      ])
  }

  @Test("a new speed is shown as a toast for two seconds, and any other change is not")
  mutating func speed() {
    #expect(perform(.time(.multiplySpeed(2))) == [.changeTime(.multiplySpeed(2))])
    let effects = controller.didChangeTime(
      .multiplySpeed(2), isPaused: false, speed: 2, at: now)
    #expect(effects == [.redrawLater(at: now + 2), .redraw])
    #expect(controller.overlay.toast?.text == "speed 2.00×")
    #expect(controller.didChangeTime(.togglePause, isPaused: true, speed: 2, at: now) == [])
    #expect(controller.overlay.isPaused)
  }

  @Test("a clock is set from where its hands are now")
  mutating func clock() {
    #expect(perform(.adjustClock(60)) == [.changeTime(nil), .adjustClocks(60)])
  }

  @Test("a scene without a timeline is not affected by the pointer")
  mutating func noTimeline() {
    #expect(send(.pointer(x: 120, y: 199)) == [])
    #expect(press(x: 120, y: 199) == [])
    #expect(send(.buttonReleased(1)) == [])
    #expect(!controller.showsTimeline)
  }

  @Test("the timeline appears when the pointer comes near, and disappears when it leaves")
  mutating func nearTimeline() {
    showAnimation()
    #expect(send(.pointer(x: 120, y: 143)) == [])
    #expect(send(.pointer(x: 120, y: 144)) == [.showPointer(true), .redraw])
    #expect(send(.pointer(x: 121, y: 145)) == [])
    #expect(send(.pointerLeft) == [.showPointer(false), .redraw])
    #expect(send(.pointerLeft) == [])
  }

  @Test("dragging the timeline seeks, without the badge of a pause, and plays on at its end")
  mutating func scrubbing() {
    showAnimation()
    let begun = press(x: 12, y: 190)
    #expect(begun.dropFirst() == [.showPointer(true), .redraw])
    #expect(begun.first == .changeTime(.pause(at: Timestamp(seconds: 10 * 0.5 / 216))))
    situation.isPaused = true
    _ = controller.didChangeTime(.pause(at: .zero), isPaused: true, speed: 1, at: now)
    #expect(!controller.overlay.isPaused)
    #expect(send(.pointer(x: 999, y: 5)) == [.changeTime(.pause(at: .seconds(10)))])
    #expect(send(.buttonReleased(3)) == [])
    #expect(send(.buttonReleased(1)) == [.changeTime(.resume), .showPointer(false), .redraw])
  }

  @Test("an animation that was paused stays paused when the timeline is released")
  mutating func scrubbingPaused() {
    showAnimation()
    situation.isPaused = true
    _ = press(x: 12, y: 190)
    #expect(send(.buttonReleased(1)) == [.changeTime(nil), .showPointer(true), .redraw])
    _ = controller.didChangeTime(nil, isPaused: true, speed: 1, at: now)
    #expect(controller.overlay.isPaused)
  }

  @Test("a toast disappears after its time, with the next frame")
  mutating func toast() {
    _ = controller.showToast("hello", at: now)
    let recent = RecentFrames(lines: [], frameTimes: [], slot: nil)
    controller.prepareOverlay(timeline: nil, statistics: recent, at: now + 1.99)
    #expect(controller.overlay.toast != nil)
    controller.prepareOverlay(timeline: nil, statistics: recent, at: now + 2)
    #expect(controller.overlay.toast == nil)
  }
}
