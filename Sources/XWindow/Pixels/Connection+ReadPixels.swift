import AnimCore
import CX11

// Reading pictures back from the server. All of these wait for it.
extension Connection {
  /// The contents of an area of a pixmap, as words of 0xFFRRGGBB in row order. Nil if they cannot
  /// be read.
  ///
  /// - Parameter packer: a packer for the pixmap's format.
  package func readPixels(
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

  /// Copies the contents of a window into `pixmap`, at the same place.
  ///
  /// - Returns: whether all of them were available. Parts that are covered by another window, or
  ///   outside the window or the screen, are not.
  package func copyShown(_ window: ResourceID, to pixmap: ServerPixmap) -> Bool {
    let context = GraphicsContext(for: pixmap.id, on: self, reportsExposures: true)
    let isComplete = try? trappingErrors { display in
      context.copy(pixmap.size.bounds, from: window, to: pixmap.id)
      XSync(display, 0)
      // The server has reported every missing part, or once that none was missing. No other context
      // of ours makes it report that.
      var event = XEvent()
      var isComplete = false
      while XCheckTypedEvent(display, NoExpose, &event) != 0 { isComplete = true }
      while XCheckTypedEvent(display, GraphicsExpose, &event) != 0 { isComplete = false }
      return isComplete
    }
    return isComplete ?? false
  }
}
