import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import FramePacing
@testable import OfflineRendering
@testable import Viewer
@testable import XWindow

/// Random keys, pointer movements and changes of files. After each, the window must agree with the
/// decisions of the viewer. A failing sequence is shortened before it is reported.
@Suite("Any sequence of user actions, without a window")
struct ViewerPropertyTests {
  private typealias Step = ModelWindow.Step

  /// Something that isn't as it should be.
  private struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private static func check(_ isRight: Bool, _ text: @autoclosure () -> String) throws {
    if !isRight { throw Fault(description: text()) }
  }

  // MARK: - What may happen

  /// Returns the actions of the keys in an overview or on a page, except the menu, which offers all
  /// of them.
  private static func actions(inOverview: Bool) -> [ViewerAction] {
    KeyTable.rows.filter { row in
      switch row.scope {
      case .page: !inOverview
      case .overview: inOverview
      case .everywhere: true
      }
    }.flatMap { $0.bindings.compactMap { ViewerAction($0.action) } }.filter { $0 != .showMenu }
  }

  private static let pageActions = actions(inOverview: false)
  private static let overviewActions = actions(inOverview: true)

  private static func random(
    _ random: inout SeededGenerator, in window: ModelWindow
  ) -> Step {
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    // In half of the cases, along the lower edge, where the timeline is.
    let position = WindowPosition(x: below(300), y: below(2) == 0 ? 150 + below(50) : below(200))
    switch below(12) {
    case 0..<5:
      let actions = window.viewer.overview == nil ? pageActions : overviewActions
      return .perform(actions[below(actions.count)], below(2) == 0 ? position : nil)
    case 5, 6:
      return .send(
        .button(
          ButtonClick(
            button: [1, 1, 1, 1, 2, 4, 5][below(7)], x: position.x, y: position.y,
            time: UInt32(below(900)), modifiers: [])))
    case 7: return .send(.buttonReleased(1))
    case 8, 9: return .send(below(8) == 0 ? .pointerLeft : .pointer(x: position.x, y: position.y))
    case 10: return .pass([0.01, 3, 8][below(3)])
    default:
      let files = ModelWindow.files
      return .write(files[below(files.count)], isBroken: below(3) == 0)
    }
  }

  // MARK: - What must be so

  /// Performs a step, and throws an error if anything is wrong after it.
  private static func run(_ step: Step, in window: inout ModelWindow) throws {
    let seen = window.look()
    let before = window
    window.run(step)
    let isOther = window.look() != seen
    try check(
      !isOther || window.asksForFrame || isPassing(step), "what is new is not drawn")
    try checkWindow(window)
    try checkKnob(window, after: step)
    try checkTime(window, after: step, before)
  }

  private static func isPassing(_ step: Step) -> Bool {
    if case .pass = step { true } else { false }
  }

  /// The window is as the viewer has it.
  private static func checkWindow(_ window: ModelWindow) throws {
    let (viewer, item) = (window.viewer, window.viewer.item)
    let overlay = viewer.overlay
    let title = viewer.overview?.front.title ?? item.title ?? "x11viewer"
    try check(window.title == title, "the title is \(window.title) rather than \(title)")
    let isFollowed =
      item.hasTimeline || item.opened.machine != nil || viewer.page.showsInspector
      || viewer.overview != nil || overlay.dialog != nil
    try check(window.followsPointer == isFollowed, "the pointer is followed: \(!isFollowed)")
    let hasPrompt = if case .path = overlay.dialog { true } else { false }
    try check(window.takesText == hasPrompt, "text is typed: \(window.takesText)")
    try check(
      window.showsPointer
        == (viewer.page.showsTimeline || viewer.overview != nil || overlay.dialog != nil),
      "the pointer is shown: \(window.showsPointer)")
    try check(window.backdrop == viewer.windowBackdrop, "another background is shown")
    let isRunning =
      viewer.overview == nil
      ? window.running == ModelWindow.page(viewer) : window.running == .overview
    try check(isRunning, "\(item.name) does not run as it should")
    try check(
      window.timesCompletions == viewer.panels.showsStatistics, "statistics are not measured")
    try check(
      overlay.helpContext == (viewer.overview == nil ? item.helpContext : .overview),
      "the help is for something else")
    if viewer.overview != nil {
      try check(overlay.error == nil, "a reason covers all pages")
    } else if let error = item.error {
      try check(overlay.error?.text == error, "nothing says why \(item.name) is not shown")
    }
    try check(overlay.toast.map { window.wakeUps.contains($0.end) } ?? true, "a message stays")
    let scene = item.scene as? BenchScene
    try check(scene.map { $0.adjustment == window.clock } ?? true, "the clock is wrong")
    let pointer = viewer.page.showsInspector && viewer.overview == nil ? window.pointer : nil
    try check(
      overlay.inspector?.color == pointer.map(ModelWindow.color), "another pixel is described")
    if let machine = item.scene as? ListeningScene { try checkMachine(machine) }
  }

  /// While the timeline is dragged, its knob is under the pointer, provided that all frames are
  /// played.
  private static func checkKnob(_ window: ModelWindow, after step: Step) throws {
    switch step {
    case .send(.button(let click)) where click.button == 1: break
    case .send(.pointer): break
    default: return
    }
    guard let bar = window.viewer.overlay.timeline, let preview = bar.preview,
      window.viewer.page.isScrubbing, bar.repeated == nil
    else { return }
    try check(abs(bar.progress - preview.progress) < 0.05, "the knob is not under the pointer")
  }

