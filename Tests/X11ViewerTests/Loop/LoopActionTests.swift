import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimationFormats
@testable import DemoScenes
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import X11Viewer
@testable import XWindow

@Suite("User actions, in virtual time", .xServer)
struct LoopActionTests {
  private static let size = PixelSize(width: 240, height: 200)

  /// Scenes without an image that note how their clocks are set.
  private func sceneStage(isAnimated: Bool = true) throws -> LoopStage {
    try LoopStage(
      scenes: ItemSource { _ in BenchScene.item(isAnimated: isAnimated) }, size: Self.size)
  }

  private func adjustment(_ stage: LoopStage) -> Seconds? {
    (stage.loop.player.view.scene as? BenchScene)?.adjustment
  }

  @Test("the clock's setting is kept when scenes change")
  func clock() throws {
    let stage = try sceneStage()
    try stage.perform(.adjustClock(60))
    try stage.perform(.adjustClock(3_600))
    expectEqual(adjustment(stage), 3_660)
    try stage.perform(.turn(1))
    expectEqual(adjustment(stage), 3_660)
    try stage.perform(.adjustClock(-60))
    expectEqual(adjustment(stage), 3_600)
    try stage.perform(.showScene(2))
    expectEqual(adjustment(stage), 3_600)
    try stage.perform(.turn(-1))
    expectEqual(adjustment(stage), 3_600)
  }

  @Test("scenes continue at the same time when scenes change")
  func scenes() throws {
    let stage = try sceneStage()
    try stage.pass(1)
    let before = stage.loop.player.sceneTime
    try stage.perform(.turn(1))
    #expect((0...0.1).contains(stage.loop.player.sceneTime - before))
    expectEqual(stage.loop.controller.overlay.toast?.text, "scene \(SceneCatalog.entries[1].name)")
    try stage.perform(.showScene(99))
    expectEqual(stage.loop.controller.item.name, "scene \(SceneCatalog.entries[1].name)")
  }

  @Test("clocks are corrected after a stop, but not while time is paused or changed")
  func wallClock() throws {
    var offset: Seconds = 0
    var stage: LoopStage?
    let event = try EventDescriptor()
    let time = TimeOfDay(
      localTime: { (stage?.now ?? .now) + offset },
      steps: ClockStepWatcher(owning: dup(event.fileDescriptor)))
    let made = try LoopStage(scenes: ItemSource { _ in BenchScene.item() }, size: Self.size) {
      $0.timeOfDay = time
    }
    stage = made
    try made.pass(1)
    expectEqual(adjustment(made), 0)
    offset = 7_200
    try made.pass(1.1)
    expectEqual(adjustment(made), 7_200)
    // Hidden for ten seconds.
    made.setVisible(false)
    try made.pass(10)
    made.setVisible(true)
    try made.pass(1.1)
    expectEqual(adjustment(made), 7_210)
    // After a pause by the user, the clock stays behind.
    try made.perform(.time(.togglePause))
    try made.pass(10)
    expectEqual(adjustment(made), 7_210)
    try made.perform(.time(.togglePause))
    try made.pass(2)
    expectEqual(adjustment(made), 7_210)
  }

  @Test("frames that are drawn while time is paused or faster don't correct clocks")
  func wallClockOfUnsteadyTime() throws {
    weak var stage: LoopStage?
    let event = try EventDescriptor()
    let time = TimeOfDay(
      localTime: { stage?.now ?? .now },
      steps: ClockStepWatcher(owning: dup(event.fileDescriptor)))
    let made = try LoopStage(scenes: ItemSource { _ in BenchScene.item() }, size: Self.size) {
      $0.timeOfDay = time
    }
    stage = made
    try made.pass(1)
    try made.perform(.time(.multiplySpeed(2)))
    try made.pass(5)
    expectEqual(adjustment(made), 0)
    try made.perform(.time(.resetSpeed))
    try made.pass(2)
    expectEqual(adjustment(made), 0)
    try made.perform(.time(.togglePause))
    try made.pass(5)
    let frames = made.times.count
    try made.perform(.toggleHelp)
    #expect(made.times.count > frames)
    expectEqual(adjustment(made), 0)
  }

