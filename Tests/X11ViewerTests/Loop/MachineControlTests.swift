import AnimCore
import AnimLottie
import Foundation
import FramePacing
import Testing
import XWindow

@testable import X11Viewer
@testable import XWindow

@Suite("A state machine in the window")
struct MachineControlTests {
  private var controller: ViewerController
  /// Twice the size of the composition, which has 100 by 100 points.
  private var situation = ViewerController.Situation(size: PixelSize(width: 200, height: 200))
  private let machine: MachineControl

  /// A square from (10, 10) to (30, 30), and a machine with two inputs that goes on when it is pressed,
  /// and wants to open an address then.
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
    machine = MachineControl(LottieMachineScene(stage))
    var item = PlaylistItem(name: "rating", scene: machine.scene)
    item.machine = machine
    controller = ViewerController(item)
    machine.scene.layout(in: Size(width: 200, height: 200))
  }

  private mutating func press(x: Int, y: Int) -> [ViewerController.Effect] {
    controller.handle(
      .button(ButtonClick(button: 1, x: x, y: y, time: 0, modifiers: [])), in: situation)
  }

  @Test("a press on what the machine listens to reaches it, and one beside it does not")
  mutating func pressing() {
    #expect(press(x: 80, y: 80) == [.redraw] && machine.scene.run.state == "a")
    #expect(press(x: 40, y: 40) == [.redraw] && machine.scene.run.state == "b")
  }

  @Test("the pointer is where the picture is, however it is zoomed")
  mutating func zooming() {
    // Twice as large about the upper left corner: the square reaches from 40 to 120.
    _ = controller.perform(.zoom(2), in: situation, at: WindowPosition(x: 0, y: 0))
    #expect(press(x: 36, y: 36) == [.redraw] && machine.scene.run.state == "a")
    #expect(press(x: 110, y: 110) == [.redraw] && machine.scene.run.state == "b")
  }

  @Test("keys select inputs and set them, and what was done is a script")
  mutating func inputs() {
    for action in [ViewerAction.MachineAction.selectNextInput, .change(by: 1), .change(by: 1)] {
      #expect(controller.perform(.machine(action), in: situation) == [.redraw])
    }
    #expect(machine.scene.run.value(of: "rating") == .number(4))
    #expect(machine.panel?.lines.contains("> rating  4") == true)
    #expect("\(machine.scene.script)" == "0 set rating 3\n0 set rating 4\n")
    #expect(controller.perform(.machine(.togglePanel), in: situation) == [.redraw])
    #expect(machine.panel == nil)
  }

  @Test("what the pointer does is told once, and only what it began here is ended here")
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
    var told = 0
    for (index, step) in steps.enumerated() {
      let isTaken = machine.take(step.event) { x, y in Point(x: Double(x), y: Double(y)) }
      #expect(isTaken == !step.kinds.isEmpty, "\(index)")
      let lines = "\(machine.scene.script)".split(separator: "\n")
      let kinds = lines[told...].compactMap { $0.split(separator: " ").dropFirst().first }
      #expect(
        kinds.map { $0.lowercased() } == step.kinds.map { $0 == "click" ? $0 : "pointer\($0)" },
        "\(index)")
      told = lines.count
    }
    // With an input for an event and one for a number, Tab selects one or the other.
    let selected = (0..<3).map { _ in
      machine.selectNext()
      return machine.panel?.lines.firstIndex { $0.hasPrefix(">") }
    }
    #expect(selected == [2, 1, 2])
  }

  @Test("what was done is saved as a script that lasts a second longer")
  mutating func saving() throws {
    machine.scene.update(to: 1.5)
    machine.change(by: 1)
    let path = try machine.saveScript()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "1.5 fire open\n2.5 end\n")
  }

  @Test("a link is shown and copied on request, and never opened")
  mutating func links() {
    #expect(controller.perform(.machine(.copyLink), in: situation) == [])
    _ = press(x: 40, y: 40)
    let effects = controller.didDraw(at: .zero)
    #expect(controller.overlay.toast?.text == "link: https://example.org/x")
    #expect(effects.allSatisfy { if case .share = $0 { false } else { true } })
    #expect(
      controller.perform(.machine(.copyLink), in: situation)
        == [.share(.copyText("https://example.org/x"))])
  }

  @Test("without a state machine, its keys do nothing but ask for one")
  mutating func absence() {
    controller = ViewerController(PlaylistItem(name: "plain", scene: BenchScene()))
    #expect(controller.perform(.machine(.toggle), in: situation) == [.toggleMachine])
    for action in [ViewerAction.MachineAction.togglePanel, .selectNextInput, .save, .copyLink] {
      #expect(controller.perform(.machine(action), in: situation) == [])
    }
  }
}
