import AnimCore

/// The part of a scene's image that the window shows, and its scale, which the user zooms and
/// moves.
///
/// The image leaves no gap at an edge of the window that it can reach. In a direction in which it is smaller
/// than the window, it is centred.
struct Viewport: Hashable {
  /// The rule for the scale.
  private enum Scale: Hashable {
    /// The layout of the scene fills the window.
    case laidOut
    /// The largest scale at which the entire image is visible.
    case fit
    /// The smallest scale at which the image covers the window.
    case fill
    /// A unit of the image is a point.
    case actual
    /// Chosen by the user: points per unit of the image, and the point of the image at the centre of the
    /// window, as a fraction of the image's size.
    case free(Double, center: Point)
  }

  private var scale = Scale.laidOut

  /// Creates the layout of the scene that fills the window.
  init() {}

  /// Creates a viewport with a fixed scale and the centre of the image.
  init(pointsPerUnit: Double) { scale = .free(pointsPerUnit, center: Point(x: 0.5, y: 0.5)) }

  /// The maximum number of points per unit of an image.
  private static let largestScale = 64.0
  /// The minimum size of an image, as a fraction of the size that fits the window.
  private static let smallestFraction = 1.0 / 16

  /// Whether the image has its initial size, or another size that follows the window's.
  var isZoomed: Bool {
    if case .free = scale { true } else { false }
  }

  /// Whether the image covers the window.
  var isFilling: Bool { scale == .fill }
  /// Whether the image has its original size.
  var isActualSize: Bool { scale == .actual }

  /// Returns the viewport for another scene. It keeps a scale that follows the window, and the original size.
  var forAnotherScene: Viewport { isZoomed ? Viewport() : self }
}

// User actions.
extension Viewport {
  /// Shows the entire image as large as possible.
  mutating func fit() { scale = .fit }
  /// Covers the window.
  mutating func fill() { scale = .fill }
  /// Shows the image at its original size.
  mutating func showActualSize() { scale = .actual }

  /// Enlarges the image by a factor around a fixed point of the window.
  mutating func zoom(by factor: Double, about point: Point, _ content: ViewportContent) {
    let (old, rect) = (pointsPerUnit(content), self.rect(of: content))
    let limits = content.scaleLimits(
      largest: Self.largestScale, smallestFraction: Self.smallestFraction)
    let new = min(max(old * factor, limits.lowerBound), limits.upperBound)
    let ratio = new / old
    show(
      Rect(
        x: point.x + (rect.minX - point.x) * ratio, y: point.y + (rect.minY - point.y) * ratio,
        width: rect.width * ratio, height: rect.height * ratio),
      pointsPerUnit: new, content)
  }

  /// Moves the image by a distance in points, unless the entire image is visible.
  mutating func pan(by offset: Vector, _ content: ViewportContent) {
    let rect = rect(of: content)
    let moved = Self.clamp(
      Rect(
        x: rect.minX + offset.dx, y: rect.minY + offset.dy, width: rect.width,
        height: rect.height), to: content.view)
    guard moved != rect else { return }
    show(moved, pointsPerUnit: pointsPerUnit(content), content)
  }

  /// Rotates or flips the image around the middle of the window.
  mutating func orient(_ orientation: Orientation) {
    guard case .free(let pointsPerUnit, let center) = scale else { return }
    scale = .free(
      pointsPerUnit, center: orientation.point(of: center, in: Size(width: 1, height: 1)))
  }

  private mutating func show(_ rect: Rect, pointsPerUnit: Double, _ content: ViewportContent) {
    let rect = Self.clamp(rect, to: content.view)
    scale = .free(
      pointsPerUnit,
      center: Point(
        x: (content.view.width / 2 - rect.minX) / rect.width,
        y: (content.view.height / 2 - rect.minY) / rect.height))
  }
}

// The position of the image.
extension Viewport {
  /// Returns the area of the scene's layout in the upright image of the window, or `nil` if it
  /// fills it.
  func placement(of content: ViewportContent) -> ScenePlacement? {
    if scale == .laidOut { return nil }
    let factor = pointsPerUnit(content) / content.laidOutScale
    // Most scenes lay themselves out like this. Their pixels must not differ.
    if scale == .fit, abs(factor - 1) < 1e-9 { return nil }
    let (rect, laidOut) = (
      content.upright(rect(of: content)), content.upright(content.laidOut)
    )
    return ScenePlacement(
      scale: factor,
      origin: Point(
        x: rect.minX - laidOut.minX * factor, y: rect.minY - laidOut.minY * factor))
  }

