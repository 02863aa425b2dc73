import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing
@testable import PacingStatistics
@testable import Viewer
@testable import XWindow

@Suite("Zooming and moving")
struct ViewportTests {
  /// An image of 200 by 100 units, which is laid out at twice its size in a window of 400 by 400.
  private let content = ViewportContent(
    SizedScene(Size(width: 200, height: 100)), in: Size(width: 400, height: 400))
  private var viewport = Viewport()

  private func expect(_ a: Point, _ b: Point, _ comment: Comment? = nil) {
    #expect(abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9, comment ?? "\(a) is not \(b)")
  }

  @Test("initially, a scene has its own layout, and also when it is fitted")
  mutating func first() {
    #expect(viewport.placement(of: content) == nil)
    expectEqual(viewport.percentage(of: content), 200)
    viewport.fit()
    #expect(viewport.placement(of: content) == nil)
  }

  @Test("the actual size is a point per unit, centred, and the window can be filled")
  mutating func sizes() throws {
    viewport.showActualSize()
    expectEqual(viewport.percentage(of: content), 100)
    expect(viewport.unit(at: Point(x: 200, y: 200), content), Point(x: 100, y: 50))
    try expectEqual(#require(viewport.placement(of: content)).scale, 0.5)
    viewport.fill()
    expectEqual(viewport.percentage(of: content), 400)
    expect(viewport.unit(at: Point(x: 0, y: 0), content), Point(x: 50, y: 0))
    // Both follow the window.
    let wide = ViewportContent(
      SizedScene(Size(width: 200, height: 100)), in: Size(width: 800, height: 100))
    expectEqual(viewport.percentage(of: wide), 400)
  }

  @Test(
    "the point under the pointer stays in place while zooming, once the image covers the window there"
  )
  mutating func zooming() {
    viewport.fill()
    let point = Point(x: 130, y: 310)
    let unit = viewport.unit(at: point, content)
    for _ in 0..<8 {
      viewport.zoom(by: 1.3, about: point, content)
      expect(viewport.unit(at: point, content), unit)
    }
    #expect(viewport.isZoomed)
  }

  @Test("zooming in and out again restores the view, within limits on both sides")
  mutating func limits() {
    let middle = Point(x: 200, y: 200)
    for _ in 0..<4 { viewport.zoom(by: 2, about: middle, content) }
    expectEqual(viewport.percentage(of: content), 3200)
    for _ in 0..<4 { viewport.zoom(by: 0.5, about: middle, content) }
    expectEqual(viewport.percentage(of: content), 200)
    for _ in 0..<100 { viewport.zoom(by: 2, about: middle, content) }
    expectEqual(viewport.percentage(of: content), 6400)
    expectAtLimit(2)
    for _ in 0..<100 { viewport.zoom(by: 0.5, about: middle, content) }
    #expect((1...13).contains(viewport.percentage(of: content)))
    expectAtLimit(0.5)
  }

  /// Expects that the image stays where it is when it is zoomed beyond a limit.
  private mutating func expectAtLimit(_ factor: Double) {
    let middle = viewport.unit(at: Point(x: 200, y: 200), content)
    for point in [Point(x: 10, y: 350), Point(x: 390, y: 20)] {
      viewport.zoom(by: factor, about: point, content)
      expect(viewport.unit(at: Point(x: 200, y: 200), content), middle)
    }
  }

  @Test("an image is moved with the pointer, but not beyond the edges of the window")
  mutating func panning() {
    viewport.pan(by: Vector(dx: 10, dy: 10), content)
    expectEqual(viewport, Viewport())
    viewport.fill()
    viewport.pan(by: Vector(dx: 30, dy: 50), content)
    expect(viewport.unit(at: Point(x: 0, y: 0), content), Point(x: 50 - 7.5, y: 0))
    viewport.pan(by: Vector(dx: 1e6, dy: 0), content)
    expect(viewport.unit(at: Point(x: 0, y: 0), content), Point(x: 0, y: 0))
    viewport.pan(by: Vector(dx: -1e6, dy: 0), content)
    expect(viewport.unit(at: Point(x: 400, y: 400), content), Point(x: 200, y: 100))
  }

  @Test("the zoom applies to one scene, and fitting to the window stays for the next")
  mutating func others() {
    viewport.fill()
    expectEqual(viewport.forAnotherScene, viewport)
    viewport.zoom(by: 2, about: Point(x: 0, y: 0), content)
    expectEqual(viewport.forAnotherScene, Viewport())
  }

  @Test("a rotated image has the points of the upright one, in any view")
  mutating func rotating() throws {
    let right = Orientation(quarterTurns: 1)
    let rotated = ViewportContent(
      SizedScene(Size(width: 200, height: 100)), .contain, right, in: Size(width: 400, height: 400))
    // From (100, 0) to (300, 400), with the left edge of the image on top.
    expect(viewport.unit(at: Point(x: 300, y: 0), rotated), Point(x: 0, y: 0))
    expect(viewport.unit(at: Point(x: 100, y: 400), rotated), Point(x: 200, y: 100))
    #expect(viewport.placement(of: rotated) == nil)
    viewport.fill()
    expectEqual(viewport.percentage(of: rotated), 400)
    viewport.zoom(by: 2, about: Point(x: 100, y: 300), rotated)
    let middle = viewport.unit(at: Point(x: 200, y: 200), rotated)
    let placement = try #require(viewport.placement(of: rotated))
    // The middle of the upright image of the window, which has the same size.
    expect(
      Point(
        x: (200 - placement.origin.x) / placement.scale / 2,
        y: ((200 - placement.origin.y) / placement.scale - 100) / 2), middle)
    // The point at the centre stays there.
    viewport.orient(right)
    let upsideDown = ViewportContent(
      SizedScene(Size(width: 200, height: 100)), .contain, Orientation(quarterTurns: 2),
      in: Size(width: 400, height: 400))
    expect(viewport.unit(at: Point(x: 200, y: 200), upsideDown), middle)
  }

  @Test(
    "a scene or a window without a size doesn't trap",
    arguments: [Size.zero, Size(width: 1e-9, height: 1e9), Size(width: 10, height: 0)])
  mutating func extremes(size: Size) {
    for view in [Size.zero, Size(width: 1, height: 1), Size(width: 32767, height: 1)] {
      let content = ViewportContent(SizedScene(size), in: view)
      for _ in 0..<50 { viewport.zoom(by: 2, about: Point(x: 1, y: 1), content) }
      viewport.pan(by: Vector(dx: 5, dy: 5), content)
      _ = viewport.placement(of: content)
      _ = viewport.unit(at: .zero, content)
    }
  }
}

@Suite("Zooming and moving, with keys and the mouse")
struct ViewportKeyTests {
  private var viewer = Viewer(
    PlaylistItem(name: "a", scene: SizedScene(Size(width: 200, height: 100))))
  private var situation = Situation(
    size: PixelSize(width: 800, height: 800), scale: 2)

