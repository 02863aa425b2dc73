import AnimCore
import CX11

extension Connection {
  /// What the server shows in an area of a pixmap, as words of 0xFFRRGGBB row by row. Nil if it
  /// cannot be read. Waits for the server.
  ///
  /// - Parameter packer: for the format of the pixmap.
  func readPixels(
    of pixmap: ResourceID, _ area: PixelRect, _ packer: PixelPacker
  ) -> [UInt32]? {
    let image = try? trappingErrors { display in
      XGetImage(
        display, pixmap, Int32(area.x0), Int32(area.y0), UInt32(area.width),
        UInt32(area.height), XAllPlanes(), ZPixmap)
    }
    guard let image = image ?? nil else { return nil }
    defer { cx11_destroy_image(image) }
    guard let data = image.pointee.data else { return nil }
    let stride = Int(image.pointee.bytes_per_line)
    return [UInt32](unsafeUninitializedCapacity: area.width * area.height) { colors, count in
      for y in 0..<area.height {
        let row = colors[y * area.width..<(y + 1) * area.width]
        packer.unpack(UnsafeRawPointer(data) + y * stride, into: .init(rebasing: row))
      }
      count = area.width * area.height
    }
  }
}
