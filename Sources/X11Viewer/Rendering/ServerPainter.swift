import AnimCore
import XWindow

/// Converts drawing commands into requests to the server, for ``ServerRenderer``.
protocol ServerPainter {
  /// The value of `--renderer`.
  var name: String { get }

  /// Returns whether the server can draw a command that isn't a composed group.
  static func canDraw(_ command: Command, of list: DisplayList) -> Bool

  /// Paints the parts of a list in `tiles`, except for content that the server can't draw.
  mutating func paint(_ list: DisplayList, _ tiles: TileSet, on target: ServerPixmap)
}

/// The areas to paint, which don't overlap and form the server's clip.
struct PaintedAreas {
  private(set) var areas: [PixelRect] = []
  /// The bounding box of the areas.
  private(set) var extent = PixelRect.empty

  /// The number of areas above which a clip costs more than it saves in the server.
  static let limit = 512

  /// Replaces the areas with those of `tiles`, or with their bounding box if there are too many.
  mutating func replace(with tiles: TileSet) {
    extent = .empty
    areas.removeAll(keepingCapacity: true)
    tiles.forEachRectangle { area in
      areas.append(area)
      extent = extent.union(area)
    }
    if areas.count > Self.limit {
      areas.removeAll(keepingCapacity: true)
      areas.append(extent)
    }
  }
}

/// Rectangles of one colour that haven't been sent to the server.
struct RectangleBatch {
  private var rectangles: [PixelRect] = []
  /// The colour of the last ``use(_:on:)``, or `nil` if the server's colour may differ.
  private var color: Color?

  private static let limit = 1024

  /// Discards the colour, which another batch may have changed.
  mutating func begin() { color = nil }

  /// Adds a rectangle of the current colour.
  mutating func append(_ area: PixelRect, to target: some RectangleTarget) {
    rectangles.append(area)
    if rectangles.count == Self.limit { send(to: target) }
  }

  /// Sends the rectangles of the previous colour, and makes `color` the current one.
  ///
  /// - Returns: Whether the colour is visible.
  mutating func use(_ color: Color, on target: some RectangleTarget) -> Bool {
    guard color.alpha > 0 else { return false }
    if color != self.color {
      send(to: target)
      self.color = color
      target.setColor(color)
    }
    return true
  }

  /// Sends the pending rectangles.
  mutating func send(to target: some RectangleTarget) {
    guard !rectangles.isEmpty else { return }
    target.fill(rectangles)
    rectangles.removeAll(keepingCapacity: true)
  }
}

/// The target for the rectangles of a ``RectangleBatch``.
protocol RectangleTarget {
  /// Sets the colour for further painting.
  func setColor(_ color: Color)
  func fill(_ rectangles: [PixelRect])
}

// Commands that the server can draw.
extension DisplayList {
  /// Calls `body` with each command in order, and whether the server can't draw it. Skips commands
  /// inside groups that the server can't draw.
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
