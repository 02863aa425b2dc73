import AnimCore
import XWindow

/// A renderer that lets the server draw into a pixmap, which is copied to the window.
///
/// It sends shapes instead of pixels, so it needs little bandwidth and no shared memory. Tiles with
/// gradients, images or composed groups are painted locally and sent as pixels. The painter
/// determines the appearance of shapes. A ``CorePainter`` draws with XFillArc and similar requests,
/// in entire pixels, without anti-aliasing or blending. Translucent shapes therefore have the
/// colour that they would have over the background alone. A ``SmoothPainter`` supports
/// anti-aliasing and alpha.
final class ServerRenderer<Painter: ServerPainter>: Renderer {
  private let window: Window
  private let context: GraphicsContext
  private let packer: PixelPacker
  private var painter: Painter
  private var damage = FrameDamage()
  /// The last drawn frame.
  private var pixmap: ServerPixmap?
  private var isDrawn = false
  private var isPublished = false
  /// The tiles of the last drawn frame that the window doesn't show yet.
  private var unsent = TileSet(TileGrid(size: .zero))
  /// The fence after the last presented frame, or `nil` once it was passed.
  private var fence: UInt32?

  private let composer = ServerComposer()
  private var composed = ComposedTiles()
  /// The tiles to paint for the current frame.
  private var changed = TileSet(TileGrid(size: .zero))
  /// Warns the user, or `nil` after a warning.
  private var warn: ((String) -> Void)?

  /// - Parameter warn: A closure that receives a message when pixels must be sent. It is called
  ///   only once.
  init(for window: Window, _ painter: Painter, warn: @escaping (String) -> Void) {
    self.window = window
    self.warn = warn
    self.painter = painter
    context = GraphicsContext(for: window.id, on: window.connection)
    packer = PixelPacker(window.format)
  }

  var description: String { painter.name }

  var isReady: Bool { fence == nil }

  var isIdle: Bool { fence == nil }

  func draw(_ list: DisplayList) throws(RenderError) {
    guard isReady else { return }
    try RenderError.check(list.size)
    if window.connection.isLost { throw .connectionLost }
    let target = try pixmap(for: list.size)
    damage.advance(to: list)
    changed.replace(with: damage.tiles)
    composed.advance(to: list, drawnBy: Painter.self, &changed)
    unsent.add(changed)
    painter.paint(list, changed, on: target)
    try compose(list, on: target)
    // Let the server draw now, so that it only has to copy at the deadline.
    window.connection.exchange()
    isDrawn = true
  }

  func publish() {
    guard isDrawn, let pixmap else { return }
    isDrawn = false
    isPublished = true
    unsent.forEachRectangle { context.copy($0, from: pixmap.id, to: window.id) }
    unsent.clear()
    fence = window.connection.fences.send()
    window.connection.exchange()
  }

  func repair(_ area: PixelRect) {
    if isDrawn {
      unsent.mark(area)
    } else if isPublished, let pixmap {
      context.copy(area.intersection(pixmap.size.bounds), from: pixmap.id, to: window.id)
    }
  }

  func handle(_ event: Event) {
    if case .fence(let number) = event, let fence, number >= fence { self.fence = nil }
  }

  func recover() {
    guard !isReady else { return }
    _ = window.connection.fences.send()
    window.connection.exchange()
  }

  func readBack() throws(RenderError) -> PixelImage {
    if window.connection.isLost { throw .connectionLost }
    guard isPublished, let pixmap else { throw .nothingPublished }
    return try window.readBack(size: pixmap.size, packer) { target in
      context.copy(pixmap.size.bounds, from: pixmap.id, to: target)
    }
  }

  /// Paints content that the server can't draw, and sends the pixels.
  private func compose(_ list: DisplayList, on target: ServerPixmap) throws(RenderError) {
    guard !composed.tiles.isEmpty else { return }
    warn?(
      "\(painter.name): the server cannot draw gradients, images or composed groups; "
        + "sending their pixels")
    warn = nil
    changed.formIntersection(composed.tiles)
    let image = try composer.paint(list, changed, window.format, packer)
    changed.forEachRectangle { context.put(image, $0, to: target.id, notify: false) }
  }

  private func pixmap(for size: PixelSize) throws(RenderError) -> ServerPixmap {
    if let pixmap, pixmap.size == size { return pixmap }
    guard
      let new = ServerPixmap(size: size, depth: window.format.depth, on: window.connection)
    else {
      throw window.connection.isLost ? .connectionLost : .noServerMemory(size)
    }
    pixmap = new
    // The new pixmap contains no frame to compare with or to show.
    damage = FrameDamage()
    isDrawn = false
    isPublished = false
    return new
  }
}