  @Test("time keys have an effect, which the badge and the message show")
  func time() throws {
    let stage = try sceneStage()
    try stage.pass(0.5)
    try stage.perform(.time(.togglePause))
    #expect(stage.loop.controller.overlay.isPaused)
    let paused = stage.loop.player.sceneTime
    try stage.pass(1)
    expectEqual(stage.loop.player.sceneTime, paused)
    try stage.perform(.time(.step(1)))
    // Scenes step by the frames of the window.
    #expect(abs(stage.loop.player.sceneTime - paused - 0.02) < 0.021)
    try stage.perform(.time(.seek(by: 5)))
    #expect((4.9...5.1).contains(stage.loop.player.sceneTime - paused))
    try stage.perform(.time(.togglePause))
    #expect(!stage.loop.controller.overlay.isPaused)
    try stage.perform(.time(.multiplySpeed(2)))
    expectEqual(stage.loop.controller.overlay.toast?.text, "speed 2.00×")
    let fast = stage.loop.player.sceneTime
    try stage.pass(1)
    #expect(abs(stage.loop.player.sceneTime - fast - 2) < 0.05)
    try stage.perform(.time(.resetSpeed))
    expectEqual(stage.loop.controller.overlay.toast?.text, "speed 1.00×")
    try stage.perform(.time(.seekToStart))
    #expect(stage.loop.player.sceneTime < .seconds(0.1))
  }

  @Test("a toast is shown for two seconds")
  func toast() throws {
    let stage = try sceneStage(isAnimated: false)
    try stage.pass(0.1)
    try stage.perform(.time(.multiplySpeed(2)))
    #expect(stage.loop.controller.overlay.toast != nil)
    try stage.pass(1.9)
    #expect(stage.loop.controller.overlay.toast != nil)
    try stage.pass(0.15)
    #expect(stage.loop.controller.overlay.toast == nil)
  }

  @Test("help, statistics and backgrounds are toggled by their keys")
  func panels() throws {
    let stage = try sceneStage()
    try stage.perform(.toggleHelp)
    #expect(stage.loop.controller.overlay.showsHelp)
    try stage.perform(.toggleHelp)
    #expect(!stage.loop.controller.overlay.showsHelp)
    try stage.perform(.toggleStatistics)
    #expect(stage.loop.controller.overlay.statistics != nil)
    #expect(stage.loop.engine.cycle.timesCompletions)
    try stage.perform(.toggleStatistics)
    #expect(stage.loop.controller.overlay.statistics == nil)
    #expect(!stage.loop.engine.cycle.timesCompletions)
    var colors: [UInt32] = []
    for _ in 0..<4 {
      try stage.pass(0.05)
      colors.append(stage.renderer.image[20, 4])
      try stage.perform(.turnBackdrop)
    }
    expectEqual(colors, [0xFFFF_FFFF, 0xFF00_0000, 0xFFCC_CCCC, 0xFFFF_FFFF])
  }

  @Test("the window's close button, its loss and keys end the run in their own ways")
  func ends() throws {
    for (event, outcome) in [
      (Event.deleteWindow, FrameCycle.Outcome.finished),
      (.destroyed, .windowLost),
    ] {
      let stage = try sceneStage()
      stage.send(event)
      try stage.turns()
      expectEqual(stage.outcome, outcome)
    }
    let stage = try sceneStage()
    stage.loop.perform(.leave, at: stage.now)
    try stage.turns()
    expectEqual(stage.outcome, .finished)
  }

  @Test("a lost area is repaired, and a new size is drawn")
  func events() throws {
    let stage = try sceneStage()
    try stage.pass(0.1)
    let area = PixelRect(x0: 3, y0: 4, x1: 30, y1: 40)
    stage.send(.expose(area: area, remaining: 0))
    try stage.turns()
    expectEqual(stage.renderer.repaired, [area])
    let size = PixelSize(width: 123, height: 45)
    stage.send(.configure(size: size, position: WindowPosition(x: 0, y: 0), origin: .parent))
    try stage.pass(0.05)
    expectEqual(stage.renderer.image.size, size)
  }

