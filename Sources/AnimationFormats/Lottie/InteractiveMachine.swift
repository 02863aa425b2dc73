import AnimCore
import AnimLottie
import LinuxSystem

extension LottieMachineScene: InteractiveScene {
  package var state: String? { run.state }

  package var inputs: [SceneInput] {
    run.machine.inputs.map { input in
      SceneInput(name: input.name, value: run.value(of: input.name).map { "\($0)" } ?? "")
    }
  }

  package var conversation: String {
    var script = script
    script.append(.end, at: script.end)
    return "\(script)"
  }

  package func send(_ interaction: Interaction) {
    switch interaction {
    case .pointer(let action, let point): send(InteractionScript.Command.pointer(action, point))
    case .changeInput(let index, let step): changeInput(at: index, by: step)
    case .key: break
    }
  }

  private func changeInput(at index: Int, by step: Double) {
    let inputs = run.machine.inputs
    guard inputs.indices.contains(index) else { return }
    let name = inputs[index].name
    switch run.value(of: name) {
    case .number(let number): send(.set(name, .number(number + step)))
    case .boolean(let bool): send(.set(name, .boolean(!bool)))
    case .event: send(.fire(name))
    case .string, nil: break
    }
  }

  package func takeMessages() -> [SceneMessage] {
    takeEvents().compactMap { event in
      switch event {
      case .link(let url, _): .link(url)
      case .custom(let text): .text(text)
      case .failed(let reason): .stopped(reason)
      default: nil
      }
    }
  }
}
