import TestSupport
import Testing

@testable import AnimGraphics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite("The window's configuration")
struct SessionConfigurationTests {
  private static let screen = PixelSize(width: 800, height: 600)

  private func size(
    _ content: Size?, scale: Double, _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) -> PixelSize {
    var configuration = SessionConfiguration()
    configuration.contentSize = content
    change(&configuration)
    return configuration.windowConfiguration(scale: scale, screen: Self.screen).size
  }

  @Test(
    "content that doesn't fit on the screen is as large as possible, at any scale",
    arguments: [0.25, 0.5, 1, 1.5, 2, 4])
  func fitted(scale: Double) {
    let wide = Size(width: 4_000, height: 1_000)
    let tall = Size(width: 1_000, height: 4_000)
    expectEqual(size(wide, scale: scale), PixelSize(width: 800, height: 200))
    expectEqual(size(tall, scale: scale), PixelSize(width: 150, height: 600))
    let pixels = PixelSize(width: Int(4_000 * scale), height: Int(1_000 * scale))
    expectEqual(size(wide, scale: scale) { $0.fitsScreen = false }, pixels)
  }

  @Test("content that fits has its own size, in points, up to exactly that of the screen")
  func fitting() {
    expectEqual(size(Size(width: 200, height: 100), scale: 1), PixelSize(width: 200, height: 100))
    expectEqual(size(Size(width: 200, height: 100), scale: 1.5), PixelSize(width: 300, height: 150))
    expectEqual(size(Size(width: 400, height: 300), scale: 2), Self.screen)
    expectEqual(size(Size(width: 401, height: 300), scale: 2), PixelSize(width: 800, height: 599))
    expectEqual(size(Size(width: 0.2, height: 100), scale: 1), PixelSize(width: 1, height: 100))
    expectEqual(size(nil, scale: 1), PixelSize(width: 960, height: 400))
    expectEqual(size(nil, scale: 1.5), PixelSize(width: 1_440, height: 600))
  }

  @Test("a window of the default size isn't larger than its monitor")
  func monitor() {
    let monitor = PixelRect(x0: 100, y0: 0, x1: 500, y1: 300)
    var configuration = SessionConfiguration()
    let window = configuration.windowConfiguration(scale: 1, screen: Self.screen, monitor: monitor)
    expectEqual(window.size, PixelSize(width: 400, height: 300))
    configuration.fitsScreen = false
    let exact = configuration.windowConfiguration(scale: 1, screen: Self.screen, monitor: monitor)
    expectEqual(exact.size, PixelSize(width: 960, height: 400))
  }

  @Test("a requested size is kept, also in a geometry")
  func asked() throws {
    let asked = PixelSize(width: 1_000, height: 50)
    expectEqual(size(Size(width: 20, height: 20), scale: 2) { $0.size = asked }, asked)
    var configuration = SessionConfiguration()
    configuration.size = asked
    configuration.geometry = try WindowGeometry("640x480-0+20")
    configuration.title = "title"
    configuration.name = "name"
    configuration.isFullscreen = true
    let window = configuration.windowConfiguration(scale: 1, screen: Self.screen)
    expectEqual(window.geometry?.width, 1_000)
    expectEqual(window.geometry?.height, 50)
    expectEqual(window.geometry?.x, .far(0))
    expectEqual(window.title, "title")
    expectEqual(window.instanceName, "name")
    #expect(window.isFullscreen)
    configuration.size = nil
    let other = configuration.windowConfiguration(scale: 1, screen: Self.screen)
    expectEqual(other.geometry?.width, 640)
  }
}
