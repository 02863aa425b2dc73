import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import FramePacing
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

/// Random uses of a window with files that change, in virtual time.
@Suite("A window with files, after any actions", .xServer)
struct WindowPropertyTests {
  private static let actions = KeyTable.rows.filter { row in
    if case .overview = row.scope { false } else { true }
  }.flatMap { $0.bindings.compactMap { ViewerAction($0.action) } }.filter { action in
    switch action {
    // These end the run, need the server's answer, write files, or have their own tests.
    case .quit, .leave, .toggleFullscreen, .saveImage, .copyImage, .copyPath, .overview,
      .machine(.save), .askForPath, .paste, .moveToTrash, .showMenu:
      false
    default: true
    }
  }

  private struct Session {
    let folder: SampleFolder
    let stage: LoopStage
    var random: SeededGenerator
    var clickTime: UInt32 = 0

    init(seed: Int) throws {
      folder = try SampleFolder()
      random = SeededGenerator(seed: UInt64(seed))
      var files = FileConfiguration()
      files.stateMachine = .initial
      files.hasSubframes = seed % 2 == 0
      files.marker = seed == 2 ? "part" : nil
      let first = ["1.json", "2.lottie", "1.json", "3.lottie"][seed % 4]
      stage = try LoopStage(
        files: [folder / first], files, size: PixelSize(width: 240, height: 200),
        scale: seed == 3 ? 2 : 1
      ) {
        $0.engine.speed = seed == 2 ? 0.5 : 1
        $0.hintsAtHelp = seed == 1
      }
      try stage.pass(0.1)
    }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// Does something.
    ///
    /// - Returns: The name of the step, and whether time continues afterwards as before.
    mutating func step() throws -> (name: String, isSteady: Bool) {
      let (x, y) = (below(240), below(2) == 0 ? 160 + below(40) : below(200))
      let name = SampleFolder.names[below(SampleFolder.names.count)]
      switch below(20) {
      case 0..<9:
        let action = WindowPropertyTests.actions[below(WindowPropertyTests.actions.count)]
        stage.loop.send(.action(action), at: stage.now)
        return ("\(action)", WindowPropertyTests.isSteady(action))
      case 9, 10:
        // Never a double click: a real server answers a window that becomes fullscreen, some time.
        clickTime += 1_000
        stage.press(x: x, y: y, button: [1, 1, 1, 2, 4, 5][below(6)], at: clickTime)
        return ("press at \(x), \(y)", false)
      case 11, 12:
        stage.send(.buttonReleased(1))
        return ("release", false)
      case 13:
        stage.send(.pointer(x: x, y: y))
        return ("pointer \(x), \(y)", !stage.loop.viewer.page.isScrubbing)
      case 14:
        stage.send(.pointerLeft)
        return ("leaves", true)
      case 15:
        try folder.write(name, isGreen: below(2) == 0)
        return ("write \(name)", false)
      case 16:
        try folder.damage(name)
        return ("damage \(name)", false)
      case 17:
        let size = PixelSize(width: 200 + below(80), height: 180 + below(40))
        stage.send(.configure(size: size, position: WindowPosition(x: 0, y: 0), origin: .parent))
        return ("size \(size.width)x\(size.height)", true)
      case 18:
        stage.setVisible(false)
        try stage.pass(3)
        stage.setVisible(true)
        return ("hidden", true)
      default:
        stage.loop.drop([folder / name], at: stage.now)
        return ("drop \(name)", false)
      }
    }
  }

  private static func isSteady(_ action: ViewerAction) -> Bool {
    switch action {
    case .zoom, .fit, .fill, .showActualSize, .toggleSmoothing, .toggleInspector,
      .toggleStatistics, .toggleHelp, .toggleSkippedFiles, .turnBackdrop, .toggleTimeline,
      .machine(.togglePanel):
      true
    default: false
    }
  }

  @Test(
    "shows the same as a newly drawn window, and its time follows the user's commands",
    arguments: 0..<4)
  func images(seed: Int) throws {
    var session = try Session(seed: seed)
    let (stage, loop) = (session.stage, session.stage.loop)
    var done: [String] = []
    for _ in 0..<80 {
      let start = loop.player.sceneTime
      let step = try session.step()
      done.append(step.name)
      let span = [0.06, 0.06, 0.5, 2.5].randomElement(using: &session.random) ?? 0.06
      try stage.pass(span)
      let context = "seed \(seed), after \(done.suffix(4))"
      let (viewer, timeline) = (loop.viewer, loop.engine.cycle.timeline)
      let fresh = loop.player.view.compose { viewer.overlay.draw(into: &$0) }.painted()
      try #require(stage.renderer.image == fresh, "\(context)")
      let situation = Situation(
        size: loop.player.view.size, scale: loop.player.view.scale)
      try #require(loop.player.view.placement == viewer.placement(in: situation), "\(context)")
      try #require(loop.player.view.backdrop == viewer.windowBackdrop, "\(context)")
      try #require(loop.player.view.scene === viewer.item.scene, "\(context)")
      try #require(viewer.item.scene.playback == viewer.chosenPlayback, "\(context)")
      try #require(
        loop.session.window.showsPointer == viewer.page.showsTimeline, "\(context)")
      // Frames of others may stop, and then time does, too.
      let isEndless = viewer.chosenPlayback.map { $0.repetitions == nil } ?? false
      if step.isSteady, isEndless {
        let passed = loop.player.sceneTime - start
        let expected = timeline.isPaused ? 0 : span * timeline.speed
        // Without images between whole frames, time goes from one of these to the next.
        let frame = viewer.chosenPlayback.flatMap {
          $0.hasSubframes ? nil : $0.frameRate?.interval
        }
        let tolerance = max((LoopStage.interval + 1e-6) * timeline.speed, frame ?? 0)
        try #require(
          abs(passed - expected) <= tolerance,
          "\(passed) s instead of \(expected) s, \(context)")
      }
    }
    #expect(stage.outcome == nil && stage.times.count > 100)
  }
}
