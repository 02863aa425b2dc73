import AnimCore
import AnimLottie
import LinuxSystem
import OfflineRendering
import PictureFiles
import XWindow

/// What the user has to do with a state machine in a window: the pointer is passed on to it, its state and
/// inputs are shown and set, and what was done can be saved as a script.
final class MachineControl {
  /// The scene that the machine plays.
  let scene: LottieMachineScene
  /// Whether the state and the inputs are shown.
  var isShown = false
  /// The index of the input that is set by keys.
  private var selected = 0
  /// The address that the machine wanted to be opened last.
  private(set) var link: String?
  private var isInside = false
  private var isPressed = false
  /// In the composition.
  private var pointer = Point.zero

  init(_ scene: LottieMachineScene) { self.scene = scene }

  /// Passes an event of the pointer on to the machine.
  ///
  /// - Parameter point: gives the point of the composition at a pixel of the window.
  /// - Returns: false for any other event.
  func take(_ event: Event, at point: (Int, Int) -> Point) -> Bool {
    switch event {
    case .pointer(let x, let y):
      move(to: point(x, y))
      send(.move)
    case .button(let click) where click.button == 1:
      move(to: point(click.x, click.y))
      isPressed = true
      send(.down)
    case .buttonReleased(1):
      guard isPressed else { return false }
      isPressed = false
      send(.up)
      send(.click)
    case .pointerLeft:
      guard isInside else { return false }
      isInside = false
      send(.exit)
    default: return false
    }
    return true
  }

  private func move(to point: Point) {
    // Thousandths, so that a saved script can be read by people.
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    pointer = Point(x: rounded(point.x), y: rounded(point.y))
    if !isInside {
      isInside = true
      send(.enter)
    }
  }

  private func send(_ kind: LottiePointerKind) { scene.send(.pointer(kind, pointer)) }

  /// Selects the next input.
  func selectNext() {
    isShown = true
    selected = (selected + 1) % max(scene.run.machine.inputs.count, 1)
  }

  /// Changes the selected input: adds to a number, turns true into false, fires an event.
  func change(by step: Double) {
    isShown = true
    let inputs = scene.run.machine.inputs
    guard inputs.indices.contains(selected) else { return }
    let name = inputs[selected].name
    switch scene.run.value(of: name) {
    case .number(let number): scene.send(.set(name, .number(number + step)))
    case .boolean(let bool): scene.send(.set(name, .boolean(!bool)))
    case .event: scene.send(.fire(name))
    case .string, nil: break
    }
  }

  /// What the machine has to tell the user since this was last called.
  func takeMessages() -> [String] {
    scene.takeEvents().compactMap { event in
      switch event {
      case .link(let url, _):
        link = url
        return "link: \(url)"
      case .custom(let text): return text.printable
      case .failed(let reason): return "the state machine has stopped: \(reason)"
      default: return nil
      }
    }
  }

  /// Saves what was done as a script under an unused name.
  ///
  /// - Returns: its path.
  func saveScript() throws(Failure) -> String {
    var script = scene.script
    script.append(.end, at: scene.script.end)
    let path = try save("\(script)") { number in
      "x11viewer-\(String(number).padded(before: 4, with: "0")).script"
    }
    return FilePath.absolute(path)
  }

  /// The state and the inputs, a line each; nil if they are not shown.
  var panel: MachinePanel? {
    guard isShown else { return nil }
    let run = scene.run
    var lines = ["state  \((run.state ?? "none").printable)"]
    for (index, input) in run.machine.inputs.enumerated() {
      let value = run.value(of: input.name).map { "\($0)" } ?? ""
      lines.append("\(index == selected ? "> " : "  ")\(input.name)  \(value)".printable)
    }
    if let link { lines.append("link  \(link)") }
    return MachinePanel(lines: lines)
  }
}
