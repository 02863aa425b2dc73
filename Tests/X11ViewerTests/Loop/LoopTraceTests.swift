import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimationFormats
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer
@testable import XWindow

/// Long random uses of a window with files that change, in virtual time, with all that can be seen
/// after each step.
@Suite("A window with files, at random")
struct LoopTraceTests {
  private static let actions: [ViewerAction] = [
    .time(.togglePause), .time(.togglePause), .time(.step(1)), .time(.step(-1)),
    .time(.multiplySpeed(2)), .time(.resetSpeed), .time(.restart), .seek(1), .seek(-2),
    .setRepeatedPart, .setRepeatedPart, .turnRepetition, .toggleTimeline,
    .zoom(1.5), .zoom(0.5), .fit, .fill, .showActualSize, .toggleInspector, .toggleStatistics,
    .toggleHelp, .turn(1), .turn(1), .turn(-1), .turnToEnd(.first), .turnToEnd(.last),
    .turnToEnd(.last), .toggleSkippedFiles, .turnBackdrop, .turnTheme, .turnTheme,
    .machine(.toggle), .machine(.togglePanel), .machine(.selectNextInput), .machine(.change(by: 1)),
    .showScene(1), .adjustClock(60),
  ]

  private struct Session {
    let folder: SampleFolder
    let stage: LoopStage
    var random: SeededGenerator
    var clickTime: UInt32 = 0
    var text = ""

    init(seed: Int) throws {
      folder = try SampleFolder()
      random = SeededGenerator(seed: 100 + UInt64(seed))
      var files = FileConfiguration()
      files.stateMachine = .initial
      files.hasSubframes = seed % 2 == 0
      files.loops = seed == 1 ? false : nil
      files.marker = seed == 2 ? "part" : nil
      let first = ["1.json", "2.lottie", "1.json", "3.lottie"][seed % 4]
      stage = try LoopStage(
        files: [folder / first], files, size: PixelSize(width: 240, height: 200),
        scale: seed == 3 ? 2 : 1
      ) {
        $0.start = seed == 0 ? .seconds(0.5) : .zero
        $0.speed = seed == 2 ? 0.5 : 1
        $0.hintsAtHelp = seed == 1
      }
      try stage.pass(0.1)
      note("begin")
    }

    private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    mutating func step() throws {
      let (x, y) = (below(240), below(2) == 0 ? 160 + below(40) : below(200))
      let name = SampleFolder.names[below(SampleFolder.names.count)]
      var step: String
      switch below(20) {
      case 0..<9:
        let action = LoopTraceTests.actions[below(LoopTraceTests.actions.count)]
        stage.loop.perform(action, at: stage.now)
        step = "\(action)"
      case 9, 10:
        let button = [1, 1, 1, 2, 4, 5][below(6)]
        // Never a double click: a real server answers a window that becomes fullscreen, some time.
        clickTime += 1_000
        stage.press(x: x, y: y, button: button, at: clickTime)
        step = "press \(button) at \(x), \(y)"
      case 11:
        stage.send(.buttonReleased(1))
        step = "release"
      case 12, 13:
        stage.send(.pointer(x: x, y: y))
        step = "pointer \(x), \(y)"
      case 14:
        stage.send(.pointerLeft)
        step = "leaves"
      case 15:
        try folder.write(name, isGreen: below(2) == 0)
        step = "write \(name)"
      case 16:
        try folder.damage(name)
        step = "damage \(name)"
      case 17:
        let size = PixelSize(width: 200 + below(80), height: 180 + below(40))
        stage.send(.configure(size: size, position: WindowPosition(x: 0, y: 0), origin: .parent))
        step = "size \(size.width)x\(size.height)"
      case 18:
        stage.setVisible(false)
        try stage.pass(3)
        stage.setVisible(true)
        step = "hidden"
      default:
        stage.loop.drop([folder / name], at: stage.now)
        step = "drop \(name)"
      }
      let span = [0.06, 0.06, 0.5, 2.5][below(4)]
      try stage.pass(span)
      note("\(step), \(span) s")
    }

    private mutating func note(_ step: String) {
      let loop = stage.loop
      let (controller, timeline) = (loop.controller, loop.cycle.timeline)
      let time = decimalText(loop.player.sceneTime.seconds * 1000, places: 3)
      var parts = ["\(controller.item.caption) at \(time) ms"]
      if timeline.isPaused { parts.append("paused") }
      if timeline.speed != 1 { parts.append("speed \(timeline.speed)") }
      if loop.session.window.showsPointer { parts.append("pointer") }
      if let toast = controller.overlay.toast { parts.append("\"\(toast.text)\"") }
      if let error = controller.overlay.error { parts.append("error \"\(error.text)\"") }
      // The path of the folder, which is another one in each run, is written over the picture.
      let texts = [controller.overlay.toast?.text, controller.overlay.error?.text].compactMap(
        \.self)
      let showsPath =
        texts.contains { $0.contains(folder.path) } || controller.overlay.skippedFiles != nil
      if !showsPath { parts.append(String(Kept.hash(stage.renderer.picture), radix: 16)) }
      text += folder.relative("\(step): " + parts.joined(separator: ", ")) + "\n"
    }
  }

  @Test("shows what it did before")
  func traces() throws {
    var text = ""
    for seed in 0..<4 {
      var session = try Session(seed: seed)
      for _ in 0..<80 { try session.step() }
      text += "session \(seed)\n" + session.text
    }
    try Kept.compare(text, with: "windows.txt")
  }
}
