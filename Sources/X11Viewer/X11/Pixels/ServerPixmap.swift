import AnimCore
import CX11

/// A picture in the server's memory, freed with this object.
final class ServerPixmap {
  let id: ResourceID
  let size: PixelSize
  private let connection: Connection

  /// Nil without a connection, or where the server has no memory for it. Waits for the server.
  ///
  /// - Parameter size: 1 to 32,767 pixels each way.
  init?(size: PixelSize, depth: Int, on connection: Connection) {
    let made = try? connection.trappingErrors { display in
      XCreatePixmap(
        display, XDefaultRootWindow(display), UInt32(size.width), UInt32(size.height),
        UInt32(depth))
    }
    guard let made else { return nil }
    id = made
    self.size = size
    self.connection = connection
  }

  deinit {
    if let display = connection.display { XFreePixmap(display, id) }
  }
}
