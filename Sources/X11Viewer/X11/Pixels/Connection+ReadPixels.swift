import AnimCore
import CX11

// Pictures back from the server. All of this waits for it.
extension Connection {
  /// What an area of a pixmap holds, as words of 0xFFRRGGBB row by row. Nil if it cannot be read.
  ///
  /// - Parameter packer: for the format of the pixmap.
  func readPixels(
    of pixmap: ResourceID, _ area: PixelRect, _ packer: PixelPacker
  ) -> [UInt32]? {
    let answer = try? trappingErrors { display in
      XGetImage(
        display, pixmap, Int32(area.x0), Int32(area.y0), UInt32(area.width),
        UInt32(area.height), XAllPlanes(), ZPixmap)
    }
    guard let image = answer ?? nil else { return nil }
    defer { _ = cx11_destroy_image(image) }
    guard let data = image.pointee.data else { return nil }
    let (width, stride) = (area.width, Int(image.pointee.bytes_per_line))
    return [UInt32](unsafeUninitializedCapacity: width * area.height) { colors, count in
      for y in 0..<area.height {
        packer.unpack(
          UnsafeRawPointer(data) + y * stride,
          into: UnsafeMutableBufferPointer(rebasing: colors[y * width..<(y + 1) * width]))
      }
      count = width * area.height
    }
  }

  /// Copies what a window shows into `pixmap`, at the same place.
  ///
  /// - Returns: whether all of it was there. What is covered by another window, or lies outside of
  ///   the window or of the screen, is not.
  func copyShown(_ window: ResourceID, to pixmap: ServerPixmap) -> Bool {
    let context = GraphicsContext(for: pixmap.id, on: self, reportsExposures: true)
    let isComplete = try? trappingErrors { display in
      context.copy(pixmap.size.bounds, from: window, to: pixmap.id)
      XSync(display, 0)
      // The copy has reported every part that was missing, or once that there was none. No other
      // context of ours makes the server report that.
      var event = XEvent()
      var isComplete = false
      while XCheckTypedEvent(display, NoExpose, &event) != 0 { isComplete = true }
      while XCheckTypedEvent(display, GraphicsExpose, &event) != 0 { isComplete = false }
      return isComplete
    }
    return isComplete ?? false
  }
}
