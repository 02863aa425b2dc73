@testable import AnimGraphics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

/// A renderer that paints nothing, and completes frames on request of a test.
final class FakeRenderer: Renderer {
  var description = "fake"
  var isReady = true
  var isIdle = true
  /// The number of calls of each method.
  private(set) var drawn = 0
  private(set) var published = 0
  private(set) var recovered = 0
  private(set) var repaired: [PixelRect] = []
  /// Called after each call, with the number of calls so far.
  var didDraw: (Int) throws(RenderError) -> Void = { _ throws(RenderError) in }
  var didPublish: (Int) -> Void = { _ in }
  var didRecover: (Int) -> Void = { _ in }

  func draw(_ list: DisplayList) throws(RenderError) {
    drawn += 1
    try didDraw(drawn)
  }

  func publish() {
    published += 1
    didPublish(published)
  }

  func recover() {
    recovered += 1
    didRecover(recovered)
  }

  func repair(_ area: PixelRect) { repaired.append(area) }

  func handle(_ event: Event) {
    // The fence shows that the server is done.
    if case .fence = event { setBusy(false) }
  }

  func setBusy(_ isBusy: Bool) { (isReady, isIdle) = (!isBusy, !isBusy) }

  func readBack() throws(RenderError) -> PixelImage { throw .nothingPublished }
}
