import AnimCore

// Which commands the server can draw.
extension DisplayList {
  /// Calls `body` with each command in order, and whether the server cannot draw it. The commands
  /// inside a group that the server cannot draw are skipped.
  func forEachCommand(_ body: (Command, _ isBeyondServer: Bool) -> Void) {
    var index = 0
    while index < commands.count {
      let command = commands[index]
      let isBeyondServer = isBeyondServer(command)
      body(command, isBeyondServer)
      index += isBeyondServer ? command.extent : 1
    }
  }

  /// The maximum number of corners of an outline; longer ones may not fit a request.
  private static let cornerLimit = 16_000

  private func isBeyondServer(_ command: Command) -> Bool {
    switch command.shape {
    case .group(let style, _):
      return style.isIsolated
    case .path(let first, let count, _) where count > 0:
      let last = polygonRange(Int(first + count) - 1)
      let corners = last.upperBound - polygonRange(Int(first)).lowerBound
      return command.paint != nil || corners > Self.cornerLimit
    default:
      return command.paint != nil
    }
  }
}
