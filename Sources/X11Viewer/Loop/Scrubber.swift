/// What the pointer does to the timeline: it is shown while the pointer is near, and pulled along
/// while a button is down on it.
struct Scrubber: Hashable {
  var isNear = false
  /// Whether a press on the timeline is not yet released.
  var isDragging = false
  /// Whether the animation is to go on when it is released.
  var resumes = false

  var isShown: Bool { isNear || isDragging }
}