  /// A pointer enters before anything else, leaves before it enters again, and clicks after a
  /// press.
  private static func checkMachine(_ machine: ListeningScene) throws {
    let allowed: [PointerAction: Set<PointerAction>] = [
      .enter: [.move, .down], .move: [.move, .down, .up, .exit],
      .down: [.move, .down, .up, .exit], .up: [.click], .click: [.move, .down, .enter, .exit],
      .exit: [.enter, .up],
    ]
    for (action, next) in zip(machine.told, machine.told.dropFirst()) {
      try check(
        allowed[action]?.contains(next) == true, "\(next.rawValue) after \(action.rawValue)")
    }
  }

  /// Time jumps and stops only on request of the user.
  private static func checkTime(
    _ window: ModelWindow, after step: Step, _ before: ModelWindow
  ) throws {
    let viewer = window.viewer
    let isPaused = window.situation.isPaused
    try check(
      viewer.overlay.isPaused == (isPaused && !viewer.page.isScrubbing),
      "the badge of a pause is shown: \(viewer.overlay.isPaused)")
    if window.page != before.page {
      try check(
        viewer.chosenPlayback?.range == viewer.item.scene.playback?.range,
        "a part of the page before is repeated")
    }
    guard window.page == before.page, before.viewer.item.error == nil else { return }
    switch step {
    case .perform(.setRepeatedPart, _), .perform(.turnRepetition, _), .perform(.cycleTheme, _),
      .write:
      // The last frame of a part represents everything up to the end of the part.
      try check(abs(window.frame - before.frame) < 1, "another frame is shown")
    case .perform(.time, _), .perform(.seek, _), .perform(.turnToEnd, _), .perform(.turn, _),
      .perform(.overview, _), .send(.button), .send(.pointer), .pass:
      break
    default:
      try check(
        window.situation.sceneTime == before.situation.sceneTime, "time jumps")
    }
    switch step {
    case .perform(.time, _), .perform(.turnToEnd, _), .perform(.turn, _), .send(.button),
      .perform(.overview(.openSelected), _):
      break
    default:
      // Dragging the timeline isn't pausing.
      let wasPaused = before.viewer.page.isScrubbing ? nil : before.situation.isPaused
      try check(
        viewer.page.isScrubbing || isPaused == wasPaused ?? isPaused, "it is paused: \(isPaused)")
    }
  }

  // MARK: - Sequences

  private static func fault(_ steps: [Step], first: Int) -> String? {
    do {
      var window = try ModelWindow(first: first)
      for step in steps { try run(step, in: &window) }
      try checkRoundTrips(window)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Sequences of keys that lead back to their start.
  private static let roundTrips: [[ViewerAction]] =
    [
      .toggleHelp, .toggleStatistics, .toggleInspector, .toggleTimeline, .toggleSkippedFiles,
      .toggleFullscreen, .machine(.togglePanel),
    ].map { [$0, $0] } + [
      [.adjustClock(60), .adjustClock(-60)], [.overview(.show), .overview(.close)],
    ]

  /// Returns the visible state of a window without messages.
  private static func state(_ window: ModelWindow) -> [AnyHashable] {
    var window = window
    window.run(.pass(3))
    return [
      window.look(), window.title, window.showsPointer, window.followsPointer, window.takesText,
      window.running,
      window.timesCompletions, window.situation.isFullscreen, window.situation.isPaused,
      window.clock, (window.frame * 1000).rounded(),
    ]
  }

  private static func checkRoundTrips(_ window: ModelWindow) throws {
    // A slide show opens files again, so nothing leads back.
    guard !window.viewer.playlist.hasSlideshow else { return }
    for actions in roundTrips {
      let viewer = window.viewer
      let isUsable = viewer.overview == nil || actions.allSatisfy(overviewActions.contains)
      // An overview discards the pointer's state on the timeline, and the reason why a file wasn't
      // read again. Opened content is closed first.
      let overlay = viewer.overlay
      let isForgotten =
        viewer.page.showsTimeline || overlay.error != nil || overlay.showsHelp
        || overlay.showsSkippedFiles
      // The help and the list of skipped files close each other.
      let isReplaced =
        overlay.showsHelp && actions[0] == .toggleSkippedFiles
        || overlay.showsSkippedFiles && actions[0] == .toggleHelp
      guard isUsable, !isReplaced, !isForgotten || actions[0] != .overview(.show) else { continue }
      var other = window
      for action in actions { other.run(.perform(action, window.pointer)) }
      let names = actions.map { "\($0)" }.joined(separator: ", ")
      try check(state(other) == state(window), "it is not undone: \(names)")
    }
  }

  @Test(
    "the window has its title, background, clock, pointer, time and messages, and keys undo each other"
  )
  func steps() throws {
    for seed in UInt64(0)..<50 {
      var random = SeededGenerator(seed: seed)
      let first = Int(seed) % ModelWindow.files.count
      var window = try ModelWindow(first: first)
      var steps: [Step] = []
      for number in 0..<80 {
        let step = Self.random(&random, in: window)
        steps.append(step)
        do {
          try Self.run(step, in: &window)
          if number % 10 == 9 { try Self.checkRoundTrips(window) }
        } catch {
          let short = shortest(steps) { Self.fault($0, first: first) != nil }
          let text = Self.fault(short, first: first) ?? "\(error)"
          Issue.record("seed \(seed), first \(first): \(text), after \(short)")
          break
        }
      }
    }
  }
}
