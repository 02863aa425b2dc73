import AnimCore
import AnimLottie

/// Draws an animation as text: each character represents two pixels, one above the other.
struct TextPlayer {
  private let scene: LottieScene
  private var list: DisplayList
  private let image: PixelImage
  private let rasterizer = Rasterizer()

  init(_ animation: LottieAnimation, columns: Int, rows: Int) {
    scene = LottieScene(animation)
    scene.layout(in: Size(width: Double(columns), height: Double(2 * rows)))
    image = PixelImage(size: PixelSize(width: columns, height: 2 * rows), isOpaque: false)
    list = DisplayList(size: image.size, background: .clear)
  }

  var duration: Seconds { scene.animation.duration }

  /// Returns the image at `time` seconds.
  mutating func text(at time: Seconds) -> String {
    list.removeAll(size: image.size, background: .clear)
    scene.update(to: time)
    scene.draw(into: &list)
    rasterizer.paint(list, into: image)
    return (0..<image.size.height / 2).map(row).joined(separator: "\n")
  }

  private func row(_ row: Int) -> String {
    (0..<image.size.width).reduce(into: "") { text, x in
      let (above, below) = (isCovered(x, 2 * row), isCovered(x, 2 * row + 1))
      text += above ? (below ? "█" : "▀") : (below ? "▄" : "·")
    }
  }

  private func isCovered(_ x: Int, _ y: Int) -> Bool { image[x, y] >> 24 >= 128 }
}
