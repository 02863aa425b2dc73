import Foundation
import TestSupport
import Testing
import ViewerSupport
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
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

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
    stage.loop.viewer.item.animation?.frame ?? -1
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
    #expect(!stage.loop.viewer.page.isScrubbing)
    stage.press(x: 120, y: 180)
    #expect(stage.loop.viewer.page.isScrubbing)
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
    #expect(!stage.loop.viewer.overlay.isPaused)
    stage.send(.buttonReleased(3))
    #expect(stage.loop.viewer.page.isScrubbing)
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
    #expect(stage.loop.viewer.overlay.isPaused)
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
    let bar = try #require(stage.loop.viewer.overlay.timeline)
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
    expectEqual(stage.loop.viewer.overlay.toast?.text, "b.json (2 of 2)")
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
    expectEqual(stage.loop.viewer.overlay.toast?.text.contains("image cannot be read"), true)
    try stage.pass(Toast.duration)
    try scratch.write(changed.json, to: "a.json")
    try stage.pass(0.06)
    #expect(stage.loop.viewer.overlay.toast == nil)
    // A broken file leaves the image, with the reason.
    try scratch.write("{", to: "a.json")
    try stage.pass(0.06)
    #expect(stage.loop.viewer.overlay.error != nil)
    expectEqual(stage.renderer.image[85, 100], 0xFF00_FF00)
    try scratch.write(TestAnimation(height: 200).json, to: "a.json")
    try stage.pass(0.06)
    #expect(stage.loop.viewer.overlay.error == nil)
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
    expectEqual(stage.loop.viewer.item.position, "1 of 7")
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
    expectEqual(stage.loop.viewer.item.name, "a.json")
    try finish(work, stage)
    expectEqual(stage.loop.viewer.item.name, "d.json")
    try stage.perform(.turn(-1))
    try stage.perform(.turn(1))
    try finish(work, stage)
    expectEqual(stage.loop.viewer.item.name, "d.json")
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
    func name() -> String { stage.loop.viewer.item.name }
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
    #expect(name() == "c.json" && stage.loop.viewer.overview != nil)
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
    expectEqual(stage.loop.viewer.item.name, "b.json")
    #expect(stage.loop.viewer.item.error == nil)
    expectEqual(stage.loop.viewer.item.animation?.playback?.range, 0..<50)
    try stage.perform(.time(.pause(at: .seconds(0.4))))
    try scratch.write(TestAnimation(height: 200, color: "[0,1,0]").json, to: "b.json")
    try stage.pass(0.06)
    expectEqual(frame(stage), 20)
    expectEqual(stage.renderer.image[85, 100], 0xFF00_FF00)
    // For a folder without files, only a message is shown.
    try FileManager.default.createDirectory(
      atPath: scratch / "empty", withIntermediateDirectories: true)
    stage.loop.drop([scratch / "empty"], at: stage.now)
    expectEqual(stage.loop.viewer.overlay.toast?.text.contains("no animations"), true)
    expectEqual(stage.loop.viewer.item.name, "b.json")
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
    expectEqual(stage.loop.viewer.item.name, "c.json")
    #expect(stage.loop.viewer.overlay.error == nil)
    try stage.perform(.toggleSkippedFiles)
    #expect(stage.loop.viewer.overlay.skippedFiles != nil)
    try stage.perform(.turn(-1))
    expectEqual(stage.loop.viewer.item.name, "a.json")
    expectEqual(stage.loop.viewer.item.position, "1 of 2")
    // If no other file is left, the shown file remains.
    try scratch.write("{", to: "c.json")
    try stage.perform(.turn(1))
    expectEqual(stage.loop.viewer.item.name, "a.json")
    expectEqual(stage.loop.viewer.overlay.toast?.text, "no other animation here")
  }

  @Test("Home and End show the first and the last file, and then their first and last frame")
  func ends() throws {
    let stage = try stage()
    try stage.perform(.turnToEnd(.last))
    expectEqual(stage.loop.viewer.item.name, "b.json")
    try stage.perform(.turnToEnd(.last))
    expectEqual(stage.loop.viewer.item.name, "b.json")
    expectEqual(frame(stage), 49)
    #expect(stage.loop.engine.cycle.timeline.isPaused)
    try stage.perform(.turnToEnd(.first))
    expectEqual(stage.loop.viewer.item.name, "a.json")
    try stage.perform(.time(.pause(at: .seconds(0.8))))
    try stage.perform(.turnToEnd(.first))
    expectEqual(frame(stage), 0)
  }

  @Test("Home and restart move to the requested start")
  func start() throws {
    let stage = try LoopStage(files: [scratch / "a.json"], size: Self.size) {
      $0.engine.sceneTime = .seconds(0.8)
    }
    for action in [ViewerAction.turnToEnd(.first), .time(.restart)] {
      try stage.perform(.time(.pause(at: .seconds(1.6))))
      stage.loop.send(.action(action), at: stage.now)
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
