import AnimCore
import AnimLottie
import Foundation
import FramePacing
import LinuxSystem
import TestSupport
import Testing
import ViewerSupport
import XWindow

@testable import AnimationFormats
@testable import PacingStatistics
@testable import Viewer
@testable import XWindow

@Suite("A state machine in the window")
struct MachineControlTests {
  private var viewer: Viewer
  /// Twice the size of the composition, which has 100 by 100 points.
  private var situation = Situation(size: PixelSize(width: 200, height: 200))
  private let machine: LottieMachineScene

  /// Creates a square from (10, 10) to (30, 30) with a machine that has two inputs. When it is
  /// pressed, the machine advances and opens an address.
  init() throws {
    let json = #"""
      {"v":"5.7.0","fr":10,"ip":0,"op":30,"w":100,"h":100,"layers":[{"ty":4,"nm":"button","ip":0,"op":30,
      "st":0,"ks":{},"shapes":[{"ty":"rc","p":{"k":[20,20]},"s":{"k":[20,20]},"r":{"k":0}},
      {"ty":"fl","c":{"k":[0,1,0]},"o":{"k":100}}]}]}
      """#
    let text = #"""
      {"initial":"a","inputs":[{"type":"Event","name":"open"},{"type":"Numeric","name":"rating","value":2}],
      "states":[{"type":"PlaybackState","name":"a","animation":"","transitions":[
      {"type":"Transition","toState":"b","guards":[{"type":"Event","inputName":"open"}]}]},
      {"type":"PlaybackState","name":"b","animation":"","transitions":[],
      "entryActions":[{"type":"OpenUrl","url":"https://example.org/x","target":""}]}],
      "interactions":[{"type":"PointerDown","layerName":"button",
      "actions":[{"type":"Fire","inputName":"open"}]}]}
      """#
    let file = try LottieFile(Array(json.utf8))
    let stage = LottieMachineStage(
      try LottieStateMachine(json: Array(text.utf8)), in: file, animation: try file.animation())
    machine = LottieMachineScene(stage)
    viewer = Viewer(
      PlaylistItem(name: "rating", scene: machine, machine: machine))
    machine.layout(in: Size(width: 200, height: 200))
  }

  /// Performs the viewer's effects on the machine.
  ///
  /// - Returns: The other effects.
  private func carryOut(_ effects: [Effect]) -> [Effect] {
    effects.filter { effect in
      guard case .tellMachine(let commands) = effect else { return true }
      for command in commands { machine.send(command) }
      return false
    }
  }

  private mutating func press(x: Int, y: Int) -> [Effect] {
    carryOut(
      viewer.handle(
        .button(ButtonClick(button: 1, x: x, y: y, time: 0, modifiers: [])), in: situation))
  }

  private mutating func perform(_ action: ViewerAction.MachineAction) -> [Effect] {
    carryOut(viewer.perform(.machine(action), in: situation))
  }

  private mutating func panel() -> MachinePanel? {
    _ = viewer.prepareOverlay(in: situation)
    return viewer.overlay.machine
  }

  @Test("a press on a layer with an interaction reaches the machine, and one next to it doesn't")
  mutating func pressing() {
    #expect(press(x: 80, y: 80) == [.redraw] && machine.state == "a")
    #expect(press(x: 40, y: 40) == [.redraw] && machine.state == "b")
  }

  @Test("the pointer's position follows the image at any zoom")
  mutating func zooming() {
    // Twice as large about the upper left corner: the square reaches from 40 to 120.
    _ = viewer.perform(.zoom(2), in: situation, at: WindowPosition(x: 0, y: 0))
    #expect(press(x: 36, y: 36) == [.redraw] && machine.state == "a")
    #expect(press(x: 110, y: 110) == [.redraw] && machine.state == "b")
  }

  @Test("keys select and set inputs, and the interactions form a script")
  mutating func inputs() {
    for action in [ViewerAction.MachineAction.selectNextInput, .change(by: 1), .change(by: 1)] {
      expectEqual(perform(action), [.redraw])
    }
    expectEqual(machine.inputs.last, SceneInput(name: "rating", value: "4"))
    expectEqual(panel()?.lines.contains("> rating  4"), true)
    expectEqual("\(machine.script)", "0 set rating 3\n0 set rating 4\n")
    expectEqual(perform(.togglePanel), [.redraw])
    #expect(panel() == nil)
  }

  @Test("pointer events are reported once, and only those that started in the image end in it")
  mutating func pointer() throws {
    let leaves = (Event.pointerLeft, ["exit"])
    let releases = (Event.buttonReleased(1), ["up", "click"])
    func moves(_ kinds: [String]) -> (Event, [String]) { (.pointer(x: 60, y: 60), kinds) }
    let presses = ButtonClick(button: 1, x: 60, y: 60, time: 0, modifiers: [])
    let steps: [(event: Event, kinds: [String])] = [
      (leaves.0, []), (releases.0, []), moves(["enter", "move"]), moves(["move"]),
      (.button(presses), ["down"]), releases, (releases.0, []), leaves, (leaves.0, []),
      (.button(presses), ["enter", "down"]), leaves, releases, moves(["enter", "move"]),
    ]
    var control = MachineControl()
    for (index, step) in steps.enumerated() {
      let commands = control.take(step.event) { x, y in Point(x: Double(x), y: Double(y)) }
      expectEqual((commands != nil), !step.kinds.isEmpty, "\(index)")
      let kinds = commands?.map { command in
        if case .pointer(let kind, _) = command { "\(kind)" } else { "\(command)" }
      }
      expectEqual(kinds ?? [], step.kinds, "\(index)")
    }
    // If there is an input for an event and one for a number, Tab selects them alternately.
    let selected = (0..<3).map { _ in
      control.selectNext(of: machine)
      return control.panel(of: machine)?.lines.firstIndex { $0.hasPrefix(">") }
    }
    expectEqual(selected, [2, 1, 2])
  }

  @Test("the panel of an SVG shows the awaited events, and no state") func events() throws {
    let svg = """
      <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>
      <rect id='b'><set attributeName='x' to='1' begin='click'/></rect></svg>
      """
    var configuration = FileConfiguration()
    configuration.stateMachine = .initial
    let source = AnimationSource("b.svg", bytes: Array(svg.utf8)) { _, _ in nil }
    let make = try AnimationFile(source, configuration).scenes().makeInteractive
    let scene = try #require(make?())
    var control = MachineControl()
    control.togglePanel()
    expectEqual(control.panel(of: scene)?.lines, ["> b.click  "])
  }

  @Test("interactions are saved as a script that is one second longer")
  mutating func saving() throws {
    machine.update(to: 1.5)
    _ = perform(.change(by: 1))
    guard case .share(.saveScript(let text, let stem))? = perform(.save).first else {
      Issue.record("nothing is saved")
      return
    }
    expectEqual(stem, "rating")
    expectEqual(text, "1.5 fire open\n2.5 end\n")
  }

  @Test("keys of a state machine that is off show the key that turns it on")
  mutating func off() {
    var item = PlaylistItem(name: "a", scene: VideoScene(), path: "/x/a.lottie")
    item.source = .file("/x/a.lottie", hasMachines: true)
    for action in [
      ViewerAction.MachineAction.togglePanel, .selectNextInput, .change(by: 1), .save,
    ] {
      viewer = Viewer(item)
      #expect(perform(action).contains(.redraw))
      expectEqual(viewer.overlay.toast?.text, "interaction is off; m turns it on")
    }
  }

  @Test("a link is shown and copied on request, and never opened")
  mutating func links() {
    #expect(
      !perform(.copyLink).isEmpty && viewer.overlay.toast?.text == "no link to copy")
    _ = press(x: 40, y: 40)
    let effects = viewer.draw(telling: machine.takeMessages(), at: .zero)
    expectEqual(viewer.overlay.toast?.text, "link: https://example.org/x")
    #expect(effects.allSatisfy { if case .share = $0 { false } else { true } })
    expectEqual(perform(.copyLink), [.share(.copyText("https://example.org/x"))])
  }

  @Test("another machine restarts, but its panel stays")
  mutating func another() {
    _ = perform(.selectNextInput)
    let next = PlaylistItem(name: "next", scene: machine, machine: machine)
    _ = viewer.show(next, at: .zero)
    expectEqual(panel()?.lines.firstIndex { $0.hasPrefix(">") }, 1)
    _ = viewer.show(PlaylistItem(name: "plain", scene: BenchScene()), at: .zero)
    _ = viewer.show(next, at: .zero)
    #expect(panel() == nil)
  }

  @Test("without a state machine, its keys show a message")
  mutating func absence() {
    let toast: [Effect] = [.redrawLater(at: .zero + Toast.duration), .redraw]
    for action in [
      ViewerAction.MachineAction.toggle, .togglePanel, .selectNextInput, .change(by: 1), .save,
      .copyLink,
    ] {
      viewer = Viewer(PlaylistItem(name: "plain", scene: BenchScene()))
      expectEqual(perform(action), toast)
      expectEqual(
        viewer.overlay.toast?.text,
        action == .copyLink ? "no link to copy" : "the file has no state machine")
    }
  }
}
