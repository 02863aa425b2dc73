import AnimCore
import XWindow

extension Window {
  /// Reads back a picture of `size` that is shown in the window.
  ///
  /// The server copies it from the window, and reports whether all of it was available. If not,
  /// because the window is covered or larger than the screen, `republish` puts the picture into a
  /// pixmap of the same format, which is read instead.
  func readBack(
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
