import AnimCore
import LinuxSystem
import OfflineRendering
import XWindow

/// Shows an image in a real window, and reads the result from the server.
struct Screenshot {
  let session: Session
  let printsWindowID: Bool

  func show(_ list: DisplayList) throws(Failure) -> PixelImage {
    session.window.map()
    let image: PixelImage
    do throws(RenderError) {
      try session.renderer.draw(list)
      try awaitExposure()
      session.renderer.publish()
      image = try session.renderer.readBack()
    } catch {
      throw Failure(error)
    }
    if printsWindowID { try session.printWindowID() }
    return image
  }

  /// Waits until the window is visible. A window manager may delay this, or never map the window.
  /// The image is then what the server would show.
  private func awaitExposure() throws(RenderError) {
    if session.window.isMapped { return }
    let deadline = Timestamp.now + Self.gracePeriod
    while true {
      session.connection.exchange()
      while let event = session.connection.nextEvent() {
        session.window.handle(event)
        session.renderer.handle(event)
        if case .expose = event { return }
      }
      if session.connection.isLost { throw .connectionLost }
      guard waitUntilReadable(session.connection.fileDescriptor, until: deadline) else { return }
    }
  }

  private static let gracePeriod: Seconds = 2
}
