import AnimCore
import XWindow

/// Turns drawing commands into requests to the server, for ``ServerRenderer``.
protocol ServerPainter {
  /// The value of `--renderer`.
  var name: String { get }

  /// Whether the server can draw a command that is not a composed group.
  static func canDraw(_ command: Command, of list: DisplayList) -> Bool

  /// Paints the parts of a list that lie in `tiles`, apart from what the server cannot draw.
  mutating func paint(_ list: DisplayList, _ tiles: TileSet, on target: ServerPixmap)
}

/// The areas to paint, which do not overlap: what the server's clip is made of.
struct PaintedAreas {
  private(set) var areas: [PixelRect] = []
  /// Their bounding rectangle.
  private(set) var extent = PixelRect.empty

  /// The number of areas above which a clip costs the server more than it saves.
  static let limit = 512

  /// Replaces the areas with those of `tiles`, or with their bounding rectangle if there are too many.
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

/// Rectangles of one colour that were not sent to the server yet.
struct RectangleBatch {
  private var rectangles: [PixelRect] = []
  /// The colour of the last ``use(_:on:)``, or `nil` if the server may use another.
  private var color: Color?

  private static let limit = 1024

  /// Forgets the colour, which another batch may have changed.
  mutating func begin() { color = nil }

  /// Adds a rectangle of the current colour.
  mutating func append(_ area: PixelRect, to target: some RectangleTarget) {
    rectangles.append(area)
    if rectangles.count == Self.limit { send(to: target) }
  }

  /// Makes `color` the current one, after sending the rectangles of the previous one.
  ///
  /// - Returns: whether the colour is visible at all.
  mutating func use(_ color: Color, on target: some RectangleTarget) -> Bool {
    guard color.alpha > 0 else { return false }
    if color != self.color {
      send(to: target)
      self.color = color
      target.setColor(color)
    }
    return true
  }

  /// Sends what has been added.
  mutating func send(to target: some RectangleTarget) {
    guard !rectangles.isEmpty else { return }
    target.fill(rectangles)
    rectangles.removeAll(keepingCapacity: true)
  }
}

/// The target for the rectangles of a ``RectangleBatch``.
protocol RectangleTarget {
  /// Sets the colour of what is painted from now on.
  func setColor(_ color: Color)
  func fill(_ rectangles: [PixelRect])
}

// The commands that the server can draw.
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
