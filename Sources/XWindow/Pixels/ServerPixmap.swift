import AnimCore
import CX11

/// A pixmap in the server's memory, which is freed with this object.
package final class ServerPixmap {
  package let id: ResourceID
  package let size: PixelSize
  private let connection: Connection

  /// Nil without a connection, or if the server has not enough memory. Waits for the server.
  ///
  /// - Parameter size: 1 to 32,767 pixels each way.
  package init?(size: PixelSize, depth: Int, on connection: Connection) {
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
