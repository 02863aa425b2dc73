/// The interaction of the pointer with the timeline: the timeline is shown while the pointer is
/// near, and dragging on it seeks.
struct Scrubber: Hashable {
  var isNear = false
  /// Whether the timeline is being dragged.
  var isDragging = false
  /// Whether the animation continues when the button is released.
  var resumes = false

  var isShown: Bool { isNear || isDragging }
}