  /// Returns the size of the image in percent of its original size.
  func percentage(of content: ViewportContent) -> Int {
    Int((pointsPerUnit(content) * 100).rounded())
  }

  /// Returns the point of the scene's image, in its units, at a point of the window.
  func unit(at point: Point, _ content: ViewportContent) -> Point {
    let (rect, scale) = (content.upright(rect(of: content)), pointsPerUnit(content))
    let point = content.upright(point)
    return Point(x: (point.x - rect.minX) / scale, y: (point.y - rect.minY) / scale)
  }

  /// Returns points per unit of the image.
  private func pointsPerUnit(_ content: ViewportContent) -> Double {
    switch scale {
    case .laidOut: content.laidOutScale
    case .fit: content.fitScale
    case .fill: content.fillScale
    case .actual: 1
    case .free(let scale, _): scale
    }
  }

  /// Returns the area of the image in the window, in points.
  func rect(of content: ViewportContent) -> Rect {
    if scale == .laidOut { return content.laidOut }
    let factor = pointsPerUnit(content) / content.laidOutScale
    let (width, height) = (content.laidOut.width * factor, content.laidOut.height * factor)
    var center = Point(x: 0.5, y: 0.5)
    if case .free(_, let chosen) = scale { center = chosen }
    return Self.clamp(
      Rect(
        x: content.view.width / 2 - center.x * width,
        y: content.view.height / 2 - center.y * height, width: width, height: height),
      to: content.view)
  }

  private static func clamp(_ rect: Rect, to view: Size) -> Rect {
    func clamp(_ start: Double, _ length: Double, _ room: Double) -> Double {
      length <= room ? (room - length) / 2 : min(max(start, room - length), 0)
    }
    return Rect(
      x: clamp(rect.minX, rect.width, view.width), y: clamp(rect.minY, rect.height, view.height),
      width: rect.width, height: rect.height)
  }
}

/// The contents of a ``Viewport``: a scene's image in a window, before zooming.
struct ViewportContent: Hashable {
  /// The positive size of the window in points.
  let view: Size
  /// The area of the image in the scene's layout, in points of the window. It is never empty.
  let laidOut: Rect
  /// Points per unit of the image in the scene's layout.
  let laidOutScale: Double
  /// The orientation of the image.
  private let orientation: Orientation

  /// - Parameter fit: The rule by which the scene fits its image into the window.
  init(
    _ scene: any Scene, _ fit: BoxFit = .contain, _ orientation: Orientation = .upright,
    in view: Size
  ) {
    self.view = view
    self.orientation = orientation
    let size = scene.naturalSize.map { orientation.size(of: $0) } ?? view
    let rect = fit.rect(of: size, in: view)
    let natural = size.width
    let isDrawable = rect.width > 0 && rect.height > 0 && natural > 0
    laidOut =
      isDrawable ? rect : Rect(x: 0, y: 0, width: max(view.width, 1), height: max(view.height, 1))
    laidOutScale = isDrawable ? rect.width / natural : 1
  }

  /// Maps an area of the window to the upright image of the window.
  func upright(_ rect: Rect) -> Rect { orientation.inverse.rect(of: rect, in: view) }

  /// Maps a point of the window to the upright image of the window.
  func upright(_ point: Point) -> Point { orientation.inverse.point(of: point, in: view) }

  var fitScale: Double {
    laidOutScale * min(view.width / laidOut.width, view.height / laidOut.height)
  }

  var fillScale: Double {
    laidOutScale * max(view.width / laidOut.width, view.height / laidOut.height)
  }

  /// Returns the scales that the user can zoom to, which include all scales set by keys.
  func scaleLimits(largest: Double, smallestFraction: Double) -> ClosedRange<Double> {
    let scales = [fitScale, fillScale, laidOutScale, 1]
    let low = (scales.min() ?? 1) * smallestFraction
    return low...max(scales.max() ?? 1, largest)
  }
}
