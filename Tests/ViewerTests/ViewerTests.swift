import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import DemoScenes
@testable import FramePacing
@testable import LinuxSystem
@testable import PacingStatistics
@testable import Viewer
@testable import XWindow

@Suite("User actions, without a window")
struct ViewerTests {
  private var viewer = Viewer(PlaylistItem(name: "first", scene: BenchScene()))
  private var situation = Situation(size: PixelSize(width: 240, height: 200))
  private let now = Timestamp(seconds: 100)

  /// Returns an animation of ten seconds, at 25 frames per second.
  private static func video(_ name: String) -> PlaylistItem {
    PlaylistItem(name: name, scene: VideoScene())
  }

  private mutating func showAnimation() {
    viewer = Viewer(Self.video("video"))
  }

  private mutating func send(_ event: Event) -> [Effect] {
    viewer.handle(event, in: situation)
  }

  private mutating func press(x: Int, y: Int, button: Int = 1, at time: UInt32 = 0) -> [Effect] {
    send(.button(ButtonClick(button: button, x: x, y: y, time: time, modifiers: [])))
  }

  private mutating func perform(_ action: ViewerAction) -> [Effect] {
    viewer.perform(action, in: situation)
  }

  @Test("Escape first closes panels, then leaves fullscreen, and then quits")
  mutating func leaving() {
    situation.isFullscreen = true
    for panel in [ViewerAction.toggleHelp, .toggleSkippedFiles] {
      _ = perform(panel)
      expectEqual(perform(.leave), [.redraw])
    }
    expectEqual(perform(.leave), [.setFullscreen(false)])
    situation.isFullscreen = false
    expectEqual(perform(.leave), [.end])
    situation.isFullscreen = true
    expectEqual(perform(.quit), [.end])
  }

  @Test("an unreadable file has no image to save or copy, which is reported")
  mutating func noImage() {
    let broken = PlaylistItem(
      name: "a.gif", scene: BenchScene(), path: "/x/a.gif", error: "a.gif: a GIF without an image")
    viewer = Viewer(broken)
    for action in [ViewerAction.saveImage, .copyImage] {
      let effects = perform(action)
      #expect(!effects.contains { if case .share = $0 { true } else { false } }, "\(effects)")
      expectEqual(
        viewer.overlay.toast?.text, "a.gif cannot be read, so it has no image")
    }
  }

  @Test("a still image has no timeline, however long it is shown")
  mutating func stillImage() {
    let still = VideoScene()
    still.playback?.range = 0..<1
    viewer = Viewer(PlaylistItem(name: "a.png", scene: still))
    _ = perform(.toggleTimeline)
    #expect(!viewer.page.showsTimeline && !viewer.item.helpContext.contains(.timeline))
    expectEqual(perform(.turnRepetition), [])
  }

  @Test(
    "a waiting file is paused at its start, and the next one plays unless it waits as well",
    arguments: [false, true], [false, true])
  func waiting(first: Bool, next: Bool) {
    func times(_ effects: [Effect]) -> [TimeChange?] {
      effects.compactMap { if case .changeTime(let change) = $0 { .some(change) } else { nil } }
    }
    func video(_ name: String, waits: Bool) -> PlaylistItem {
      PlaylistItem(name: name, scene: VideoScene(), waits: waits)
    }
    var viewer = Viewer(video("a", waits: first))
    expectEqual(
      times(viewer.effects(of: .begin(hintsAtHelp: false), in: situation)),
      (first ? [.pauseAtStart] : []))
    let effects = times(viewer.show(video("b", waits: next), at: now))
    let end: [TimeChange?] = next ? [.pause(at: .zero)] : first ? [.resume] : []
    expectEqual(effects, [.move(to: .zero)] + end)
    // Paused by the user, a video stays so.
    let last = times(viewer.show(video("c", waits: false), at: now))
    expectEqual(last, [.move(to: .zero)] + (next ? [.resume] : []))
  }

