import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite(.xServer)
struct WindowIconTests {
  @Test("a window has an icon of a fan with a clear background in the usual sizes")
  func icons() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    let window = try Window(on: connection, WindowConfiguration())
    let icons = [WindowIcon.fan(side: 32), WindowIcon.fan(side: 64)]
    window.setIcons(icons)
    connection.synchronize()
    let text = try server.run("xprop", "-id", "\(window.id)")
    #expect(text.contains("Icon (32 x 32)"))
    #expect(text.contains("Icon (64 x 64)"))
    for icon in icons {
      let side = icon.size.width
      expectEqual(icon.argb.count, side * side)
      expectEqual(icon.argb[0] >> 24, 0)
      // The fan is to the right of the centre; the part that isn't open yet, to the upper left.
      expectEqual(icon.argb[side / 2 * side + side * 3 / 4], Color.blue.argb)
      expectEqual(icon.argb[side / 4 * side + side * 2 / 5] >> 24, 0)
    }
  }
}
