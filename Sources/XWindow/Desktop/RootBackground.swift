import AnimCore
import CX11

// The background of the root window: a pixmap that outlives the program that creates it. Two properties name the
// pixmap, so that compositors and programs that imitate transparency find it. This is the convention of Esetroot.
extension Connection {
  /// Makes an image the background of the root window, even after the connection is closed. Waits for the server.
  ///
  /// - Parameters:
  ///   - image: An image of the screen's size.
  ///   - areas: The areas to change. The rest keeps the previous background, or is black without one.
  package func setBackground(_ image: PixelImage, in areas: [PixelRect]) throws(RenderError) {
    let root: Window
    do throws(WindowError) {
      root = try Window(adopting: rootWindow, on: self)
    } catch {
      throw isLost ? .connectionLost : .unreadable
    }
    let format = root.format
    guard root.size == image.size,
      let pixels = ImageBuffer(
        capacity: format.bytesPerRow(width: image.size.width) * image.size.height, format)
    else { throw .noMemory(image.size) }
    pixels.resize(to: image.size)
    let packer = PixelPacker(format)
    image.withPixels { pixels.pack($0, image.size.bounds, packer) }
    let names = [atoms[.xrootPixmap], atoms[.esetrootPixmap]]
    let old = names.map { property($0, cx11_XA_PIXMAP, of: root.id).first ?? 0 }
    do throws(TrapError) {
      let new = try trappingErrors { display in
        XCreatePixmap(
          display, root.id, UInt32(image.size.width), UInt32(image.size.height),
          UInt32(format.depth))
      }
      let context = GraphicsContext(for: new, on: self)
      context.setForeground(packer.pixel(0))
      context.fill([image.size.bounds], on: new)
      // Fails if it was freed, or has another size or depth.
      try? trappingErrors { _ in context.copy(image.size.bounds, from: old[0], to: new) }
      for area in areas { context.put(pixels, area, to: new, notify: false) }
      try trappingErrors { display in
        XSetWindowBackgroundPixmap(display, root.id, new)
        for name in names { setProperty(name, cx11_XA_PIXMAP, of: root.id, to: [Int(new)]) }
        XClearWindow(display, root.id)
        XSetCloseDownMode(display, RetainPermanent)
      }
    } catch {
      throw isLost ? .connectionLost : .noServerMemory(image.size)
    }
    // If both properties named the previous pixmap, it was made for this purpose, so nothing else uses it.
    if old[0] != 0, old[0] == old[1] { try? trappingErrors { _ = XKillClient($0, old[0]) } }
  }
}
