import XWindow

/// Recognises a double click of the left button.
struct DoubleClick {
  private var last: ButtonClick?

  /// The usual limits of desktops: 400 ms, and a few pixels for an unsteady hand.
  private static let maximumInterval: UInt32 = 400
  private static let maximumDistance = 5

  /// Returns whether `click` completes a double click. A third click starts another one.
  mutating func completes(with click: ButtonClick) -> Bool {
    guard click.button == 1 else {
      last = nil
      return false
    }
    // The server's clock wraps around, and so does the difference.
    if let first = last, click.time &- first.time <= Self.maximumInterval,
      abs(click.x - first.x) <= Self.maximumDistance, abs(click.y - first.y) <= Self.maximumDistance
    {
      last = nil
      return true
    }
    last = click
    return false
  }
}
