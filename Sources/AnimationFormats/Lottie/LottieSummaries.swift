import AnimCore
import AnimLottie

/// The effect of a theme on an animation.
struct ThemeSummary {
  let id: String
  let name: String
  /// The slots of the animation that the theme sets.
  var slots: [String] = []
  /// The rules for slots that the animation doesn't have.
  var unmatched: [LottieTheme.Rule] = []
  /// The reason why the theme can't be applied, or `nil` if it can.
  var error: LottieError?
}

extension OpenedLottie {
  /// The maximum number of themes. Files with more list only the names of themes, and omit state
  /// machines.
  fileprivate static let maximumThemes = 100

  /// The themes of the file, in the order of the manifest, with their effects on the animation.
  var themeSummaries: [ThemeSummary] {
    let known = Set(animation.slots)
    return file.manifest.themes.enumerated().map { index, entry in
      var summary = ThemeSummary(id: entry.id, name: entry.name)
      guard index < Self.maximumThemes else { return summary }
      do throws(LottieError) {
        let rules = try file.theme(entry.id).rules(for: animation.id)
        summary.slots = rules.map(\.slot).filter(known.contains)
        summary.unmatched = rules.filter { !known.contains($0.slot) }
      } catch {
        summary.error = error
      }
      return summary
    }
  }
}

/// The contents of a state machine.
struct MachineSummary {
  let id: String
  /// Whether this is the initial state machine of the file.
  let isInitial: Bool
  /// The names of the states.
  var states: [String] = []
  /// The names of the inputs.
  var inputs: [String] = []
  var diagnostics: [Diagnostic] = []
  /// The reason why it can't run, or `nil` if it can.
  var error: LottieError?
}

extension OpenedLottie {
  /// The state machines of the file, in the order of the manifest.
  var machineSummaries: [MachineSummary] {
    let manifest = file.manifest
    return manifest.stateMachines.prefix(Self.maximumThemes).map { entry in
      var summary = MachineSummary(
        id: entry.id, isInitial: entry.id == manifest.initialStateMachine)
      do throws(LottieError) {
        let machine = try file.stateMachine(entry.id)
        summary.states = machine.stateNames
        summary.inputs = machine.inputs.map(\.name)
        let stage = LottieMachineStage(machine, in: file, animation: animation)
        _ = try stage.firstAnimation()
        summary.diagnostics = stage.diagnostics
      } catch {
        summary.error = error
      }
      return summary
    }
  }
}
