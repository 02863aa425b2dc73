import AnimCore
import CX11
import Glibc
import LinuxSystem

/// Pixels in the server's format, in memory shared with the server or in private memory.
package final class ImageBuffer {
  let format: PixelFormat
  package private(set) var size = PixelSize.zero
  /// The offset from one row to the next, in bytes.
  package private(set) var bytesPerRow = 0
  /// The capacity, in bytes.
  package let capacity: Int
  /// The shared memory of the pixels, or `nil` if they are in private memory.
  package let shared: SharedMemory?
  private let address: UnsafeMutableRawPointer
  private var header = XImage()

  package init(shared memory: SharedMemory, _ format: PixelFormat) {
    self.format = format
    shared = memory
    capacity = memory.capacity
    address = memory.address
  }

  /// Allocates a buffer, or returns `nil` if there isn't enough memory.
  ///
  /// - Parameter capacity: The size in bytes, which must be positive.
  package init?(capacity: Int, _ format: PixelFormat) {
    // Zeroed pages cost nothing until they are used. The padding of rows is sent too, so it must
    // not contain random data.
    guard let memory = calloc(1, capacity) else { return nil }
    self.format = format
    shared = nil
    self.capacity = capacity
    address = memory
  }

  deinit {
    if shared == nil { free(address) }
  }

  /// Lays out the rows for images of `size`, which must fit the capacity. The previous contents
  /// become invalid.
  package func resize(to size: PixelSize) {
    self.size = size
    bytesPerRow = format.bytesPerRow(width: size.width)
    precondition(bytesPerRow * size.height <= capacity, "the image must fit the capacity")
    header = XImage()
    header.width = Int32(size.width)
    header.height = Int32(size.height)
    header.format = ZPixmap
    header.data = address.assumingMemoryBound(to: CChar.self)
    header.byte_order = format.isBigEndian ? MSBFirst : LSBFirst
    header.bitmap_unit = 32
    header.bitmap_bit_order = header.byte_order
    header.bitmap_pad = Int32(format.rowAlignment)
    header.depth = Int32(format.depth)
    header.bytes_per_line = Int32(bytesPerRow)
    header.bits_per_pixel = Int32(format.bitsPerPixel)
    header.red_mask = UInt(format.redMask)
    header.green_mask = UInt(format.greenMask)
    header.blue_mask = UInt(format.blueMask)
    header.obdata = shared.map {
      UnsafeMutableRawPointer($0.info).assumingMemoryBound(to: CChar.self)
    }
    XInitImage(&header)
  }

  /// Calls `body` with the memory of all rows.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeMutableRawBufferPointer(start: address, count: bytesPerRow * size.height))
  }

  /// Calls `body` with Xlib's description of the image.
  func withHeader<Result>(_ body: (UnsafeMutablePointer<XImage>) -> Result) -> Result {
    body(&header)
  }
}

extension ImageBuffer {
  /// Fills `area` with the same area of `colors`, an image of the same size in words of 0xFFRRGGBB.
  package func pack(_ colors: UnsafeBufferPointer<UInt32>, _ area: PixelRect, _ packer: PixelPacker)
  {
    let part = area.intersection(size.bounds)
    guard !part.isEmpty, let bytes = withBytes({ $0.baseAddress }) else { return }
    for y in part.y0..<part.y1 {
      let start = y * size.width + part.x0
      packer.pack(
        UnsafeBufferPointer(rebasing: colors[start..<start + part.width]),
        into: bytes + (y * bytesPerRow + part.x0 * format.bytesPerPixel))
    }
  }
}

// Reading images from the server. All of these functions wait for it.
extension Connection {
  /// Returns the contents of an area of a pixmap, as words of 0xFFRRGGBB in row order, or `nil` if
  /// they can't be read.
  ///
  /// - Parameter packer: A packer for the pixmap's format.
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

  /// Copies the contents of a window into `pixmap`, at the same position.
  ///
  /// - Returns: Whether the entire window was available. Parts that are covered by another window,
  ///   or outside the window or the screen, aren't.
  package func copyShown(_ window: ResourceID, to pixmap: ServerPixmap) -> Bool {
    let context = GraphicsContext(for: pixmap.id, on: self, reportsExposures: true)
    let isComplete = try? trappingErrors { display in
      context.copy(pixmap.size.bounds, from: window, to: pixmap.id)
      XSync(display, 0)
      // The server has reported every missing part, or that nothing was missing. No other context
      // requests these reports.
      var event = XEvent()
      var isComplete = false
      while XCheckTypedEvent(display, NoExpose, &event) != 0 { isComplete = true }
      while XCheckTypedEvent(display, GraphicsExpose, &event) != 0 { isComplete = false }
      return isComplete
    }
    return isComplete ?? false
  }
}
