import AnimCore
import AnimationFormats
import LinuxSystem
import XWindow

/// The user's interaction with a state machine in a window: the pointer's events are passed to the
/// machine, and its state and inputs are shown and set.
///
/// This value reads the state of the machine and returns the interactions for it, but doesn't
/// change it.
struct MachineControl {
  /// Whether the state and the inputs are shown.
  private(set) var isShown = false
  /// The index of the input that is set by keys.
  private var selected = 0
  /// The address that the machine wanted to be opened last.
  private(set) var link: String?
  private var isInside = false
  private var isPressed = false
  /// The position in the composition.
  private var pointer = Point.zero

  init() {}

  /// The control for another machine, with the same panel.
  var forAnotherMachine: MachineControl {
    var control = MachineControl()
    control.isShown = isShown
    return control
  }

  mutating func togglePanel() { isShown.toggle() }
}

// The pointer.
extension MachineControl {
  /// Handles a pointer event.
  ///
  /// - Parameter point: A closure that returns the point of the composition at a pixel of the
  ///   window.
  /// - Returns: The interactions for the machine, or `nil` for an unrelated event.
  mutating func take(_ event: Event, at point: (Int, Int) -> Point) -> [Interaction]? {
    switch event {
    case .pointer(let x, let y):
      return move(to: point(x, y)) + [tell(.move)]
    case .button(let click) where click.button == 1:
      let entering = move(to: point(click.x, click.y))
      isPressed = true
      return entering + [tell(.down)]
    case .buttonReleased(1):
      guard isPressed else { return nil }
      isPressed = false
      return [tell(.up), tell(.click)]
    case .pointerLeft:
      guard isInside else { return nil }
      isInside = false
      return [tell(.exit)]
    default: return nil
    }
  }

  /// Takes a key that is pressed with Alt.
  ///
  /// - Returns: The interactions for the machine, or `nil` for a key without meaning to it.
  func take(_ stroke: KeyStroke, for scene: any InteractiveScene) -> [Interaction]? {
    guard stroke.modifiers.contains(.alt) else { return nil }
    var plain = stroke
    plain.modifiers.remove(.alt)
    guard let key = plain.character, scene.accessKeys.contains(key) else { return nil }
    return stroke.isRepeat ? [] : [.key(key)]
  }

  private mutating func move(to point: Point) -> [Interaction] {
    // Thousandths, so that a saved script can be read by people.
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    pointer = Point(x: rounded(point.x), y: rounded(point.y))
    if isInside { return [] }
    isInside = true
    return [tell(.enter)]
  }

  private func tell(_ action: PointerAction) -> Interaction { .pointer(action, pointer) }
}

// The inputs.
extension MachineControl {
  /// Selects the next input.
  mutating func selectNext(of scene: any InteractiveScene) {
    isShown = true
    selected = (selected + 1) % max(scene.inputs.count, 1)
  }

  /// Changes the selected input: adds to a number, turns true into false, fires an event.
  ///
  /// - Returns: The interactions for the machine.
  mutating func change(by step: Double) -> [Interaction] {
    isShown = true
    return [.changeInput(at: selected, by: step)]
  }
}

// Messages of the machine.
extension MachineControl {
  /// Processes messages from the machine.
  ///
  /// - Returns: The last message for the user, or `nil` if there is none.
  mutating func take(_ messages: [SceneMessage]) -> String? {
    var message: String?
    for told in messages {
      switch told {
      case .link(let address):
        link = address
        message = "link: \(address)"
      case .text(let text): message = text.printable
      case .stopped(let reason): message = "the state machine has stopped: \(reason)"
      }
    }
    return message
  }

  /// Returns the state, if there is one, and the inputs, one per line, or `nil` if they are hidden.
  func panel(of scene: any InteractiveScene) -> MachinePanel? {
    guard isShown else { return nil }
    var lines = scene.state.map { ["state  \($0.printable)"] } ?? []
    for (index, input) in scene.inputs.enumerated() {
      lines.append("\(index == selected ? "> " : "  ")\(input.name)  \(input.value)".printable)
    }
    if let link { lines.append("link  \(link)") }
    return MachinePanel(lines: lines)
  }
}
