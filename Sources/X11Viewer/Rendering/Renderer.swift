import AnimCore

/// Turns display lists into pixels on a window. Two do so in different ways, and each is the
/// other's test: ``ShmRenderer`` and ``CoreRenderer``.
///
/// A frame is drawn off screen, ahead of time, and published at its deadline. In between, the
/// events of the connection are passed to ``handle(_:)``.
protocol Renderer: AnyObject, CustomStringConvertible {
  /// How it draws, in words for a user: "MIT-SHM", "XPutImage (the server has no MIT-SHM)", "core".
  var description: String { get }

  /// Whether a frame can be drawn now. False while the server still works on as many frames as
  /// there are buffers.
  var isReady: Bool { get }

  /// Whether the server is done with all that was published.
  var isIdle: Bool { get }

  /// Paints a frame off screen, and of it only what changed. The picture has the size of the list;
  /// another size than before reallocates. Nothing happens unless ``isReady``.
  ///
  /// The list is kept until the next one is drawn. A caller that fills two lists in turn, with
  /// ``DisplayList/removeAll(size:scale:background:)``, avoids allocations.
  ///
  /// - Throws: where ``RenderError/isAboutSize``, nothing has changed, and a picture of another size
  ///   may be drawn next.
  func draw(_ list: DisplayList) throws(RenderError)

  /// Sends the drawn frame to the window, and of it only what changed, without waiting. Nothing
  /// happens if none was drawn since. Every drawn frame must eventually be published.
  func publish()

  /// Shows the published picture again where the window lost it (``Event/expose(area:remaining:)``).
  /// Where the next frame is already drawn, the area comes with that.
  func repair(_ area: PixelRect)

  /// Takes note of a completion or a late error.
  func handle(_ event: Event)

  /// Asks the server again whether it is done, without waiting. To be called when ``isReady`` was
  /// false for 250 ms: a completion that got lost must not end the animation.
  func recover()

  /// Reads the published picture back from the server: what the window shows, or, where part of
  /// that is covered or off the screen, what the server makes of the same picture elsewhere.
  /// Waits for the server. To be called before the next frame is drawn.
  func readBack() throws(RenderError) -> PixelImage
}