  @Test("a key performs its action, and one without an action has no effect")
  mutating func keys() {
    expectEqual(send(.key(KeyStroke(keysym: 0x71, modifiers: [], isRepeat: false))), [.end])
    expectEqual(send(.key(KeyStroke(keysym: 0x71, modifiers: .logo, isRepeat: false))), [])
    expectEqual(send(.deleteWindow), [])
  }

  @Test("a double click toggles fullscreen")
  mutating func doubleClick() {
    expectEqual(press(x: 10, y: 10, at: 1_000), [])
    expectEqual(press(x: 10, y: 10, at: 1_100), [.setFullscreen(true)])
    situation.isFullscreen = true
    expectEqual(press(x: 10, y: 10, at: 2_000), [])
    expectEqual(press(x: 10, y: 10, at: 2_100), [.setFullscreen(false)])
  }

  @Test("an image is saved under the name of its file and its frame")
  mutating func image() {
    viewer = Viewer(
      PlaylistItem(name: "a.json", scene: VideoScene(), path: "a.json", imageName: "a"))
    situation.sceneTime = .seconds(0.5)
    expectEqual(perform(.saveImage), [.share(.saveImage("a-0012"))])
    expectEqual(SavedName.image("x/y", frame: 12345), "x_y-12345")
    expectEqual(SavedName.image("-a", frame: -1), "_a-0000")
    expectEqual(SavedName.image("", frame: 1), "x11viewer-0001")
    #expect(SavedName.image(String(repeating: "ä", count: 500), frame: 1).utf8.count < 250)
  }

  @Test("the image is copied, or the path of its file, if it has one")
  mutating func copying() {
    expectEqual(perform(.copyImage), [.share(.copyImage)])
    let effects = perform(.copyPath)
    #expect(effects.contains(.redraw))
    expectEqual(viewer.overlay.toast?.text, "this scene has no file")
    viewer = Viewer(
      PlaylistItem(name: "a.json", scene: VideoScene(), path: "/x/a.json"))
    expectEqual(perform(.copyPath), [.share(.copyFile("/x/a.json"))])
  }

  @Test("statistics are measured while they are shown")
  mutating func statistics() {
    expectEqual(perform(.toggleStatistics), [.timeCompletions(true), .redraw])
    expectEqual(perform(.toggleStatistics), [.timeCompletions(false), .redraw])
  }

  @Test("backgrounds follow each other, starting with the requested one")
  mutating func backdrops() {
    viewer = Viewer(viewer.item, backdrop: .color(.black))
    let turns = (0..<3).map { _ in
      let effects = perform(.turnBackdrop)
      return effects == [.showBackdrop, .redraw] ? viewer.backdrop : nil
    }
    expectEqual(turns, [.color(.white), .checkerboard, .color(.black)])
  }

  /// An image that has pixels.
  private final class Pixels: PixelScene {
    var smoothsPixels = false
    func layout(in size: Size) {}
    func update(to time: Seconds) {}
    func start(on source: FrameSource) {}
    func draw(into list: inout DisplayList) {}
  }

  @Test("enlarged pixels are alternately smooth and sharp, if there are any")
  mutating func smoothing() {
    expectEqual(perform(.toggleSmoothing), [.redrawLater(at: situation.now + 2), .redraw])
    expectEqual(viewer.overlay.toast?.text, "vector graphics have no pixels to smooth")
    let item = PlaylistItem(name: "a", scene: Pixels())
    #expect(item.helpContext.contains(.pixels) && !viewer.item.helpContext.contains(.pixels))
    viewer = Viewer(item)
    expectEqual(perform(.toggleSmoothing).prefix(2), [.smoothPixels(true), .redraw])
    expectEqual(viewer.overlay.toast?.text, "smooth pixels")
    expectEqual(perform(.toggleSmoothing).prefix(2), [.smoothPixels(false), .redraw])
    var files = FileConfiguration()
    files.smoothsPixels = true
    viewer = Viewer(item, files: files)
    #expect(viewer.smoothsPixels)
  }

