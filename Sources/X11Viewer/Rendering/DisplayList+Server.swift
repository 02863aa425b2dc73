import AnimCore

// What the server cannot draw.
extension DisplayList {
  /// Calls `body` with the commands in their order, and whether what one paints is more than the
  /// server can draw; then not with those that belong to it.
  func forEachCommand(_ body: (Command, _ isBeyondServer: Bool) -> Void) {
    var index = 0
    while index < commands.count {
      let command = commands[index]
      let isBeyondServer = isBeyondServer(command)
      body(command, isBeyondServer)
      index += isBeyondServer ? command.extent : 1
    }
  }

  /// Longer outlines may not fit a request.
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
