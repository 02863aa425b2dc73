import TestSupport
import Testing

@testable import AnimGraphics
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite("Images that are too large")
struct ImageSizeTests {
  @Test("a window has a smaller limit, which it and its renderer report with the same sentence")
  func window() {
    let size = PixelSize(width: 1, height: 32_768)
    #expect(size.isDrawable)
    for failure in [
      Failure(RenderError.invalidSize(size)),
      Failure(WindowError.invalidSize(width: size.width, height: size.height)),
    ] {
      expectEqual(failure.status, .usage)
      expectEqual(
        failure.message,
        "window: 1×32768 pixels cannot be shown; use at most 32767 pixels per side and 134217728 "
          + "in total")
    }
  }
}
