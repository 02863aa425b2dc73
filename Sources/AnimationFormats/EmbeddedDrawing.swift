import AnimCodecs
import AnimCore
import AnimSVG

/// Draws SVG images embedded in files of other formats.
enum EmbeddedDrawing {
  /// The maximum number of pixels of an image: 4096 × 4096.
  private static let maximumArea = 1 << 24
  /// The maximum width and height of an image, in pixels.
  private static let maximumSide = 1 << 14
  /// The number of pixels per unit in each direction, which allows for enlarging the image.
  private static let pixelsPerUnit = 2.0

  /// Returns the first frame of an SVG, or `nil` for other files.
  ///
  /// - Parameters:
  ///   - size: The displayed size in points, or zero for its natural size.
  ///   - images: The decoder for the images in the SVG.
  static func image(
    _ bytes: [UInt8], shownAs size: Size, _ images: EmbeddedImages, limit: Int
  ) -> Image? {
    guard SVGFormat().recognizes(bytes) else { return nil }
    var resources = SVGResources()
    resources.images = images
    let animation: SVGAnimation
    do throws(SVGError) {
      animation = try SVGAnimation(bytes, resources: resources)
    } catch {
      return nil
    }
    let naturalSize = animation.size
    guard
      let scale = scale(of: naturalSize, shownAs: size, limit: min(limit, maximumArea))
    else { return nil }
    let pixels = PixelSize(
      width: Int((naturalSize.width * scale).rounded(.down)),
      height: Int((naturalSize.height * scale).rounded(.down)))
    var list = DisplayList(size: pixels, background: .clear)
    _ = SVGRenderer(animation).draw(at: 0, into: &list, transform: Transform(scale: scale))
    let canvas = PixelImage(size: pixels, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: canvas)
    return Image(canvas)
  }

  /// Returns the number of pixels per unit of a vector image: as many as necessary, up to the
  /// limit. Returns `nil` if the image would be empty or too long.
  private static func scale(of naturalSize: Size, shownAs size: Size, limit: Int) -> Double? {
    let area = naturalSize.width * naturalSize.height
    guard area > 0, area.isFinite, limit > 0 else { return nil }
    let wanted = max(size.width / naturalSize.width, size.height / naturalSize.height)
    let scale = min(
      (wanted > 0 ? wanted : 1) * pixelsPerUnit, (Double(limit) / area).squareRoot())
    let sides = [naturalSize.width * scale, naturalSize.height * scale]
    return sides.allSatisfy { $0 >= 1 && $0 <= Double(maximumSide) } ? scale : nil
  }
}

extension EmbeddedImages {
  /// Diagnostics about the images read so far.
  var diagnostics: [Diagnostic] {
    approximations.map { Diagnostic(.imageColors, .approximated, "an image: \($0)") }
  }
}