  @Test("a new speed is shown as a toast for two seconds, and other changes aren't")
  mutating func speed() {
    expectEqual(perform(.time(.multiplySpeed(2))), [.changeTime(.multiplySpeed(2))])
    situation.now = now
    let effects = viewer.effects(
      of: .timeChanged(.multiplySpeed(2), isPaused: false, speed: 2), in: situation)
    expectEqual(effects, [.redrawLater(at: now + 2), .redraw])
    expectEqual(viewer.overlay.toast?.text, "speed 2.00×")
    let paused = viewer.effects(
      of: .timeChanged(.togglePause, isPaused: true, speed: 2), in: situation)
    expectEqual(paused, [])
    #expect(viewer.overlay.isPaused)
  }

  @Test("a clock is set from the current position of its hands")
  mutating func clock() {
    expectEqual(perform(.adjustClock(60)), [.changeTime(nil), .adjustClocks(60)])
  }

  @Test("a scene without a timeline isn't affected by the pointer")
  mutating func noTimeline() {
    expectEqual(send(.pointer(x: 120, y: 199)), [])
    expectEqual(press(x: 120, y: 199), [])
    expectEqual(send(.buttonReleased(1)), [])
    #expect(!viewer.page.showsTimeline)
  }

  @Test("the timeline appears when the pointer comes near, and disappears when it leaves")
  mutating func nearTimeline() {
    showAnimation()
    expectEqual(send(.pointer(x: 120, y: 115)), [])
    expectEqual(send(.pointer(x: 120, y: 116)), [.showPointer(true), .redraw])
    expectEqual(send(.pointer(x: 121, y: 117)), [])
    // On the bar, the time under the pointer is shown.
    expectEqual(send(.pointer(x: 121, y: 185)), [.redraw])
    expectEqual(send(.pointerLeft), [.showPointer(false), .redraw])
    expectEqual(send(.pointerLeft), [])
  }

  @Test("dragging the timeline seeks, without a pause badge, and playback continues afterwards")
  mutating func scrubbing() {
    showAnimation()
    let begun = press(x: 18, y: 185)
    let start = Effect.changeTime(.pause(at: Timestamp(seconds: 10 * 0.5 / 204)))
    expectEqual(begun, [.showPointer(true), start, .redraw])
    situation.isPaused = true
    _ = viewer.effects(
      of: .timeChanged(.pause(at: .zero), isPaused: true, speed: 1), in: situation)
    #expect(!viewer.overlay.isPaused)
    expectEqual(send(.pointer(x: 999, y: 5)), [.changeTime(.pause(at: .seconds(9.96)))])
    expectEqual(send(.buttonReleased(3)), [])
    expectEqual(send(.buttonReleased(1)), [.showPointer(false), .changeTime(.resume), .redraw])
  }

  @Test("the button on the timeline pauses, the wheel over it seeks, and a key keeps it")
  mutating func timelineButtons() {
    showAnimation()
    expectEqual(press(x: 20, y: 165), [.showPointer(true), .changeTime(.togglePause), .redraw])
    #expect(!viewer.page.isScrubbing)
    expectEqual(press(x: 100, y: 185, button: 4), [.changeTime(.seek(by: 1))])
    expectEqual(press(x: 100, y: 185, button: 5), [.changeTime(.seek(by: -1))])
    _ = send(.pointerLeft)
    #expect(!viewer.page.showsTimeline)
    expectEqual(perform(.toggleTimeline), [.showPointer(true), .redraw])
    expectEqual(perform(.toggleTimeline), [.showPointer(false), .redraw])
    // Under the help, it can't be pressed.
    _ = perform(.toggleHelp)
    #expect(press(x: 20, y: 165) == [] && !viewer.page.isScrubbing)
  }

  @Test("arrows seek by a tenth of an animation in whole frames, and by at most five seconds")
  mutating func steps() {
    expectEqual(perform(.seek(1)), [.changeTime(.seek(by: 5))])
    for (frames, step) in [(250.0, 1.0), (12, 1 / 25.0), (3, 1 / 25.0), (5_000, 5)] {
      viewer = Viewer(
        PlaylistItem(name: "a", scene: VideoScene(frames: 0..<frames, rate: 25)))
      expectEqual(perform(.seek(-1)), [.changeTime(.seek(by: -step))], "\(frames)")
    }
  }

