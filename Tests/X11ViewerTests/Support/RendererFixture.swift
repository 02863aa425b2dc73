import Foundation
import TestSupport
import XServerSupport

@testable import AnimGraphics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

/// The messages of a renderer.
private final class Log {
  var messages: [String] = []
}

/// A server with a window and a renderer for it.
final class RendererFixture {
  let server: XServer
  let connection: Connection
  let window: Window
  let renderer: any Renderer
  private let log = Log()
  var warnings: [String] { log.messages }

  init(
    _ server: XServer, _ kind: RendererKind = .auto, geometry: String = "320x200+20+10"
  ) throws {
    self.server = server
    connection = try Connection(display: server.display)
    var configuration = WindowConfiguration()
    configuration.geometry = try WindowGeometry(geometry)
    window = try Window(on: connection, configuration)
    let log = log
    renderer = try kind.make(for: window) { log.messages.append($0) }
    window.map()
    try connection.wait(handle, until: window.isMapped)
  }

  /// Draws and publishes a frame as soon as the renderer is ready for it.
  func show(_ list: DisplayList) throws {
    try connection.wait(handle, until: renderer.isReady)
    try renderer.draw(list)
    renderer.publish()
  }

  /// Handles events of the window and of the renderer as the viewer does.
  func handle(_ event: Event) {
    window.handle(event)
    renderer.handle(event)
    if case .expose(let area, _) = event { renderer.repair(area) }
  }

  /// Paints over the window, and lets the renderer repair it, as after an expose event.
  func damageAndRepair() {
    let all = PixelRect(x0: 0, y0: 0, x1: window.size.width, y1: window.size.height)
    GraphicsContext(for: window.id, on: connection).fill([all], on: window.id)
    renderer.repair(all)
  }

  /// Returns the image on the screen, read by an independent program: words 0xFFRRGGBB.
  func screenshot() throws -> PixelImage {
    connection.settle(handle)
    connection.settle(handle)
    let size = connection.screenSize
    let converter = try ChildProcess(
      ["import", "-silent", "-window", "root", "-depth", "8", "rgb:-"],
      environment: ["DISPLAY": server.display])
    try converter.wait()
    let bytes = converter.data(of: 1)
    let image = PixelImage(size: size)
    guard bytes.count == size.width * size.height * 3 else {
      throw ChildProcess.Timeout(description: "no image: \(converter.text(of: 2))")
    }
    image.withMutablePixels { pixels in
      for index in pixels.indices {
        pixels[index] =
          0xFF00_0000 | UInt32(bytes[index * 3]) << 16 | UInt32(bytes[index * 3 + 1]) << 8
          | UInt32(bytes[index * 3 + 2])
      }
    }
    return image
  }
}

extension PixelImage {
  /// Returns the part of the image in `area`.
  func cropped(to area: PixelRect) -> PixelImage {
    let image = PixelImage(size: PixelSize(width: area.width, height: area.height))
    for y in 0..<area.height {
      for x in 0..<area.width { image[x, y] = self[area.x0 + x, area.y0 + y] }
    }
    return image
  }

  /// Returns the largest difference in a channel, and how many pixels differ by more than
  /// `tolerance`.
  func difference(from other: PixelImage, tolerance: Int = 0) -> (largest: Int, count: Int) {
    guard size == other.size else { return (255, size.width * size.height) }
    var result = (largest: 0, count: 0)
    withPixels { own in
      other.withPixels { others in
        for (a, b) in zip(own, others) where a != b {
          var error = 0
          for shift: UInt32 in [0, 8, 16] {
            error = max(error, abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)))
          }
          result.largest = max(result.largest, error)
          if error > tolerance { result.count += 1 }
        }
      }
    }
    return result
  }
}