  private mutating func press(_ button: Int, x: Int, y: Int, at time: UInt32 = 0) {
    _ = viewer.handle(
      .button(ButtonClick(button: button, x: x, y: y, time: time, modifiers: [])), in: situation)
  }

  private var placement: ScenePlacement? {
    viewer.page.viewport.placement(of: viewer.page.content(in: situation))
  }

  @Test("four notches of the wheel or keys double the size, around the pointer")
  mutating func wheel() throws {
    for _ in 0..<4 { press(4, x: 400, y: 400) }
    expectEqual(viewer.page.viewport.percentage(of: viewer.page.content(in: situation)), 400)
    expectEqual(viewer.overlay.toast?.text, "400%")
    for _ in 0..<4 { press(5, x: 400, y: 400) }
    expectEqual(viewer.page.viewport.percentage(of: viewer.page.content(in: situation)), 200)
    _ = viewer.perform(.fill, in: situation)
    let pointer = WindowPosition(x: 100, y: 700)
    let point = situation.point(pointer)
    let before = viewer.page.viewport.unit(at: point, viewer.page.content(in: situation))
    _ = viewer.perform(.zoom(2), in: situation, at: pointer)
    let after = viewer.page.viewport.unit(at: point, viewer.page.content(in: situation))
    #expect(abs(before.x - after.x) < 1e-9 && abs(before.y - after.y) < 1e-9)
  }

  @Test("the left button drags the image, in pixels of the window, until it is released")
  mutating func drag() throws {
    _ = viewer.perform(.fill, in: situation)
    let before = try #require(placement)
    press(1, x: 400, y: 400)
    let moved = viewer.handle(.pointer(x: 420, y: 400), in: situation)
    expectEqual(moved, [.redraw])
    let after = try #require(placement)
    #expect(abs(after.origin.x - before.origin.x - 10) < 1e-9)
    _ = viewer.handle(.buttonReleased(1), in: situation)
    expectEqual(viewer.handle(.pointer(x: 500, y: 400), in: situation), [])
    expectEqual(placement, after)
  }

  @Test("rotating and flipping show a message, resize the window, and apply to one file")
  mutating func rotating() {
    for (step, meaning) in [
      ("rotate 90", "rotated 90°"), ("rotate 90", "rotated 180°"), ("rotate -270", "rotated 270°"),
      ("flip horizontal", "flipped horizontally, rotated 90°"),
      ("rotate -90", "flipped horizontally"),
      ("rotate 180", "flipped vertically"), ("flip vertical", "upright"),
      ("rotate -90", "rotated 270°"),
    ] {
      let effects = ViewerAction(step).map { viewer.perform($0, in: situation) }
      #expect(effects?.contains(.growWindow) == true && effects?.contains(.redraw) == true)
      expectEqual(viewer.overlay.toast?.text, meaning, "\(step)")
    }
    expectEqual(viewer.orientation, Orientation(quarterTurns: 3))
    let item = PlaylistItem(name: "b", scene: SizedScene(Size(width: 200, height: 100)))
    _ = viewer.show(item, at: .zero)
    expectEqual(viewer.orientation, .upright)
    for text in ["rotate 45", "rotate", "rotate right", "flip", "flip both"] {
      #expect(ViewerAction(text) == nil)
    }
  }

  @Test("the pixel under the pointer is described on request, in the image's units")
  mutating func inspector() throws {
    _ = viewer.perform(.toggleInspector, in: situation, at: WindowPosition(x: 400, y: 400))
    _ = viewer.prepareOverlay(in: situation, color: { _ in Color(rgb: 0xFF8000) })
    let panel = try #require(viewer.overlay.inspector)
    expectEqual(panel.color, Color(rgb: 0xFF8000))
    #expect(panel.point.x.rounded(.down) == 100 && panel.point.y.rounded(.down) == 50)
    expectEqual(viewer.handle(.pointer(x: 401, y: 400), in: situation), [.redraw])
    expectEqual(viewer.handle(.pointerLeft, in: situation), [.redraw])
    _ = viewer.prepareOverlay(in: situation)
    #expect(viewer.overlay.inspector == nil)
    _ = viewer.perform(.toggleInspector, in: situation)
    #expect(!viewer.page.showsInspector)
  }
}

/// A scene without an image, with its own size and without an end.
private final class SizedScene: Scene {
  let naturalSize: Size?

  init(_ size: Size) { naturalSize = size }

  func layout(in size: Size) {}
  func update(to time: Seconds) {}
  func start(on source: FrameSource) {}
  func draw(into list: inout DisplayList) {}
}
