import AnimCore
import PlainText

/// A scene that responds to the pointer, and has inputs that users can change.
package protocol InteractiveScene: Scene {
  /// The current state, or `nil` for none.
  var state: String? { get }
  /// The inputs that can be set.
  var inputs: [SceneInput] { get }
  /// The keys that the scene handles in combination with Alt, like access keys in browsers.
  var accessKeys: Set<Character> { get }
  /// The recorded interaction as a script.
  var conversation: String { get }

  /// Handles a user interaction at the current time.
  func send(_ interaction: Interaction)
  /// Returns the messages of the scene since the last call.
  func takeMessages() -> [SceneMessage]
}

extension InteractiveScene {
  package var accessKeys: Set<Character> { [] }
}

/// A user's interaction with an ``InteractiveScene``.
package enum Interaction: Hashable, Sendable {
  /// A pointer event at a point of the image.
  case pointer(PointerAction, Point)
  /// A change of the input at an index of ``InteractiveScene/inputs``: adds to a number, toggles a Boolean value, or
  /// fires an event. Does nothing if the index is invalid.
  case changeInput(at: Int, by: Double)
  /// A key press that activates the element with this access key.
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

/// An input of an ``InteractiveScene``.
package struct SceneInput: Hashable, Sendable {
  package var name: String
  /// The current value, as text.
  package var value: String
}

/// A message of an ``InteractiveScene``.
package enum SceneMessage: Hashable, Sendable {
  /// A request to open this URL.
  case link(String)
  case text(String)
  /// The scene has stopped, for this reason.
  case stopped(String)
}
