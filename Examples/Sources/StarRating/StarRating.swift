import AnimCore
import AnimLottie

/// Five stars in a row. Pressing a star selects it and all stars to its left. The current frame of the animation
/// determines the number of lit stars, and the pointer drives a state machine.
enum StarRating {
  /// The animation, with 50 × 10 points. At frame n, the first n stars are lit.
  static var animation: String {
    let stars = (1...5).map { star in
      """
      {"ty": 4, "nm": "star \(star)", "ip": 0, "op": 6, "st": 0, "ks": {"p": {"k": [\(star * 10 - 5), 5]}},
       "shapes": [
         {"ty": "sr", "sy": 1, "p": {"k": [0, 0]}, "pt": {"k": 5}, "r": {"k": 0}, "or": {"k": 5},
          "ir": {"k": 2}, "os": {"k": 0}, "is": {"k": 0}},
         {"ty": "fl", "o": {"k": 100}, "c": {"k": [
           {"t": 0, "s": [0.8, 0.8, 0.8], "h": 1}, {"t": \(star), "s": [1, 0.7, 0]}]}}]}
      """
    }
    return """
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 6, "w": 50, "h": 10,
       "markers": [], "layers": [\(stars.joined(separator: ","))]}
      """
  }

  /// A state for each number of stars, which shows the corresponding frame. The input `rating` selects the state, and
  /// pressing a star sets the input.
  static var machine: String {
    let states = (0...5).map { rating in
      """
      {"type": "PlaybackState", "name": "\(rating) stars", "animation": "", "transitions": [],
       "entryActions": [{"type": "SetFrame", "value": \(rating)}]}
      """
    }
    let transitions = (0...5).map { rating in
      """
      {"type": "Transition", "toState": "\(rating) stars", "guards": [{"type": "Numeric",
       "inputName": "rating", "conditionType": "Equal", "compareTo": \(rating)}]}
      """
    }
    let presses = (1...5).map { star in
      """
      {"type": "PointerDown", "layerName": "star \(star)",
       "actions": [{"type": "SetNumeric", "inputName": "rating", "value": \(star)}]}
      """
    }
    return """
      {"initial": "0 stars",
       "inputs": [{"type": "Numeric", "name": "rating", "value": 0}],
       "states": [{"type": "GlobalState", "name": "any", "transitions": [\(transitions.joined(separator: ","))]},
         \(states.joined(separator: ","))],
       "interactions": [\(presses.joined(separator: ","))]}
      """
  }

  /// An interaction script with expectations.
  static let script = """
    0    expect state "0 stars"
    0.5  pointerDown 25 5         # the third star
    0.5  expect rating 3
    0.6  pointerUp 25 5
    1    set rating 5             # from the program
    1    expect state "5 stars"
    1.5  pointerDown 5 5          # the first star
    2    expect state "1 stars"
    2    end
    """

  /// Returns the animation and its state machine.
  static func stage() throws -> LottieMachineStage {
    let file = try LottieFile(Array(animation.utf8))
    return LottieMachineStage(
      try LottieStateMachine(json: Array(machine.utf8)), in: file, animation: try file.animation())
  }

  /// Returns the states that the machine enters during the script.
  static func states() throws -> [String] {
    let scene = LottieMachineScene(try stage(), script: try InteractionScript(script))
    scene.update(to: scene.script.end.seconds)
    return scene.takeEvents().compactMap { event in
      if case .entered(let state) = event { state } else { nil }
    }
  }
}