  @Test("a part is repeated between two frames, in either order, and then the entire animation")
  mutating func repeatedPart() {
    showAnimation()
    situation.sceneTime = .seconds(4)
    _ = perform(.setRepeatedPart)
    let own = viewer.item.scene.playback
    expectEqual(viewer.chosenPlayback, own)
    situation.sceneTime = .seconds(2)
    let effects = perform(.setRepeatedPart)
    expectEqual(effects.prefix(2), [.runScene, .changeTime(.move(to: .zero))])
    expectEqual(viewer.overlay.toast?.text, "repeat frames 51 to 101")
    expectEqual(viewer.chosenPlayback?.frame(at: 0), 50)
    expectEqual(viewer.chosenPlayback?.frame(at: 51 / 25.0 + 0.5), 62.5)
    _ = perform(.setRepeatedPart)
    expectEqual(viewer.chosenPlayback, own)
  }

  @Test(
    "a file that is read again keeps the repeated part, as long as any of it exists"
  )
  mutating func repeatedPartOfAFileReadAgain() {
    let own = video(250).scene.playback
    func video(_ frames: Double) -> PlaylistItem {
      PlaylistItem(name: "a", scene: VideoScene(frames: 0..<frames))
    }
    _ = viewer.show(video(250), at: now)
    for seconds in [2.0, 4] {
      situation.sceneTime = .seconds(seconds)
      _ = perform(.setRepeatedPart)
    }
    _ = viewer.reload(video(250), sceneTime: .zero, at: now)
    expectEqual(viewer.chosenPlayback?.range, 50..<101)
    _ = viewer.reload(video(80), sceneTime: .zero, at: now)
    expectEqual(viewer.chosenPlayback?.range, 50..<80)
    _ = viewer.reload(video(20), sceneTime: .zero, at: now)
    expectEqual(viewer.chosenPlayback?.range, 0..<20)
    for seconds in [2.0, 4] {
      situation.sceneTime = .seconds(seconds)
      _ = perform(.setRepeatedPart)
    }
    _ = viewer.show(video(250), at: now)
    expectEqual(viewer.chosenPlayback, own)
  }

  @Test("an animation is played in a loop, back and forth, or once")
  mutating func repetition() {
    showAnimation()
    let own = viewer.item.scene.playback
    _ = perform(.turnRepetition)
    expectEqual(viewer.overlay.toast?.text, "back and forth")
    // Neither the first frame nor the last is shown twice at the turn: 498 frames begin again.
    for (time, frame) in [(4.0, 100.0), (14, 148), (19.92, 0), (20.4, 12)] {
      expectEqual(viewer.chosenPlayback?.frame(at: time), frame)
    }
    _ = perform(.turnRepetition)
    expectEqual(viewer.overlay.toast?.text, "once")
    expectEqual(viewer.chosenPlayback?.frame(at: 1e9), 249)
    _ = perform(.turnRepetition)
    expectEqual(viewer.chosenPlayback, own)
  }

  @Test("an animation that was paused stays paused when the timeline is released")
  mutating func scrubbingPaused() {
    showAnimation()
    situation.isPaused = true
    _ = press(x: 12, y: 190)
    expectEqual(send(.buttonReleased(1)), [.changeTime(nil), .redraw])
    _ = viewer.effects(of: .timeChanged(nil, isPaused: true, speed: 1), in: situation)
    #expect(viewer.overlay.isPaused)
  }

  @Test("a toast disappears after its time, with the next frame")
  mutating func toast() {
    situation.now = now
    _ = viewer.effects(of: .say("hello"), in: situation)
    situation.now = now + 1.99
    _ = viewer.prepareOverlay(in: situation)
    #expect(viewer.overlay.toast != nil)
    situation.now = now + 2
    _ = viewer.prepareOverlay(in: situation)
    #expect(viewer.overlay.toast == nil)
  }
}

@Suite("Display, without a window")
struct ViewerItemTests {
  private var viewer = Viewer(Self.scene("first"))
  private let now = Timestamp(seconds: 100)
  private let situation = Situation(
    size: PixelSize(width: 240, height: 200), now: .seconds(100))
  /// The effects of every message.
  private var toast: [Effect] { [.redrawLater(at: now + Toast.duration), .redraw] }

