import AnimCore

/// Turns display lists into pixels on a window. ``ShmRenderer`` paints them itself; the viewer has another
/// one, which works in a different way, so that each tests the other.
///
/// A frame is drawn off screen, ahead of time, and published at its deadline. In between, pass the
/// events of the connection to ``handle(_:)``.
package protocol Renderer: AnyObject, CustomStringConvertible {
  /// A description for users: "MIT-SHM", "XPutImage (the server has no MIT-SHM)" or "core".
  var description: String { get }

  /// Whether a frame can be drawn now. False while the server is working on as many frames as there
  /// are buffers.
  var isReady: Bool { get }

  /// Whether the server is done with every published frame.
  var isIdle: Bool { get }

  /// Paints the changed parts of a frame off screen. The picture has the size of the list; a new
  /// size reallocates. Nothing happens unless ``isReady``.
  ///
  /// The list is kept until the next one is drawn. To avoid allocations, fill two lists
  /// alternately, with ``DisplayList/removeAll(size:scale:background:)``.
  ///
  /// - Throws: ``RenderError``. If it ``RenderError/isAboutSize``, nothing has changed, and a
  ///   picture of another size can be drawn next.
  func draw(_ list: DisplayList) throws(RenderError)

  /// Sends the changed parts of the drawn frame to the window, without waiting. Nothing happens if
  /// no frame was drawn since the last call. Every drawn frame must eventually be published.
  func publish()

  /// Shows the published picture again in an area where the window lost it
  /// (``Event/expose(area:remaining:)``). If the next frame is already drawn, the area is sent with
  /// that instead.
  func repair(_ area: PixelRect)

  /// Handles a completion or a late error.
  func handle(_ event: Event)

  /// Asks the server again whether it is done, without waiting. Call it when ``isReady`` has been
  /// false for 250 ms: a lost completion must not stop the animation.
  func recover()

  /// Reads the published picture back from the server: the contents of the window or, if part of
  /// that is covered or off the screen, those of a pixmap with the same picture. Waits for the
  /// server. Call it before the next frame is drawn.
  func readBack() throws(RenderError) -> PixelImage
}

/// The reason why an image can't be drawn or read.
package enum RenderError: Error, Hashable, CustomStringConvertible {
  /// It has no pixels, or more than ``WindowLimit`` allows.
  case invalidSize(PixelSize)
  /// There is not enough memory for a picture of this size.
  case noMemory(PixelSize)
  /// The server does not have enough memory for a picture of this size.
  case noServerMemory(PixelSize)
  case nothingPublished
  case unreadable
  case connectionLost

  /// Whether a smaller picture can still be drawn.
  package var isAboutSize: Bool {
    switch self {
    case .invalidSize, .noMemory, .noServerMemory: true
    case .nothingPublished, .unreadable, .connectionLost: false
    }
  }

  package var description: String {
    switch self {
    case .invalidSize(let size):
      WindowLimit.refusal(of: size)
    case .noMemory(let size):
      "picture of \(size.width)×\(size.height) pixels: no memory"
    case .noServerMemory(let size):
      "picture of \(size.width)×\(size.height) pixels: no memory in the X server"
    case .nothingPublished:
      "window: no picture has been shown yet"
    case .unreadable:
      "window: the picture cannot be read back"
    case .connectionLost:
      "X server: lost the connection"
    }
  }

  package static func check(_ size: PixelSize) throws(RenderError) {
    if !WindowLimit.allows(size) { throw .invalidSize(size) }
  }
}

extension Window {
  /// Reads back a picture of `size` that is shown in the window.
  ///
  /// The server copies it from the window, and reports whether all of it was available. If not,
  /// because the window is covered or larger than the screen, `republish` puts the picture into a
  /// pixmap of the same format, which is read instead.
  package func readBack(
    size: PixelSize, _ packer: PixelPacker, republish: (ResourceID) -> Void
  ) throws(RenderError) -> PixelImage {
    guard let pixmap = ServerPixmap(size: size, depth: format.depth, on: connection) else {
      throw connection.isLost ? .connectionLost : .noServerMemory(size)
    }
    if !connection.copyShown(id, to: pixmap) { republish(pixmap.id) }
    guard let pixels = connection.readPixels(of: pixmap.id, size.bounds, packer) else {
      throw connection.isLost ? .connectionLost : .unreadable
    }
    let image = PixelImage(size: size)
    image.withMutablePixels { _ = $0.update(fromContentsOf: pixels) }
    return image
  }
}
