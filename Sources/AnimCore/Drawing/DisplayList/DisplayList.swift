/// A frame as data: the commands that paint it, in painting order.
///
/// Scenes append in points; the list turns points into pixels with the scale and origin of the
/// current view and rounds to the ``Fixed`` grid. Curves become lines, and strokes outlines, while
/// they are appended. A list is a value: two equal lists paint the same pixels, and comparing it with
/// the previous one tells what changed. ``removeAll(size:scale:background:)`` keeps the memory, so
/// that a list that is used again allocates nothing.
///
/// What passes a limit is left out, and ``omissions`` says so.
public struct DisplayList: Hashable, Sendable {
  /// A group in this many others is left out.
  public static let maximumDepth = 64
  /// A list has at most this many commands, and outlines this many corners in all.
  public static let maximumCommands = 1 << 22
  public static let maximumPoints = 1 << 24

  /// The extent of the picture in pixels.
  public private(set) var size: PixelSize
  /// What the picture shows where no command paints. Not opaque only where the picture is for a
  /// ``PixelImage`` that may be transparent; a window shows it as if it were.
  public private(set) var background: Color
  package internal(set) var commands: [Command] = []
  /// The corners of all outlines, in pixels.
  package internal(set) var points: [FixedPoint] = []
  /// For each closed polygon of an outline, the index in ``points`` behind its last corner.
  package internal(set) var polygonEnds: [Int32] = []
  /// All squares of all batches.
  package internal(set) var squares = SquareBatch()
  /// The paints that are more than a colour.
  package internal(set) var paints: [PlacedPaint] = []
  /// What was left out.
  public internal(set) var omissions: Omissions = []
  /// The part of the picture that commands are now appended to.
  var view: View
  /// How many groups hold what is now appended.
  var depth = 0
  var tools = DrawingTools()

  /// - Parameters:
  ///   - size: the extent of the picture in pixels.
  ///   - scale: pixels per point, more than zero.
  ///   - background: the colour behind everything.
  public init(size: PixelSize, scale: Double = 1, background: Color = .black) {
    self.size = size
    self.background = background
    view = View(origin: .zero, scale: scale, clip: size.bounds)
  }

  /// Empties the list for the next frame and keeps its memory.
  public mutating func removeAll(size: PixelSize, scale: Double = 1, background: Color = .black) {
    self.size = size
    self.background = background
    view = View(origin: .zero, scale: scale, clip: size.bounds)
    depth = 0
    commands.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    polygonEnds.removeAll(keepingCapacity: true)
    paints.removeAll(keepingCapacity: true)
    squares.removeAll()
    omissions = []
    tools.work = 0
  }

  /// How many corners lines had that were made of paths since the list was emptied, those that were
  /// left out included.
  package var work: Int { tools.work }

  /// How many corners the lines may have that are made of one path.
  package var outlineLimit: Int {
    get { tools.lines.limit }
    set { tools.lines.limit = newValue }
  }

  /// Pixels per point.
  public var scale: Double { view.scale }

  /// Runs `body` with the origin moved to that of `rect` (in points of the current view) and
  /// everything cut to the whole pixels that `rect` covers at least half of.
  public mutating func withView(_ rect: Rect, _ body: (inout DisplayList) -> Void) {
    let outer = view
    view = outer.inner(rect)
    body(&self)
    view = outer
  }
}

/// A paint, and where its space lies.
package struct PlacedPaint: Hashable, Sendable {
  package let paint: Paint
  /// From the space of the paint to pixels.
  package let transform: Transform
}

/// Memory for the work of appending. It is no part of what a list says.
struct DrawingTools: Hashable, Sendable {
  var lines = LineBuffer()
  var stroker = Stroker()
  var work = 0

  static func == (a: DrawingTools, b: DrawingTools) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension DisplayList {
  /// A part of the picture with its own origin, which everything appended to it is cut to.
  struct View: Hashable, Sendable {
    /// In pixels of the picture.
    var origin: Point
    /// Pixels per point.
    var scale: Double
    var clip: PixelRect

    func point(_ point: Point) -> FixedPoint {
      FixedPoint(x: Fixed(origin.x + point.x * scale), y: Fixed(origin.y + point.y * scale))
    }

    /// From points of the view to pixels.
    var transform: Transform {
      Transform(a: scale, b: 0, c: 0, d: scale, tx: origin.x, ty: origin.y)
    }

    func inner(_ rect: Rect) -> View {
      let low = point(rect.origin)
      let high = point(Point(x: rect.maxX, y: rect.maxY))
      let cut = PixelRect(
        x0: low.x.nearestPixel, y0: low.y.nearestPixel,
        x1: high.x.nearestPixel, y1: high.y.nearestPixel)
      return View(
        origin: Point(x: origin.x + rect.origin.x * scale, y: origin.y + rect.origin.y * scale),
        scale: scale, clip: clip.intersection(cut))
    }
  }
}