  /// Returns a scene without an end.
  private static func scene(_ name: String) -> PlaylistItem {
    PlaylistItem(name: name, scene: BenchScene())
  }

  /// Returns an animation of ten seconds at 25 frames per second, or as long or short at another
  /// rate.
  private static func video(_ name: String, rate: Double = 25) -> PlaylistItem {
    PlaylistItem(name: name, scene: VideoScene(frames: 0..<10 * rate, rate: rate), path: name)
  }

  private static func broken(_ name: String) -> PlaylistItem {
    PlaylistItem(name: name, scene: BenchScene(), path: name, error: "\(name): not JSON")
  }

  @Test("keys open other scenes, and don't show them before they are open")
  mutating func keys() {
    let last = SceneCatalog.entries.count - 1
    expectEqual(viewer.perform(.turn(-1), in: situation), [.openScene(last)])
    expectEqual(viewer.perform(.showScene(3), in: situation), [.openScene(3)])
    expectEqual(viewer.perform(.turnToEnd(.first), in: situation), [.changeTime(.seekToStart)])
    expectEqual(viewer.perform(.turnToEnd(.last), in: situation), [])
    expectEqual(viewer.item.name, "first")
    _ = viewer.effects(of: .openedScene(DemoScene(BenchScene())), in: situation)
    expectEqual(viewer.item.name, "scene \(SceneCatalog.entries[3].name)")
  }

  @Test("endless scenes continue at the current time, and their name is shown")
  mutating func scenes() {
    let effects = viewer.show(Self.scene("second"), at: now)
    expectEqual(
      effects,
      [
        .adjustClocks(0), .runScene, .growWindow,
      ] + toast)
    expectEqual(viewer.item.name, "second")
    expectEqual(viewer.overlay.toast?.text, "second")
  }

  @Test("an animation starts from its beginning, and so do the following ones")
  mutating func animations() {
    let first = viewer.show(Self.video("a"), at: now)
    expectEqual(
      first,
      [
        .followPointer(true), .setTitle("a - x11viewer"), .adjustClocks(0), .runScene,
        .changeTime(.move(to: .zero)), .growWindow,
      ] + toast)
    for next in [Self.video("b"), Self.scene("second")] {
      #expect(viewer.show(next, at: now).contains(.changeTime(.move(to: .zero))))
    }
    #expect(!viewer.show(Self.scene("third"), at: now).contains(.changeTime(.move(to: .zero))))
  }

  @Test("a notice about an item follows its name, and is shown alone at the start")
  mutating func notices() {
    var item = Self.video("a")
    item.notice = "1 thing is missing"
    _ = viewer.show(item, at: now)
    expectEqual(viewer.overlay.toast?.text, "a: 1 thing is missing")
    viewer = Viewer(item)
    _ = viewer.effects(of: .begin(hintsAtHelp: true), in: situation)
    _ = viewer.draw(at: now)
    expectEqual(viewer.overlay.toast?.text, "1 thing is missing")
  }

  @Test("the first item has its title and, once it is shown, a hint at the help if that is useful")
  mutating func beginning() {
    viewer = Viewer(Self.video("a"))
    let effects = viewer.effects(of: .begin(hintsAtHelp: false), in: situation)
    expectEqual(effects, [.followPointer(true), .setTitle("a - x11viewer")])
    expectEqual(viewer.draw(at: now), [])
    expectEqual(viewer.effects(of: .begin(hintsAtHelp: true), in: situation), effects)
    #expect(viewer.overlay.toast == nil)
    expectEqual(viewer.draw(at: now), toast)
    expectEqual(viewer.overlay.toast?.text, "? for keys")
    expectEqual(viewer.draw(at: now), [])
  }

  @Test("a title set by the user is kept")
  mutating func title() {
    viewer = Viewer(Self.video("a"), keepsTitle: true)
    expectEqual(
      viewer.effects(of: .begin(hintsAtHelp: false), in: situation), [.followPointer(true)])
    let effects = viewer.show(Self.video("b"), at: now)
    #expect(!effects.contains(.setTitle("b - x11viewer")))
    #expect(!effects.contains(.setTitle("x11viewer")))
  }

