/// A frame as data: the commands that paint it, in painting order.
///
/// Scenes append in points; the list converts them to pixels with the scale and origin of the
/// current view, and rounds them to the ``Fixed`` grid. Curves become lines, and strokes become
/// outlines, as they are appended. A list is a value: two equal lists paint the same pixels, and
/// comparing a list with the previous one shows what changed. ``removeAll(size:scale:background:)``
/// keeps the memory, so reusing a list allocates nothing.
///
/// Anything beyond a limit is left out and recorded in ``omissions``.
public struct DisplayList: Hashable, Sendable {
  /// Groups nested more deeply than this are left out.
  public static let maximumDepth = 64
  /// The maximum number of commands.
  public static let maximumCommands = 1 << 22
  /// The maximum number of corners of all outlines together.
  public static let maximumPoints = 1 << 24
  /// The maximum number of filters of a group.
  public static let maximumFilters = 16
  /// How far, in pixels, all filters of nested groups together may reach. A blur that would reach
  /// farther is reduced to that.
  public static let maximumFilterReach = 1024
  /// The maximum number of pixels that all filters of a list together may process. Filters beyond
  /// it are left out.
  public static let maximumFilteredPixels = 1 << 26

  /// The size of the picture in pixels.
  public private(set) var size: PixelSize
  /// The colour behind all commands. It is translucent only for a ``PixelImage`` that may be
  /// transparent; a window shows it as opaque.
  public private(set) var background: Color
  package internal(set) var commands: [Command] = []
  /// The corners of all outlines, in pixels.
  package internal(set) var points: [FixedPoint] = []
  /// For each closed polygon of an outline, the index in ``points`` after its last corner.
  package internal(set) var polygonEnds: [Int32] = []
  /// All squares of all batches.
  package internal(set) var squares = SquareBatch()
  /// The paints that are more than a colour.
  package internal(set) var paints: [PlacedPaint] = []
  /// The filters of all groups.
  package internal(set) var filters: [PixelFilter] = []
  /// What was left out.
  public internal(set) var omissions: Omissions = []
  /// The part of the picture that commands are appended to at present.
  var view: View
  /// The number of groups around the commands appended at present.
  var depth = 0
  /// How far the filters of those groups reach, in pixels.
  var filterReach = SIMD2<Int>.zero
  /// The maximum number of pixels that the filters appended so far process.
  var filteredPixels = 0
  var tools = DrawingTools()

  /// - Parameters:
  ///   - size: the size of the picture in pixels.
  ///   - scale: pixels per point, more than zero.
  ///   - background: the colour behind everything.
  public init(size: PixelSize, scale: Double = 1, background: Color = .black) {
    self.size = size
    self.background = background
    view = View(origin: .zero, scale: scale, clip: size.bounds)
  }

  /// Empties the list for the next frame but keeps its memory.
  public mutating func removeAll(size: PixelSize, scale: Double = 1, background: Color = .black) {
    self.size = size
    self.background = background
    view = View(origin: .zero, scale: scale, clip: size.bounds)
    depth = 0
    filterReach = .zero
    filteredPixels = 0
    commands.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    polygonEnds.removeAll(keepingCapacity: true)
    paints.removeAll(keepingCapacity: true)
    filters.removeAll(keepingCapacity: true)
    squares.removeAll()
    omissions = []
    tools.work = 0
  }

  /// The number of corners that paths were turned into since the list was emptied, including those
  /// that were left out.
  package var work: Int { tools.work }

  /// The maximum number of corners that one path may be turned into.
  package var outlineLimit: Int {
    get { tools.lines.limit }
    set { tools.lines.limit = newValue }
  }

  /// Pixels per point.
  public var scale: Double { view.scale }

  /// Runs `body` with the origin moved to that of `rect` (in points of the current view) and
  /// everything clipped to the pixels that `rect` covers at least by half.
  public mutating func withView(_ rect: Rect, _ body: (inout DisplayList) -> Void) {
    let outer = view
    view = outer.inner(rect)
    body(&self)
    view = outer
  }
}

/// A paint and its transform.
package struct PlacedPaint: Hashable, Sendable {
  package let paint: Paint
  /// From the space of the paint to pixels.
  package let transform: Transform
}

/// Scratch memory for appending, which is not part of a list's value.
struct DrawingTools: Hashable, Sendable {
  var lines = LineBuffer()
  var stroker = Stroker()
  var work = 0

  static func == (a: DrawingTools, b: DrawingTools) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension DisplayList {
  /// A part of the picture with its own origin, to which everything appended is clipped.
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
