import AnimCore
import XWindow

/// Turns display lists into pixels on a window. There are two, ``ShmRenderer`` and
/// ``CoreRenderer``, which work in different ways, so that each tests the other.
///
/// A frame is drawn off screen, ahead of time, and published at its deadline. In between, pass the
/// events of the connection to ``handle(_:)``.
protocol Renderer: AnyObject, CustomStringConvertible {
  /// How it draws, for users: "MIT-SHM", "XPutImage (the server has no MIT-SHM)" or "core".
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
