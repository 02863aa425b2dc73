import AnimCore
import CXlib

/// A disc that springs to mouse clicks, in a plain Xlib window. Any key closes the window.
final class PlainWindow {
  private let size = PixelSize(width: 320, height: 240)
  private let display: OpaquePointer
  private let window: Window
  private let image: UnsafeMutablePointer<XImage>
  private let rendering: PixelImage
  private let rasterizer = Rasterizer()
  private var list: DisplayList
  private let disc = ShapeLayer()
  private lazy var tree = LayerTree(root: disc)

  /// Opens a window, or returns `nil` without a display of 24 bits per pixel.
  init?() {
    guard let display = XOpenDisplay(nil) else { return nil }
    let screen = XDefaultScreen(display)
    rendering = PixelImage(size: size)
    list = DisplayList(size: size)
    guard XDefaultDepth(display, screen) == 24,
      let image = XCreateImage(
        display, XDefaultVisual(display, screen), 24, ZPixmap, 0, nil, UInt32(size.width),
        UInt32(size.height), 32, 0)
    else {
      XCloseDisplay(display)
      return nil
    }
    (self.display, self.image) = (display, image)
    window = XCreateSimpleWindow(
      display, XDefaultRootWindow(display), 0, 0, UInt32(size.width), UInt32(size.height), 0, 0, 0)
    XStoreName(display, window, "Press anywhere")
    XSelectInput(display, window, ExposureMask | ButtonPressMask | KeyPressMask)
    XMapWindow(display, window)

    disc.path.addCircle(center: .zero, radius: 24, start: .zero)
    disc.fillColor = .orange
    disc.position = Point(x: 60, y: 120)
  }

  deinit {
    XFree(image)
    XCloseDisplay(display)
  }

  func start(on source: TimerFrameSource) {
    DisplayLink(for: self) { window, frame in
      window.tree.update(to: frame.targetTimestamp.seconds)
      if !window.handleEvents() { source.canceller.cancel() }
      window.draw()
    }.add(to: source)
  }

  /// - Returns: Whether the window remains open.
  private func handleEvents() -> Bool {
    while XPending(display) > 0 {
      var event = XEvent()
      XNextEvent(display, &event)
      if event.type == KeyPress { return false }
      guard event.type == ButtonPress else { continue }
      let target = Point(x: Double(event.xbutton.x), y: Double(event.xbutton.y))
      tree.animate(curve: .bouncy) { disc.position = target }
    }
    return true
  }

  private func draw() {
    list.removeAll(size: size, background: .white)
    tree.draw(into: &list)
    rasterizer.paint(list, into: rendering)
    rendering.withMutablePixels { words in
      words.withMemoryRebound(to: CChar.self) { image.pointee.data = $0.baseAddress }
      XPutImage(
        display, window, XDefaultGC(display, XDefaultScreen(display)), image, 0, 0, 0, 0,
        UInt32(size.width), UInt32(size.height))
      image.pointee.data = nil
    }
    XFlush(display)
  }
}

@main
enum Program {
  static func main() {
    guard let window = PlainWindow() else { return print("there is no display with 24 bits") }
    let source = TimerFrameSource(refreshRate: 60)
    window.start(on: source)
    source.run()
  }
}
