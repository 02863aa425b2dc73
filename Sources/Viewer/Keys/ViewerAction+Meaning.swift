import PlainText

// The meaning of actions that the table of keys doesn't contain, such as those with other numbers.
extension ViewerAction {
  /// Returns the topic of the action, and a description of it.
  ///
  /// - Parameter text: The action as text, for actions that need no other description.
  func meaning(of text: String) -> (topic: KeyTopic, description: String) {
    switch self {
    case .run(let command): (.custom, command)
    case .time(.step(let count)): (.play, Self.moved(by: count, "frame"))
    case .time(.multiplySpeed(let factor)):
      (.play, "speed × \(Self.rounded(factor))")
    case .seek(let count): (.play, "seek " + Self.moved(by: count, "step"))
    case .adjustClock(let span):
      (
        .play,
        "set the clock \(span < 0 ? "back" : "ahead") by \(Self.rounded(abs(span))) s"
      )
    case .zoom(let factor): (.look, "zoom × \(Self.rounded(factor))")
    case .orient: (.look, text)
    case .machine(.change(let amount)):
      (.look, "change the input by \(Self.rounded(amount))")
    case .turn(let count): (.pages, Self.moved(by: count, "page"))
    case .showScene(let index): (.pages, "built-in scene \(index)")
    case .overview(.turn(let count)): (.overview, Self.moved(by: count, "screen"))
    case .overview(.resizeCells(let count)):
      (.overview, "\(Self.counted(count, "size")) \(count < 0 ? "smaller" : "larger")")
    case .overview(.move(let columns, let rows)):
      (
        .overview,
        rows == 0
          ? Self.moved(by: columns, "column")
          : columns == 0
            ? Self.moved(by: rows, "row")
            : Self.moved(by: columns, "column") + ", " + Self.moved(by: rows, "row")
      )
    default: (.window, text)
    }
  }

  private static func rounded(_ value: Double) -> String { plain((value * 100).rounded() / 100) }

  private static func moved(by count: Int, _ noun: String) -> String {
    "\(counted(count, noun)) \(count < 0 ? "back" : "forward")"
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count.magnitude) \(noun)\(count.magnitude == 1 ? "" : "s")"
  }
}
