/// An animated picture: it follows a frame source and draws into a display list.
///
/// A scene is a function of time. What it draws after ``update(to:)`` depends on that time, on its
/// configuration and on its layout, but not on earlier frames: stepping through any times and
/// seeking straight to the last of them give the same list.
package protocol Scene: AnyObject {
  /// Lays the scene out for a view of `size` points. Called before the first drawing and after
  /// every change of size.
  func layout(in size: Size)

  /// Sets the state for `time`, in seconds since the scene's start, forwards or backwards.
  func update(to time: Seconds)

  /// Follows `source` with the scene's own display links, which call ``update(to:)`` in each frame;
  /// see ``LinkedScene``. After a seek it is called again, since animations that had ended may not
  /// have ended at the new time.
  func start(on source: FrameSource)

  /// Appends the picture of the current state, in points of the layout.
  func draw(into list: inout DisplayList)

  /// Sets the scene's clocks ahead by `span` seconds, or back if negative. Has no effect on scenes
  /// without clocks.
  func adjustClocks(by span: Seconds)
}

extension Scene {
  package func adjustClocks(by span: Seconds) {}
}
