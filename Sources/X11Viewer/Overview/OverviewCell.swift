import AnimCore
import AnimationFormats
import LinuxSystem
import OfflineRendering
import Viewer

/// A cell of an overview: an animation, which plays once it is loaded, and its name.
final class Cell {
  let page: OverviewPage
  /// The scene, or `nil` while nothing plays.
  private(set) var scene: (any Scene)?
  /// The processor time of a frame, in seconds.
  private(set) var cost: Seconds = 0
  private var background: Color?
  private var naturalSize: Size?
  /// A still image, or `nil` if it isn't available.
  private var still: Still?
  private var error: String?
  /// The name as an image, which is drawn only once.
  private var label: Still?
  private var caption: String
  private var layout: CellLayout?
  private var rect = PixelRect.empty
  /// The version of the current request.
  private var version = 0
  private var isMissing = true
  private var isStatic = false

  private static let empty = Color(rgb: 0x1E_252D)

  init(_ page: OverviewPage) {
    self.page = page
    caption = page.name
  }

  /// An image with its own pixels. Drawing it only adds a rectangle to a frame.
  private struct Still {
    let size: PixelSize
    private let path: Path
    private let paint: Paint

    /// - Parameter scale: The number of pixels per point.
    init(_ image: Image, scale: Double) {
      size = image.size
      var path = Path()
      path.addRect(
        Rect(
          x: 0, y: 0, width: Double(image.size.width) / scale,
          height: Double(image.size.height) / scale))
      self.path = path
      paint = .image(
        ImagePaint(image, sampling: .nearest, transform: Transform(scale: 1 / scale)))
    }

    func draw(x: Int, y: Int, into list: inout DisplayList) {
      let offset = Vector(dx: Double(x) / list.scale, dy: Double(y) / list.scale)
      list.fill(path, paint, transform: Transform(translation: offset))
    }
  }
}

// The contents of the cell.
extension Cell {
  /// The request for missing contents, or `nil` if everything is available.
  var missing: CellLoader.Request? {
    guard isMissing, let layout else { return nil }
    return CellLoader.Request(
      page: page, version: version, size: layout.imageSize, isStatic: isStatic)
  }

  /// Handles a change of the file. The old contents remain visible until the new ones are loaded.
  func invalidate() {
    isMissing = true
    isStatic = false
    version += 1
  }

  /// Sets the position and size of the cell.
  func place(in rect: PixelRect, _ layout: CellLayout, _ text: OverlayText) {
    self.rect = rect
    guard layout != self.layout else { return }
    self.layout = layout
    layOut(text)
    if still != nil, error == nil {
      isMissing = true
      version += 1
    }
  }

  private func layOut(_ text: OverlayText) {
    guard let layout else { return }
    scene?.layout(
      in: Size(
        width: Double(layout.imageSize.width) / layout.scale,
        height: Double(layout.imageSize.height) / layout.scale))
    label = label(layout, text)
    if let error { still = reason(error, layout, text) }
  }

  /// Shows the loaded contents.
  ///
  /// - Parameter room: The maximum processor time of a frame.
  /// - Returns: `false` if a frame takes longer, and a still image is missing instead.
  func show(
    _ content: Result<CellLoader.Content, Failure>, room: Seconds, _ text: OverlayText
  ) -> Bool {
    if case .success(let content) = content, case .playing(_, let cost) = content.appearance,
      cost > room
    {
      isStatic = true
      version += 1
      return false
    }
    isMissing = false
    (scene, still, error, cost, background, naturalSize) = (nil, nil, nil, 0, nil, nil)
    caption = page.name
    switch content {
    case .success(let content):
      background = content.background
      naturalSize = content.naturalSize
      if content.animationCount > 1 { caption += " · \(content.animationCount)" }
      switch content.appearance {
      case .playing(let makeScene, let cost):
        scene = makeScene()
        self.cost = cost
      case .still(let image):
        still = Still(image, scale: layout?.scale ?? 1)
      }
    case .failure(let failure):
      error = Self.reason(failure.message, of: page)
    }
    layOut(text)
    return true
  }

  /// Returns a message without the path, which the cell shows below it.
  private static func reason(_ message: String, of page: OverviewPage) -> String {
    let start = page.path + ": "
    return (message.hasPrefix(start) ? String(message.dropFirst(start.count)) : message).printable
  }
}

