import AnimCore
import AnimationFormats

/// Detects content that looks empty on a white background.
enum WhiteContent {
  /// The background for such content.
  static let background = Color.black
  /// The message about the background.
  static let notice = "white, so shown on black; b changes the background"

  /// The side of the images that are examined, in pixels.
  private static let side = 64
  /// The minimum value of all channels of a nearly white colour.
  private static let whiteLimit = 235
  /// The maximum area of images that may be decoded twice, in pixels.
  private static let maximumArea = 1 << 24

  /// Returns whether nearly everything that a scene draws is nearly white. Examines some frames, and changes the state
  /// of the scene.
  static func isNearlyWhite(_ scene: any Scene) -> Bool {
    let size = Size(width: Double(side), height: Double(side))
    let natural = scene.naturalSize ?? size
    let isRaster = scene is any PixelScene
    if isRaster, natural.width * natural.height > Double(maximumArea) { return false }
    scene.layout(in: size)
    let area = BoxFit.contain.rect(of: natural, in: size)
    let opaque = area.width * area.height * 255
    var sum = Coverage()
    for progress in [0, 0.25, 0.5, 0.75] {
      if let playback = scene.playback {
        scene.show(frame: playback.frame(atProgress: progress))
      } else {
        scene.update(to: progress)
      }
      let coverage = coverage(of: scene)
      // The background of an opaque image isn't visible.
      if Double(coverage.drawn) > opaque * 0.98 { return false }
      sum.drawn += coverage.drawn
      sum.white += coverage.white
      if (sum.drawn - sum.white) * 32 > sum.drawn { return false }
      // Decoding later frames may take long.
      if isRaster, sum.drawn > 0 { break }
    }
    return sum.drawn > 0
  }

  /// Sums of alpha values.
  private struct Coverage {
    var drawn = 0
    /// The nearly white part.
    var white = 0
  }

  private static func coverage(of scene: any Scene) -> Coverage {
    let size = PixelSize(width: side, height: side)
    var list = DisplayList(size: size, background: .clear)
    scene.draw(into: &list)
    let image = PixelImage(size: size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: image)
    return image.withPixels { pixels in
      pixels.reduce(into: Coverage()) { coverage, pixel in
        let alpha = Int(pixel >> 24)
        let least = min(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255)
        coverage.drawn += alpha
        // The channels are premultiplied.
        if Int(least) * 255 >= whiteLimit * alpha { coverage.white += alpha }
      }
    }
  }
}
