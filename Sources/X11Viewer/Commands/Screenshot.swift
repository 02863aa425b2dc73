import AnimCore
import OfflineRendering
import XWindow

/// Shows one picture in a real window, in virtual time, and saves what the server shows.
struct Screenshot {
  var path: String
  var printsWindowID: Bool

  func take(_ view: SceneView, in session: Session) throws(Failure) {
    session.window.map()
    let picture: PixelImage
    do throws(RenderError) {
      try session.renderer.draw(view.compose())
      try awaitExposure(of: session)
      session.renderer.publish()
      picture = try session.renderer.readBack()
    } catch {
      throw Failure(error)
    }
    if printsWindowID { try session.printWindowID() }
    try save(picture, to: path)
  }

  /// Waits until the window is visible. A window manager may take its time, or never map it; the
  /// picture is then what the server would show.
  private func awaitExposure(of session: Session) throws(RenderError) {
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
