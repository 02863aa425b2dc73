import AnimCore
import AnimWindow
import FramePacing
import LinuxSystem
import OfflineRendering
import XWindow

/// Shows an image in a real window, and reads the result from the server.
struct Screenshot {
  let session: Session
  let printsWindowID: Bool

  func show(_ list: DisplayList) throws(Failure) -> PixelImage {
    var configuration = WindowEngine.Configuration()
    configuration.timing.source = .timer
    configuration.frameLimit = 1
    configuration.duration = Self.gracePeriod
    let still = StillImage(list)
    let image: PixelImage
    do {
      let engine = try WindowEngine(session.window, session.renderer, configuration, on: nil)
      still.engine = engine
      session.window.map()
      _ = try engine.run(for: still)
      // A window manager may delay this, or never map the window. The image is then what the server
      // would show.
      if let error = still.error { throw error }
      if engine.cycle.publishedCount == 0 {
        try session.renderer.draw(list)
        session.renderer.publish()
      }
      image = try session.renderer.readBack()
    } catch let error as RenderError {
      throw Failure(error)
    } catch let error as ConnectionError {
      throw Failure(error)
    } catch {
      throw Failure("\(error)", status: .unavailable)
    }
    if printsWindowID { try session.printWindowID() }
    return image
  }

  private static let gracePeriod: Seconds = 2
}

/// A single image.
private final class StillImage: WindowClient {
  private let list: DisplayList
  weak var engine: WindowEngine?
  /// The reason why the image can't be drawn, or `nil`.
  private(set) var error: RenderError?
  let demand = FrameSource.Demand.nothing

  init(_ list: DisplayList) { self.list = list }

  func draw(_ request: FrameRequest, at now: Timestamp) -> DisplayList { list }

  func didNotDraw(because error: RenderError) {
    self.error = error
    engine?.cycle.end(.finished)
  }
}
