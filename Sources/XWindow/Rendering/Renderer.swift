import AnimCore

/// Converts display lists into pixels of a window. ``ShmRenderer`` paints them itself. The viewer has a second renderer
/// that works differently, so that each can test the other.
///
/// A frame is drawn off screen, ahead of time, and presented at its deadline. In between, pass the events of the
/// connection to ``handle(_:)``.
package protocol Renderer: AnyObject, CustomStringConvertible {
  /// A description for users: "MIT-SHM", "XPutImage (the server has no MIT-SHM)" or "core".
  var description: String { get }

  /// Whether a frame can be drawn now. False if the server is still reading all buffers.
  var isReady: Bool { get }

  /// Whether the server has finished all presented frames.
  var isIdle: Bool { get }

  /// Paints the changed parts of a frame off screen. The image has the size of the list, and a new size reallocates
  /// memory. Does nothing unless ``isReady``.
  ///
  /// The list is kept until the next one is drawn. To avoid allocations, fill two lists alternately, with
  /// ``DisplayList/removeAll(size:scale:background:)``.
  ///
  /// - Throws: ``RenderError``. Unless the connection is lost, nothing has changed, and an image of another size can be
  ///   drawn next.
  func draw(_ list: DisplayList) throws(RenderError)

  /// Sends the changed parts of the drawn frame to the window, without waiting. Does nothing if no frame was drawn
  /// since the last call. Every drawn frame must eventually be presented.
  func publish()

  /// Shows the presented image again in an area that the window has lost (``Event/expose(area:remaining:)``). If the
  /// next frame is already drawn, the area is sent with it instead.
  func repair(_ area: PixelRect)

  /// Handles a completion event or a late error.
  func handle(_ event: Event)

  /// Queries again whether the server has finished, without waiting. Call this if ``isReady`` has been false for 250
  /// ms, because a lost completion event must not stop the animation.
  func recover()

  /// Reads the presented image back from the server: the contents of the window or, if a part of the window is covered
  /// or off the screen, those of a pixmap with the same image. Waits for the server. Call this before the next frame is
  /// drawn.
  func readBack() throws(RenderError) -> PixelImage
}

/// The reason why an image can't be drawn or read.
package enum RenderError: Error, Hashable, CustomStringConvertible {
  /// The image has no pixels, or more than ``WindowLimit`` allows.
  case invalidSize(PixelSize)
  /// There isn't enough memory for an image of this size.
  case noMemory(PixelSize)
  /// The server doesn't have enough memory for an image of this size.
  case noServerMemory(PixelSize)
  case nothingPublished
  case unreadable
  case connectionLost

  package var description: String {
    switch self {
    case .invalidSize(let size):
      WindowLimit.refusal(of: size)
    case .noMemory(let size):
      "image of \(size.width)×\(size.height) pixels: no memory"
    case .noServerMemory(let size):
      "image of \(size.width)×\(size.height) pixels: no memory in the X server"
    case .nothingPublished:
      "window: no image has been shown yet"
    case .unreadable:
      "window: the image cannot be read back"
    case .connectionLost:
      "X server: lost the connection"
    }
  }

  package static func check(_ size: PixelSize) throws(RenderError) {
    if !WindowLimit.allows(size) { throw .invalidSize(size) }
  }
}

extension Window {
  /// Reads back an image of `size` that is shown in the window.
  ///
  /// The server copies it from the window, and reports whether it was completely available. If not, because the window
  /// is covered or larger than the screen, `republish` puts the image into a pixmap of the same format, which is read
  /// instead.
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
