import AnimCore
import CX11

extension SharedMemory {
  private static let probeSize = PixelSize(width: 16, height: 4)

  /// Finds out whether the server really sees the memory that we share, by sending a pattern
  /// through it once.
  ///
  /// That the extension is present proves nothing, since a server on another machine has it too.
  /// Nor does a successful attach: segments have small numbers, and a server in another IPC
  /// namespace, such as that of a container, attaches whatever has that number there.
  package static func probe(
    _ format: PixelFormat, on connection: Connection
  ) throws(SharedMemoryError) {
    let capacity = format.bytesPerRow(width: probeSize.width) * probeSize.height
    let memory = try SharedMemory(capacity: capacity, on: connection)
    let image = ImageBuffer(shared: memory, format)
    image.resize(to: probeSize)
    let packer = PixelPacker(format)
    let pattern = pattern(packer)
    pattern.withUnsafeBufferPointer { image.pack($0, probeSize.bounds, packer) }
    let seen: [UInt32]?
    // Freed after the answer, which is then all that is waited for.
    var pixmap: ResourceID = 0
    var context: GraphicsContext?
    defer {
      context = nil
      if let display = connection.display { XFreePixmap(display, pixmap) }
    }
    do throws(TrapError) {
      seen = try connection.trappingErrors { display in
        pixmap = XCreatePixmap(
          display, XDefaultRootWindow(display), UInt32(probeSize.width), UInt32(probeSize.height),
          UInt32(format.depth))
        context = GraphicsContext(for: pixmap, on: connection)
        context?.put(image, probeSize.bounds, to: pixmap, notify: false)
        return connection.readPixels(of: pixmap, probeSize.bounds, packer)
      }
    } catch {
      switch error {
      case .refused(let error): throw .refused(error)
      case .connectionLost: throw .connectionLost
      }
    }
    guard seen == pattern else { throw .foreign }
  }

  /// Random colours, rounded to those that the server's format has.
  private static func pattern(_ packer: PixelPacker) -> [UInt32] {
    // A single call to the kernel, instead of one for each pixel.
    let chance = UInt64.random(in: 1...UInt64.max)
    let count = UInt64(probeSize.width * probeSize.height)
    return (1...count).map { packer.color(packer.pixel(UInt32((chance &* $0) >> 40))) }
  }
}
