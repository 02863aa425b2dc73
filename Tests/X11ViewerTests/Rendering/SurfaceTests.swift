import TestSupport
import Testing

@testable import AnimCore
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite("Pending puts")
struct SurfaceTests {
  private let surface: Surface

  init() throws {
    let format = PixelFormat(
      depth: 24, bitsPerPixel: 32, rowAlignment: 32, isBigEndian: false, redMask: 0xFF0000,
      greenMask: 0xFF00, blueMask: 0xFF)
    surface = Surface(try #require(ImageBuffer(capacity: 4096, format)))
  }

  @Test("each put is completed once")
  func completions() {
    surface.put()
    surface.put()
    surface.complete()
    #expect(surface.isBusy)
    surface.complete()
    #expect(!surface.isBusy)
    // The completion of a put before the fence that was used instead.
    surface.complete()
    surface.put()
    #expect(surface.isBusy)
  }

  @Test("a fence completes the puts before it, and none after it")
  func fence() {
    surface.put()
    surface.didSetFence()
    surface.put()
    surface.fencePassed()
    #expect(surface.isBusy)
    surface.complete()
    #expect(!surface.isBusy)
  }

  @Test("a put that completes before its fence isn't completed twice")
  func completionBeforeFence() {
    surface.put()
    surface.didSetFence()
    surface.complete()
    surface.put()
    surface.fencePassed()
    #expect(surface.isBusy)
  }

  @Test("memory grows by at least one half, and shrinks once three quarters are unused")
  func capacity() {
    let page = 4096
    expectEqual(Surface.capacity(needed: 1, current: 0), page)
    expectEqual(Surface.capacity(needed: 40 * page, current: 0), 40 * page)
    expectEqual(Surface.capacity(needed: 41 * page, current: 40 * page), 60 * page)
    expectEqual(Surface.capacity(needed: 90 * page, current: 40 * page), 90 * page)
    expectEqual(Surface.capacity(needed: 10 * page, current: 40 * page), 40 * page)
    expectEqual(Surface.capacity(needed: 10 * page - 1, current: 40 * page), 10 * page)
  }
}