  @Test("a double click makes the window fullscreen, and a click of another button doesn't")
  func doubleClick() throws {
    let stage = try sceneStage()
    stage.press(x: 10, y: 10, at: 1_000)
    stage.press(x: 10, y: 10, button: 2, at: 1_050)
    stage.press(x: 10, y: 10, at: 1_100)
    #expect(!stage.loop.session.window.isFullscreen)
    stage.press(x: 10, y: 10, at: 1_200)
    #expect(stage.loop.session.window.isFullscreen)
    // Escape leaves fullscreen first.
    stage.loop.perform(.leave, at: stage.now)
    #expect(!stage.loop.session.window.isFullscreen)
    try stage.turns()
    #expect(stage.outcome == nil)
  }

  @Test("the time during which a window was hidden doesn't count as the time of a frame")
  func interruption() throws {
    let stage = try sceneStage()
    try stage.pass(1)
    stage.setVisible(false)
    try stage.pass(30)
    stage.setVisible(true)
    try stage.pass(1)
    let rows = stage.statistics.summary().rows
    let times = try #require(rows.first { $0.measure == .frameTime })
    #expect(times.count > 90)
    #expect(try #require(times.value(at: 100)) < 100_000_000)
    expectEqual(stage.statistics.missed, 0)
  }

  @Test("a window that leaves its output follows the one that shows it")
  func output() throws {
    let old = DisplayOutput(
      crtc: 1, area: PixelRect(x0: 0, y0: 0, x1: 300, y1: 300), refreshRate: nil)
    let stage = try LoopStage(
      scenes: ItemSource { _ in BenchScene.item() }, size: Self.size, output: old)
    func move(_ x: Int, _ y: Int) throws {
      stage.send(
        .configure(size: Self.size, position: WindowPosition(x: x, y: y), origin: .parent))
      try stage.pass(0.05)
    }
    try move(60, 100)
    expectEqual(stage.loop.engine.output, old)
    try move(61, 100)
    #expect(stage.loop.engine.output != old)
    expectEqual(stage.loop.engine.output, stage.loop.session.connection.outputs().first)
    // Not even a window that is partly on another output makes round trips as it moves.
    let connection = stage.loop.session.connection
    let count = connection.requestCount
    for x in 0..<3 {
      stage.send(
        .configure(
          size: Self.size, position: WindowPosition(x: -50 - x, y: 0), origin: .parent))
    }
    expectEqual(connection.requestCount, count)
  }

  @Test("images are encoded in the background, while frames continue")
  func sharing() throws {
    let work = HeldWork()
    let stage = try LoopStage(scenes: ItemSource { _ in BenchScene.item() }, size: Self.size) {
      $0.work = { _ in work }
    }
    try stage.perform(.copyImage)
    let count = stage.times.count
    try stage.pass(0.2)
    #expect(stage.times.count > count)
    #expect(stage.loop.controller.overlay.toast == nil)
    expectEqual(work.count, 1)
    work.finishFirst()
    try stage.pass(0.1)
    expectEqual(stage.loop.controller.overlay.toast?.text, "copied the image")
  }

  @Test("vblanks are those of the output that shows the window, from the start")
  func firstOutput() throws {
    // Of the window of 240 by 200 pixels, the upper left part is on this output.
    let output = DisplayOutput(
      crtc: 1, area: PixelRect(x0: 0, y0: 0, x1: 100, y1: 60), refreshRate: nil)
    let stage = try LoopStage(
      scenes: ItemSource { _ in BenchScene.item() }, size: Self.size, output: output
    ) {
      $0.timing = TimingConfiguration()
    }
    try expectEqual(stage.probePosition(), WindowPosition(x: 50, y: 30))
  }

  @Test("an image that can't be drawn is reported once, until one can be drawn again")
  func undrawable() throws {
    let stage = try sceneStage()
    try stage.pass(0.1)
    stage.renderer.error = .noMemory(Self.size)
    try stage.perform(.toggleHelp)
    expectEqual(stage.loop.drawingError, .noMemory(Self.size))
    let count = stage.times.count
    try stage.pass(1)
    expectEqual(stage.times.count, count)
    stage.renderer.error = nil
    try stage.perform(.toggleHelp)
    #expect(stage.loop.drawingError == nil)
    #expect(stage.times.count > count)
  }
}