// Drawing the cell.
extension Cell {
  /// Draws the cell.
  /// - Parameters:
  ///   - backdrop: The background of the image, unless its file specifies one.
  ///   - pixels: A grid whose units are pixels of the window.
  func draw(
    on backdrop: Backdrop, isSelected: Bool, _ pixels: PixelGrid, into list: inout DisplayList
  ) {
    guard let layout else { return }
    let (x, y) = (rect.x0 + layout.margin, rect.y0 + layout.margin)
    let (width, height) = (layout.imageSize.width, layout.imageSize.height)
    let area = Rect(
      x: Double(x) / list.scale, y: Double(y) / list.scale, width: Double(width) / list.scale,
      height: Double(height) / list.scale)
    if isSelected {
      let border = layout.border
      pixels.fill(
        x: x - border, y: y - border, width: width + 2 * border, height: height + 2 * border,
        OverlayPalette.key, in: &list)
    }
    pixels.fill(x: x, y: y, width: width, height: height, Self.empty, in: &list)
    if scene != nil || still != nil, error == nil {
      // The bars next to an image with different proportions aren't part of it.
      let shown = Self.imageArea(of: naturalSize, in: layout.imageSize)
      if let background {
        pixels.fill(
          x: x + shown.x0, y: y + shown.y0, width: shown.width, height: shown.height, background,
          in: &list)
      } else {
        let corner = Point(
          x: Double(x + shown.x0) / list.scale, y: Double(y + shown.y0) / list.scale)
        let size = Size(
          width: Double(shown.width) / list.scale, height: Double(shown.height) / list.scale)
        list.withView(Rect(x: corner.x, y: corner.y, width: size.width, height: size.height)) {
          backdrop.fill(size, into: &$0)
        }
      }
    }
    still?.draw(x: x, y: y, into: &list)
    if let scene { list.withView(area) { scene.draw(into: &$0) } }
    label?.draw(
      x: rect.x0 + (rect.width - (label?.size.width ?? 0)) / 2, y: y + height + layout.border,
      into: &list)
  }
}

extension Cell {
  /// Returns the pixels of a cell's image that an animation covers.
  static func imageArea(of natural: Size?, in size: PixelSize) -> PixelRect {
    guard let natural, natural.width > 0, natural.height > 0 else { return size.bounds }
    let room = Size(width: Double(size.width), height: Double(size.height))
    let rect = BoxFit.contain.rect(of: natural, in: room)
    let area = PixelRect(
      x0: Int(rect.minX.rounded(.up)), y0: Int(rect.minY.rounded(.up)),
      x1: Int(rect.maxX.rounded(.down)), y1: Int(rect.maxY.rounded(.down))
    ).intersection(size.bounds)
    return area.isEmpty ? size.bounds : area
  }
}

// Text as images, because it doesn't change between frames and its outlines are long.
extension Cell {
  private func label(_ layout: CellLayout, _ text: OverlayText) -> Still? {
    let unit = layout.unit
    let line = text.shortened(caption, to: max(1, (rect.width - layout.margin) / unit))
    let size = PixelSize(
      width: max(1, min(text.width(of: line) * unit, rect.width)),
      height: max(1, layout.labelHeight - layout.border))
    return image(size, OverviewControl.background, layout) { list in
      text.draw(
        line, x: 0, y: (size.height - text.capHeight * unit) / 2, unit: unit, OverlayPalette.text,
        in: &list)
    }
  }

  private func reason(_ error: String, _ layout: CellLayout, _ text: OverlayText) -> Still? {
    let (unit, margin) = (layout.unit, 6 * layout.unit)
    let width = max(1, (layout.imageSize.width - 2 * margin) / unit)
    let rows = max(1, (layout.imageSize.height - 2 * margin) / (text.height * unit))
    let lines = text.lines(of: error, width: width).prefix(rows)
    return image(layout.imageSize, Self.empty, layout) { list in
      for (index, line) in lines.enumerated() {
        text.draw(
          line, x: margin, y: margin + index * text.height * unit, unit: unit,
          OverlayPalette.missed, in: &list)
      }
    }
  }

  private func image(
    _ size: PixelSize, _ background: Color, _ layout: CellLayout,
    _ draw: (inout DisplayList) -> Void
  ) -> Still? {
    var list = DisplayList(size: size, scale: layout.scale, background: background)
    draw(&list)
    let rendering = PixelImage(size: size)
    Rasterizer(threads: 1).paint(list, into: rendering)
    let words = rendering.withPixels { Array($0) }
    return Image(size: size, straight: words).map { Still($0, scale: layout.scale) }
  }
}