  @Test("the clocks of later scenes are set like those of earlier ones")
  mutating func clocks() {
    expectEqual(viewer.effects(of: .clocksDiffer(by: 60), in: situation), [.adjustClocks(60)])
    expectEqual(viewer.effects(of: .clocksDiffer(by: 3_600), in: situation), [.adjustClocks(3_600)])
    expectEqual(viewer.show(Self.scene("second"), at: now).first, .adjustClocks(3_660))
    expectEqual(viewer.effects(of: .clocksDiffer(by: -60), in: situation), [.adjustClocks(-60)])
    expectEqual(viewer.show(Self.scene("third"), at: now).first, .adjustClocks(3_600))
  }

  @Test("an item that can't be drawn is shown with the reason, and without a timeline")
  mutating func broken() {
    let size = PixelSize(width: 240, height: 200)
    viewer = Viewer(Self.video("a"))
    _ = viewer.handle(
      .button(ButtonClick(button: 1, x: 12, y: 190, time: 0, modifiers: [])),
      in: Situation(size: size))
    #expect(viewer.page.isScrubbing)
    let effects = viewer.show(Self.broken("b"), at: now)
    #expect(effects.contains(.changeTime(.move(to: .zero))))
    #expect(effects.contains(.followPointer(false)))
    expectEqual(viewer.overlay.error?.text, "b: not JSON")
    #expect(!viewer.page.showsTimeline)
    _ = viewer.show(Self.video("c"), at: now)
    #expect(viewer.overlay.error == nil)
    #expect(!viewer.page.showsTimeline)
  }

  @Test("a changed file with the same frame rate continues at the same time")
  mutating func reloaded() {
    viewer = Viewer(Self.video("a"))
    let effects = viewer.reload(Self.video("a2"), sceneTime: .seconds(4), at: now)
    expectEqual(
      effects,
      [
        .setTitle("a2 - x11viewer"), .adjustClocks(0), .runScene, .redraw,
      ])
    expectEqual(viewer.item.name, "a2")
    #expect(viewer.overlay.toast == nil)
  }

  @Test("a changed file with another rate is shown at the same frame")
  mutating func otherRate() {
    viewer = Viewer(Self.video("a"))
    let effects = viewer.reload(Self.video("a", rate: 50), sceneTime: .seconds(4), at: now)
    #expect(effects.contains(.changeTime(.move(to: .seconds(2)))))
  }

  @Test("a changed file that can't be drawn keeps the last frame, with the reason over it")
  mutating func brokenReload() {
    viewer = Viewer(Self.video("a"))
    for _ in 0..<2 {
      let effects = viewer.reload(Self.broken("a2"), sceneTime: .seconds(4), at: now)
      expectEqual(effects, [.redraw])
      expectEqual(viewer.item.name, "a")
      expectEqual(viewer.overlay.error?.text, "a2: not JSON")
    }
    let mended = viewer.reload(Self.video("a3", rate: 50), sceneTime: .seconds(4), at: now)
    #expect(mended.contains(.changeTime(.move(to: .seconds(2)))))
    expectEqual(viewer.item.name, "a3")
    #expect(viewer.overlay.error == nil)
  }

  @Test("a file that couldn't be drawn before starts from its beginning once it can")
  mutating func mended() {
    _ = viewer.show(Self.broken("a"), at: now)
    let effects = viewer.reload(Self.video("a"), sceneTime: .seconds(4), at: now)
    #expect(effects.contains(.runScene))
    #expect(effects.contains(.changeTime(.move(to: .zero))))
    #expect(viewer.overlay.error == nil)
  }

  @Test("a notice about a changed file is shown once, unless it is different")
  mutating func reloadNotice() {
    viewer = Viewer(Self.video("a"))
    var item = Self.video("a")
    for (notice, isShown) in [("1 thing", true), ("1 thing", false), ("2 things", true)] {
      item.notice = notice
      let effects = viewer.reload(item, sceneTime: .zero, at: now)
      expectEqual(effects.contains(.redrawLater(at: now + Toast.duration)), isShown, "\(notice)")
    }
    expectEqual(viewer.overlay.toast?.text, "2 things")
  }

