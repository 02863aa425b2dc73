import AnimCore
import OptionValues

/// A scene that answers to the pointer, and has inputs that users set.
package protocol InteractiveScene: Scene {
  /// The current state, or `nil` for none.
  var state: String? { get }
  /// The inputs that can be set.
  var inputs: [SceneInput] { get }
  /// The keys that it takes with Alt, as browsers do with keys for elements.
  var accessKeys: Set<Character> { get }
  /// The recorded interaction as a script.
  var conversation: String { get }

  /// The user does something at the present time.
  func send(_ interaction: Interaction)
  /// Returns the messages of the scene since the last call.
  func takeMessages() -> [SceneMessage]
}

extension InteractiveScene {
  package var accessKeys: Set<Character> { [] }
}

/// A user's interaction with an ``InteractiveScene``.
package enum Interaction: Hashable, Sendable {
  /// The pointer does something, at a point of the picture.
  case pointer(PointerAction, Point)
  /// The input at an index of ``InteractiveScene/inputs`` is changed: a number by so much, true into false,
  /// and an event is fired. Does nothing for an index without an input.
  case changeInput(at: Int, by: Double)
  /// A key is pressed for what has it as its access key.
  case key(Character)
}

extension Interaction: CustomStringConvertible {
  package var description: String {
    switch self {
    case .pointer(let action, let point):
      "\(action.rawValue) \(plain(point.x)) \(plain(point.y))"
    case .changeInput(let index, let step): "change input \(index) by \(plain(step))"
    case .key(let key): "key \(key)"
    }
  }
}

/// The kinds of pointer events, named as in scripts.
package enum PointerAction: String, CaseIterable, Sendable {
  case enter = "pointerEnter"
  case exit = "pointerExit"
  case move = "pointerMove"
  case down = "pointerDown"
  case up = "pointerUp"
  case click
}

/// Something of an ``InteractiveScene`` that users set.
package struct SceneInput: Hashable, Sendable {
  package var name: String
  /// The value at present, as text.
  package var value: String
}

/// A message of an ``InteractiveScene``.
package enum SceneMessage: Hashable, Sendable {
  /// It wants this address to be opened.
  case link(String)
  case text(String)
  /// It has stopped, for this reason.
  case stopped(String)
}
