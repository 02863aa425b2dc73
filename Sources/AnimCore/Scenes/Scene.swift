/// Something that moves: it follows a frame source and appends its picture to a display list.
///
/// A scene is a function of time. Whatever it draws after ``update(to:)`` depends on that time, on
/// its configuration and on its layout, and not on the frames before: stepping through any times
/// and seeking straight to the last of them give the same list.
package protocol Scene: AnyObject {
  /// Lays the scene out for a view of `size` points. Called before the first drawing and after
  /// every change of size.
  func layout(in size: Size)

  /// Sets the state for `time`, in seconds since the scene's start, forwards or backwards.
  func update(to time: Seconds)

  /// Follows `source` from now on with the scene's own display links, each frame calling
  /// ``update(to:)``; see ``LinkedScene``. Called again after a seek, it begins again: what was
  /// finished may not be finished at the new time.
  func start(on source: FrameSource)

  /// Appends the picture of the current state, in points of the layout.
  func draw(into list: inout DisplayList)

  /// Sets the clocks of the scene on by `span` seconds, or back. Nothing where there are none.
  func adjustClocks(by span: Seconds)
}

extension Scene {
  package func adjustClocks(by span: Seconds) {}
}