  @Test("omissions in frames are reported once per item, and again after reloading")
  mutating func omissions() {
    let scene = VideoScene()
    viewer = Viewer(PlaylistItem(name: "a", scene: scene))
    expectEqual(viewer.draw(at: now), [])
    scene.omission = SceneOmission(
      frame: 0, Diagnostic(code: "test.half", .notDrawn, "half of it"))
    let report: [Effect] = [.log(.warning, "a: half of it")] + toast
    expectEqual(viewer.draw(at: now), report)
    expectEqual(viewer.draw(at: now), [])
    _ = viewer.reload(viewer.item, sceneTime: .zero, at: now)
    expectEqual(viewer.draw(at: now), report)
    _ = viewer.show(Self.video("b"), at: now)
    expectEqual(viewer.draw(at: now), [])
  }

  @Test("failed expressions are reported once for each item, after the current message")
  mutating func failedExpressions() {
    let failures = Text()
    var item = Self.video("a")
    item.opened.failures = { failures.value }
    _ = viewer.show(item, at: now)
    endToast()
    expectEqual(viewer.draw(at: now), [])
    failures.value = "2 expressions fail"
    _ = viewer.effects(of: .say("speed 2.00×"), in: situation)
    expectEqual(viewer.draw(at: now), [])
    endToast()
    expectEqual(viewer.draw(at: now), toast)
    expectEqual(viewer.overlay.toast?.text, "a: 2 expressions fail; see x11viewer info a")
    endToast()
    failures.value = "3 expressions fail"
    expectEqual(viewer.draw(at: now), [])
    failures.value = "1 expression fails"
    _ = viewer.reload(item, sceneTime: .zero, at: now)
    expectEqual(viewer.draw(at: now), toast)
    expectEqual(viewer.overlay.toast?.text, "a: 1 expression fails; see x11viewer info a")
  }

  private final class Text {
    var value: String?
  }

  private mutating func endToast() {
    let situation = Situation(
      size: PixelSize(width: 240, height: 200), now: now + Toast.duration)
    _ = viewer.prepareOverlay(in: situation)
  }

  @Test("the timeline shows the frame and the time of the played part")
  func timeline() throws {
    let scene = VideoScene(frames: 5..<25, rate: 50)
    scene.playback?.markers = [25, 15, 0, 5].map {
      SceneMarker(frame: $0, name: "at \(Int($0))")
    }
    var viewer = Viewer(PlaylistItem(name: "a", scene: scene))
    var situation = Situation(size: PixelSize(width: 240, height: 200))
    _ = viewer.perform(.toggleTimeline, in: situation)
    situation.sceneTime = .seconds(0.3)
    _ = viewer.prepareOverlay(in: situation)
    let bar = try #require(viewer.overlay.timeline)
    expectEqual(bar.frame, 20)
    expectEqual(bar.time, 0.3)
    expectEqual(bar.progress, 0.75)
    expectEqual(bar.content.markers.map(\.progress), [0, 0.5])
    expectEqual(bar.content.markers.map(\.name), ["at 5", "at 15"])
    #expect(bar.content.totalFrames == "/ 25" && bar.content.totalTime == "0:00.40")
    #expect(TimelineContent(of: nil) == nil)
  }

  @Test(
    "a press on the timeline seeks to the frame there, or to a whole frame if there are no others")
  func seeking() {
    let scene = VideoScene(frames: 5..<25, rate: 10)
    func time(atProgress progress: Double, in scene: any Scene) -> Timestamp {
      PlaybackControl(of: scene, loops: true, speed: 1).time(atProgress: progress)
    }
    expectEqual(time(atProgress: 0, in: scene), .zero)
    expectEqual(time(atProgress: 0.34, in: scene), .seconds(0.68))
    scene.playback?.hasSubframes = false
    expectEqual(time(atProgress: 0.34, in: scene), .seconds(0.6))
    expectEqual(time(atProgress: 0.5, in: BenchScene()), .zero)
  }
}
