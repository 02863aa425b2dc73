import AnimCore
import FramePacing
import ImageFiles
import LinuxSystem
import OfflineRendering

/// The image alone, without the interface over it, for files and for the clipboard.
///
/// It has the same size and zoom as in the window, and the same background. A checkerboard in the
/// window becomes transparent. The image is drawn again, without the limitations of a renderer or a
/// server, on any thread.
struct ImageExport: Sendable {
  private let list: DisplayList

  /// - Parameter view: The view, whose scene is drawn in its present state.
  init(_ view: SceneView) {
    list = view.composeAlone(
      on: view.backdrop == .checkerboard ? .clear : view.backdrop.background)
  }

  /// Returns the bytes of a PNG file.
  func png() throws(Failure) -> [UInt8] {
    let image = PixelImage(size: list.size, isOpaque: list.background.alpha == 255)
    Rasterizer().paint(list, into: image)
    return try encode(image)
  }

  /// The file extension of saved images.
  static let fileExtension = ".png"
}

/// The colour and the point of the image under the pointer.
struct PixelProbe {
  let view: SceneView
  private let rasterizer = Rasterizer(threads: 1)

  init(_ view: SceneView) { self.view = view }

  /// Returns the colour of the scene at a pixel of the window, without the background.
  func color(x: Int, y: Int) -> Color {
    let pixel = PixelImage(size: PixelSize(width: 1, height: 1), isOpaque: false)
    let area = PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1)
    rasterizer.paint(view.composeAlone(on: .clear, area: area), into: pixel)
    return Color(premultipliedARGB: pixel[0, 0])
  }
}
