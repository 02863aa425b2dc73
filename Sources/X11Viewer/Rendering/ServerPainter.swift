import AnimCore
import XWindow

/// Turns drawing commands into requests to the server, for ``ServerRenderer``.
protocol ServerPainter {
  /// What the user calls it: the value of `--renderer`.
  var name: String { get }

  /// Whether the server can draw a command that is not a composed group.
  static func canDraw(_ command: Command, of list: DisplayList) -> Bool

  /// Paints the parts of a list that lie in `tiles`, apart from what the server cannot draw.
  mutating func paint(_ list: DisplayList, _ tiles: TileSet, on target: ServerPixmap)
}

/// Limits of the clips of the server.
enum ServerClip {
  /// With more areas than this, a clip costs the server more than it saves.
  static let areaLimit = 512
}

// Which commands the server can draw.
extension DisplayList {
  /// Calls `body` with each command in order, and whether the server cannot draw it. The commands
  /// inside a group that the server cannot draw are skipped.
  func forEachCommand(
    drawnBy painter: (some ServerPainter).Type, _ body: (Command, _ needsComposing: Bool) -> Void
  ) {
    var index = 0
    while index < commands.count {
      let command = commands[index]
      let needsComposing: Bool
      if case .group(let style, _) = command.shape {
        needsComposing = style.isIsolated
      } else {
        needsComposing = !painter.canDraw(command, of: self)
      }
      body(command, needsComposing)
      index += needsComposing ? command.extent : 1
    }
  }
}
