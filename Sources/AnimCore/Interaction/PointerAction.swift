/// An action of the pointer. The raw values are the names in scripts.
public enum PointerAction: String, CaseIterable, Sendable {
  /// A button was pressed.
  case down = "pointerDown"
  /// A button was released.
  case up = "pointerUp"
  /// The pointer was moved.
  case move = "pointerMove"
  /// The pointer entered the image.
  case enter = "pointerEnter"
  /// The pointer left the image.
  case exit = "pointerExit"
  /// A button was pressed and released.
  case click
}
