import AnimCore
import XWindow

/// The interaction of the pointer with the timeline, which appears near the lower edge and seeks
/// when it is pressed or dragged.
struct TimelineControl: Hashable {
  /// Whether the timeline is shown regardless of the pointer.
  private(set) var isPinned = false
  /// Whether the pointer is near.
  private var isNear = false
  /// The position under the pointer, 0...1, if the pointer is on the bar.
  private(set) var hovered: Double?
  /// Whether the timeline is being dragged.
  private(set) var isScrubbing = false
  /// Whether the animation continues when it is released.
  private(set) var resumes = false

  /// An action that a press requests.
  enum Press: Hashable {
    case togglePause
    /// Seek to a position, 0...1, and stay there until the button is released.
    case seek(Double)
    /// Seek by a number of steps, or back if it is negative.
    case step(Int)
  }

  var isShown: Bool { isPinned || isNear || isScrubbing }

  mutating func togglePin() { isPinned.toggle() }

  /// Forgets the state of the pointer, because it isn't possible to seek.
  mutating func reset() { self = TimelineControl(isPinned: isPinned) }

  init() {}

  private init(isPinned: Bool) { self.isPinned = isPinned }

  /// - Returns: `nil` if the press isn't on the bar.
  mutating func press(_ click: ButtonClick, isPaused: Bool, _ layout: TimelineLayout) -> Press? {
    guard layout.contains(x: click.x, y: click.y) else { return nil }
    switch click.button {
    case 1:
      isNear = true
      if !isScrubbing, layout.isButton(x: click.x, y: click.y) { return .togglePause }
      if !isScrubbing {
        isScrubbing = true
        resumes = !isPaused
      }
      return .seek(layout.progress(x: click.x))
    case 4: return .step(1)
    case 5: return .step(-1)
    default: return nil
    }
  }

  /// - Returns: The position to seek to, if it is being dragged.
  mutating func move(to position: WindowPosition, _ layout: TimelineLayout) -> Double? {
    isNear = layout.isNear(y: position.y)
    let isOnRail =
      layout.contains(x: position.x, y: position.y)
      && !layout.isButton(x: position.x, y: position.y)
    hovered = isOnRail || isScrubbing ? layout.progress(x: position.x) : nil
    return isScrubbing ? hovered : nil
  }

  mutating func release() {
    isScrubbing = false
    if !isNear { hovered = nil }
  }

  mutating func leave() { (isNear, hovered) = (false, isScrubbing ? hovered : nil) }
}
