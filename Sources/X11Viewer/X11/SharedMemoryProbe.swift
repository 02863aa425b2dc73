import AnimCore
import CX11

extension SharedMemory {
  private static let probeSize = PixelSize(width: 16, height: 4)

  /// Finds out whether the server really sees memory that we share, by sending a pattern through
  /// it once.
  ///
  /// That the extension is there says nothing, for a server on another machine has it too. Nor
  /// does a successful attach: segments are known by small numbers, and a server in another IPC
  /// namespace, as a container has one, attaches whatever has that number there.
  static func probe(
    _ format: PixelFormat, on connection: Connection
  ) throws(SharedMemoryError) {
    let capacity = format.bytesPerRow(width: probeSize.width) * probeSize.height
    let memory = try SharedMemory(capacity: capacity, on: connection)
    let image = ImageBuffer(shared: memory, format)
    image.resize(to: probeSize)
    let packer = PixelPacker(format)
    let count = probeSize.width * probeSize.height
    let pattern = (0..<count).map { _ in
      packer.color(packer.pixel(UInt32.random(in: 0...0xFF_FFFF)))
    }
    pattern.withUnsafeBufferPointer { image.pack($0, probeSize.bounds, packer) }

    guard let pixmap = ServerPixmap(size: probeSize, depth: format.depth, on: connection) else {
      throw .connectionLost
    }
    let context = GraphicsContext(for: pixmap.id, on: connection)
    var seen: [UInt32]?
    do throws(TrapError) {
      try connection.trappingErrors { _ in
        context.put(image, probeSize.bounds, to: pixmap.id, notify: false)
      }
      seen = connection.readPixels(of: pixmap.id, probeSize.bounds, packer)
    } catch {
      switch error {
      case .refused(let error): throw .refused(error)
      case .connectionLost: throw .connectionLost
      }
    }
    guard seen == pattern else { throw connection.isLost ? .connectionLost : .foreign }
  }
}