@Suite("Files in the window, in virtual time", .xServer)
struct LoopFileTests {
  private static let size = PixelSize(width: 240, height: 200)
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(height: 200).json, to: "a.json")
    try scratch.write(TestAnimation(rate: 50, height: 200, color: "[0,0,1]").json, to: "b.json")
  }

  private func stage(
    _ names: [String] = ["a.json", "b.json"],
    _ change: (inout FileConfiguration) -> Void = { _ in }
  ) throws -> LoopStage {
    var files = FileConfiguration()
    files.hasSubframes = false
    change(&files)
    let stage = try LoopStage(files: names.map { scratch / $0 }, files, size: Self.size)
    try stage.pass(0.1)
    return stage
  }

  private func frame(_ stage: LoopStage) -> Double {
    stage.loop.controller.item.animation?.frame ?? -1
  }

  /// Returns whether the last image has a timeline along its lower edge.
  private func hasTimeline(_ stage: LoopStage) -> Bool {
    stage.renderer.image[120, 190] != 0xFFFF_FFFF
  }

  @Test("the timeline is shown while the pointer is near, and while it is dragged anywhere")
  func timeline() throws {
    let stage = try stage()
    func move(_ x: Int, _ y: Int) throws {
      stage.send(.pointer(x: x, y: y))
      try stage.pass(0.06)
    }
    try move(100, 50)
    #expect(!hasTimeline(stage))
    try move(100, 115)
    #expect(!hasTimeline(stage))
    try move(100, 116)
    #expect(hasTimeline(stage))
    #expect(stage.loop.session.window.showsPointer)
    try move(100, 50)
    #expect(!hasTimeline(stage))
    #expect(!stage.loop.session.window.showsPointer)
    // Above the bar a press doesn't seek.
    try move(100, 160)
    stage.press(x: 120, y: 157)
    #expect(!stage.loop.controller.isScrubbing)
    stage.press(x: 120, y: 180)
    #expect(stage.loop.controller.isScrubbing)
    try stage.pass(0.06)
    #expect(hasTimeline(stage))
    expectEqual(frame(stage), 25)
    try move(100, 5)
    #expect(hasTimeline(stage))
    expectEqual(frame(stage), 20)
    stage.send(.pointerLeft)
    try stage.pass(0.06)
    #expect(hasTimeline(stage))
    try move(239, -20)
    #expect(hasTimeline(stage))
    expectEqual(frame(stage), 49)
    // No badge: it isn't the user who paused.
    #expect(!stage.loop.controller.overlay.isPaused)
    stage.send(.buttonReleased(3))
    #expect(stage.loop.controller.isScrubbing)
    stage.send(.buttonReleased(1))
    try stage.pass(0.1)
    #expect(!hasTimeline(stage))
    #expect(!stage.loop.engine.cycle.timeline.isPaused)
    try move(100, 199)
    stage.send(.pointerLeft)
    try stage.pass(0.06)
    #expect(!hasTimeline(stage))
  }

  @Test("an animation that was paused stays paused where the timeline was released")
  func scrubbingPaused() throws {
    let stage = try stage()
    try stage.perform(.time(.togglePause))
    stage.press(x: 12, y: 190)
    try stage.pass(0.06)
    expectEqual(frame(stage), 0)
    stage.send(.pointer(x: 120, y: 190))
    // A second press while dragging doesn't count as the user's pause.
    stage.press(x: 120, y: 190, at: 500)
    stage.send(.buttonReleased(1))
    try stage.pass(0.5)
    expectEqual(frame(stage), 25)
    #expect(stage.loop.engine.cycle.timeline.isPaused)
    #expect(stage.loop.controller.overlay.isPaused)
    // Dragging during playback, with two presses, continues the playback.
    try stage.perform(.time(.togglePause))
    stage.press(x: 12, y: 190)
    stage.press(x: 12, y: 190, at: 900)
    stage.send(.buttonReleased(1))
    #expect(!stage.loop.engine.cycle.timeline.isPaused)
  }

  @Test("the timeline shows the frame and the time of the played part")
  func label() throws {
    try scratch.write(
      TestAnimation(
        height: 200,
        more:
          ", \"markers\": [{\"cm\": \"part\", \"tm\": 20, \"dr\": 20}, {\"cm\": \"x\", \"tm\": 55}]"
      ).json, to: "a.json")
    let stage = try stage { $0.marker = "part" }
    stage.send(.pointer(x: 1, y: 199))
    try stage.perform(.time(.pause(at: .seconds(0.4))))
    let bar = try #require(stage.loop.controller.overlay.timeline)
    #expect(bar.frame == 20 && bar.isPaused)
    #expect(abs(bar.time - 0.4) < 1e-9)
    expectEqual(bar.progress, 0.5)
    expectEqual(bar.content.markers, [TimelineContent.Marker(progress: 0, name: "part")])
  }

  @Test("another file starts from its beginning, and steps by its own frames")
  func pages() throws {
    let stage = try stage()
    try stage.pass(0.5)
    #expect(frame(stage) > 10)
    try stage.perform(.turn(1))
    #expect(frame(stage) <= 4)
    expectEqual(stage.loop.controller.overlay.toast?.text, "b.json (2 of 2)")
    try stage.perform(.time(.pause(at: .seconds(0.2))))
    expectEqual(frame(stage), 10)
    try stage.perform(.time(.step(1)))
    expectEqual(frame(stage), 11)
    try stage.perform(.turn(1))
    expectEqual(frame(stage), 0)
    try stage.perform(.time(.step(1)))
    expectEqual(frame(stage), 1)
    expectEqual(stage.loop.player.sceneTime, .seconds(0.04))
  }

  @Test(
    "a changed file is shown at the same frame, whatever its rate, and a notice appears once")
  func reload() throws {
    let stage = try stage()
    try stage.perform(.time(.pause(at: .seconds(0.8))))
    expectEqual(frame(stage), 20)
    let changed = TestAnimation(
      rate: 50, height: 200, color: "[0,1,0]",
      more: ", \"assets\": [{\"id\": \"x\", \"p\": \"x.png\"}]")
    try scratch.write(changed.json, to: "a.json")
    try stage.pass(0.06)
    expectEqual(frame(stage), 20)
    expectEqual(stage.loop.player.sceneTime, .seconds(0.4))
    expectEqual(stage.renderer.image[85, 100], 0xFF00_FF00)
    expectEqual(stage.loop.controller.overlay.toast?.text.contains("image cannot be read"), true)
    try stage.pass(Toast.duration)
    try scratch.write(changed.json, to: "a.json")
    try stage.pass(0.06)
    #expect(stage.loop.controller.overlay.toast == nil)
    // A broken file leaves the image, with the reason.
    try scratch.write("{", to: "a.json")
    try stage.pass(0.06)
    #expect(stage.loop.controller.overlay.error != nil)
    expectEqual(stage.renderer.image[85, 100], 0xFF00_FF00)
    try scratch.write(TestAnimation(height: 200).json, to: "a.json")
    try stage.pass(0.06)
    #expect(stage.loop.controller.overlay.error == nil)
    expectEqual(frame(stage), 20)
    expectEqual(stage.renderer.image[85, 100], TestAnimation.red)
  }

  @Test(
    "a changed folder that takes long to read blocks no frame, and is read once for many changes")
  func slowFolder() throws {
    let work = HeldWork()
    let stage = try LoopStage(
      files: [scratch / "a.json"], size: PixelSize(width: 240, height: 200), work: work)
    try stage.pass(0.1)
    for count in 1...5 {
      try scratch.write(TestAnimation(height: 200).json, to: "c\(count).json")
      try scratch.write(TestAnimation(height: 200, color: "[0,1,0]").json, to: "a.json")
      let frames = stage.times.count
      try stage.pass(1)
      #expect(stage.times.count - frames >= 45)
      expectEqual(work.count, 1)
    }
    // The file is read when the folder is.
    expectEqual(stage.renderer.image[85, 100] == 0xFF00_FF00, false)
    work.finishFirst()
    try stage.pass(0.06)
    // Once more, because it changed while it was being read, and then the file.
    for _ in 0..<2 {
      expectEqual(work.count, 1)
      work.finishFirst()
      try stage.pass(0.06)
    }
    expectEqual(work.count, 0)
    expectEqual(stage.loop.controller.item.position, "1 of 7")
  }

  @Test(
    "keys pressed while a folder is read page as often in their directions afterwards")
  func keysDuringReading() throws {
    let work = HeldWork()
    let stage = try LoopStage(
      files: [scratch / "a.json"], size: PixelSize(width: 240, height: 200), work: work)
    for name in ["c", "d", "e"] {
      try scratch.write(TestAnimation(height: 200).json, to: "\(name).json")
    }
    for count in [1, 1, 1, -1, 1] { try stage.perform(.turn(count)) }
    // A file that is changed by another program doesn't discard them.
    try scratch.write(TestAnimation(height: 200).json, to: "a.json")
    try stage.pass(0.06)
    expectEqual(stage.loop.controller.item.name, "a.json")
    try finish(work, stage)
    expectEqual(stage.loop.controller.item.name, "d.json")
    try stage.perform(.turn(-1))
    try stage.perform(.turn(1))
    try finish(work, stage)
    expectEqual(stage.loop.controller.item.name, "d.json")
  }

  /// Performs all work and its consequences.
  private func finish(_ work: HeldWork, _ stage: LoopStage) throws {
    while work.count > 0 {
      work.finishFirst()
      try stage.pass(0.06)
    }
  }

  @Test(
    "a file on a stopped disk blocks no frame, key or drop, and is dropped for another")
  func stoppedDisk() throws {
    for name in ["c", "d"] {
      try scratch.write(TestAnimation(height: 200).json, to: "\(name).json")
    }
    let work = HeldWork()
    let stage = try LoopStage(files: [scratch / "a.json"], size: Self.size, work: work)
    try stage.pass(0.1)
    func name() -> String { stage.loop.controller.item.name }
    /// The file that a key leads to is watched and opened, and neither ends.
    func turn(_ action: ViewerAction) throws {
      try stage.perform(action)
      work.finishFirst()
      try stage.pass(0.06)
      expectEqual(work.count, 2)
    }
    try turn(.turn(1))
    let frames = stage.times.count
    try stage.pass(1)
    #expect(stage.times.count - frames >= 45)
    try stage.perform(.time(.pause(at: .seconds(0.4))))
    #expect(name() == "a.json" && frame(stage) == 10)
    // The next key continues from there, and the earlier request isn't reported.
    let before = work.passedOver
    try stage.perform(.turn(1))
    #expect(work.passedOver > before)
    try finish(work, stage)
    expectEqual(name(), "c.json")
    // Return to the shown file.
    try turn(.turn(1))
    try stage.perform(.turn(-1))
    try finish(work, stage)
    expectEqual(name(), "c.json")
    // An overview shows the current file, and isn't closed by a later result.
    try turn(.turn(1))
    try stage.perform(.overview(.show))
    try finish(work, stage)
    #expect(name() == "c.json" && stage.loop.controller.overview != nil)
    try stage.perform(.overview(.close))
    // Dropped files are accepted meanwhile. If no files of a later drop can be drawn, the earlier
    // ones stay.
    try turn(.turn(1))
    try scratch.write("{", to: "broken.json")
    for file in ["a.json", "broken.json"] {
      stage.loop.drop([scratch / file], at: stage.now)
      for _ in 0..<3 { work.finishFirst() }
      try stage.pass(0.06)
      expectEqual(work.count, 2)
    }
    try finish(work, stage)
    expectEqual(name(), "c.json")
    try stage.perform(.turn(1))
    try finish(work, stage)
    expectEqual(name(), "d.json")
    stage.loop.drop([scratch / "a.json"], at: stage.now)
    try finish(work, stage)
    expectEqual(name(), "a.json")
  }

  @Test("dropped files replace the contents, are watched, and need no marker")
  func dropped() throws {
    try scratch.write(
      TestAnimation(
        height: 200, more: ", \"markers\": [{\"cm\": \"part\", \"tm\": 20, \"dr\": 20}]"
      )
      .json, to: "a.json")
    let stage = try stage(["a.json"]) { $0.marker = "part" }
    stage.loop.drop([scratch / "b.json"], at: stage.now)
    try stage.pass(0.06)
    expectEqual(stage.loop.controller.item.name, "b.json")
    #expect(stage.loop.controller.item.error == nil)
    expectEqual(stage.loop.controller.item.animation?.playback?.range, 0..<50)
    try stage.perform(.time(.pause(at: .seconds(0.4))))
    try scratch.write(TestAnimation(height: 200, color: "[0,1,0]").json, to: "b.json")
    try stage.pass(0.06)
    expectEqual(frame(stage), 20)
    expectEqual(stage.renderer.image[85, 100], 0xFF00_FF00)
    // For a folder without files, only a message is shown.
    try FileManager.default.createDirectory(
      atPath: scratch / "empty", withIntermediateDirectories: true)
    stage.loop.drop([scratch / "empty"], at: stage.now)
    expectEqual(stage.loop.controller.overlay.toast?.text.contains("no animations"), true)
    expectEqual(stage.loop.controller.item.name, "b.json")
  }

  @Test("files that are dropped on a built-in scene are watched")
  func droppedOnScene() throws {
    let items = ItemSource(work: WorkAtOnce()) { _ in BenchScene.item() }
    let stage = try LoopStage(scenes: items, size: Self.size)
    try stage.pass(0.1)
    stage.loop.drop([scratch / "a.json"], at: stage.now)
    try stage.perform(.time(.pause(at: .seconds(0.8))))
    expectEqual(stage.renderer.image[85, 100], TestAnimation.red)
    try scratch.write(TestAnimation(height: 200, color: "[0,1,0]").json, to: "a.json")
    try stage.pass(0.06)
    expectEqual(stage.renderer.image[85, 100], 0xFF00_FF00)
  }

  @Test("a file that cannot be drawn is skipped, and the reason is shown on request")
  func broken() throws {
    try scratch.write("{", to: "b.json")
    try scratch.write(TestAnimation(height: 200).json, to: "c.json")
    let stage = try stage(["a.json", "b.json", "c.json"])
    try stage.perform(.turn(1))
    expectEqual(stage.loop.controller.item.name, "c.json")
    #expect(stage.loop.controller.overlay.error == nil)
    try stage.perform(.toggleSkippedFiles)
    #expect(stage.loop.controller.overlay.skippedFiles != nil)
    try stage.perform(.turn(-1))
    expectEqual(stage.loop.controller.item.name, "a.json")
    expectEqual(stage.loop.controller.item.position, "1 of 2")
    // If no other file is left, the shown file remains.
    try scratch.write("{", to: "c.json")
    try stage.perform(.turn(1))
    expectEqual(stage.loop.controller.item.name, "a.json")
    expectEqual(stage.loop.controller.overlay.toast?.text, "no other animation here")
  }

  @Test("Home and End show the first and the last file, and then their first and last frame")
  func ends() throws {
    let stage = try stage()
    try stage.perform(.turnToEnd(.last))
    expectEqual(stage.loop.controller.item.name, "b.json")
    try stage.perform(.turnToEnd(.last))
    expectEqual(stage.loop.controller.item.name, "b.json")
    expectEqual(frame(stage), 49)
    #expect(stage.loop.engine.cycle.timeline.isPaused)
    try stage.perform(.turnToEnd(.first))
    expectEqual(stage.loop.controller.item.name, "a.json")
    try stage.perform(.time(.pause(at: .seconds(0.8))))
    try stage.perform(.turnToEnd(.first))
    expectEqual(frame(stage), 0)
  }

  @Test("Home and restart move to the requested start")
  func start() throws {
    let stage = try LoopStage(files: [scratch / "a.json"], size: Self.size) {
      $0.start = .seconds(0.8)
    }
    for action in [ViewerAction.turnToEnd(.first), .time(.restart)] {
      try stage.perform(.time(.pause(at: .seconds(1.6))))
      stage.loop.perform(action, at: stage.now)
      #expect(abs(stage.loop.player.sceneTime.seconds - 0.8) < 0.001)
    }
  }

  @Test("the title bar contains the file name, unless the user has set a title")
  func title() throws {
    for keeps in [false, true] {
      var files = FileConfiguration()
      files.hasSubframes = false
      let stage = try LoopStage(
        files: [scratch / "a.json", scratch / "b.json"], files, size: Self.size
      ) { $0.keepsTitle = keeps }
      try stage.perform(.turn(1))
      #expect(
        try stage.title().contains(keeps ? "\"x11viewer\"" : "\"b.json (2 of 2) - x11viewer\""))
    }
  }
}
