/// Recognises a double click of the left button.
struct DoubleClick {
  private var last: ButtonClick?

  /// The usual limits of desktops: 400 ms, and a hand that trembles by a few pixels.
  private static let longest: UInt32 = 400
  private static let farthest = 5

  /// Whether `click` is the second of two. A third one begins another.
  mutating func completes(with click: ButtonClick) -> Bool {
    guard click.button == 1 else {
      last = nil
      return false
    }
    // The server's clock starts again at zero, and the difference goes along.
    if let first = last, click.time &- first.time <= Self.longest,
      abs(click.x - first.x) <= Self.farthest, abs(click.y - first.y) <= Self.farthest
    {
      last = nil
      return true
    }
    last = click
    return false
  }
}
