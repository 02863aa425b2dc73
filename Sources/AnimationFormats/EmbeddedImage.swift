import AnimCore
import AnimRaster
import AnimSVG

/// Images in files of other formats.
enum EmbeddedImage {
  /// The most pixels of an image: those of 4096 by 4096.
  static let maximumArea = 1 << 24
  /// The most pixels of a drawing's side.
  private static let maximumSide = 1 << 14
  /// How many pixels a unit of a drawing has each way: it may be shown enlarged.
  private static let pixelsPerUnit = 2.0

  /// The first picture of an image file: PNG, JPEG, GIF or WebP.
  static func picture(_ bytes: [UInt8], limit: Int) -> Image? {
    guard let animation = try? RasterAnimation(BytesInMemory(bytes)),
      animation.index.size.hasArea(upTo: limit)
    else { return nil }
    return try? animation.picture(of: 0)
  }

  /// The same, or an SVG as it is at its beginning.
  ///
  /// - Parameter size: the size in which it is shown, in points; zero for its own.
  static func image(_ bytes: [UInt8], shownAs size: Size, limit: Int) -> Image? {
    picture(bytes, limit: min(limit, maximumArea))
      ?? drawing(bytes, shownAs: size, limit: min(limit, maximumArea))
  }

  private static func drawing(_ bytes: [UInt8], shownAs size: Size, limit: Int) -> Image? {
    var resources = SVGResources()
    resources.image = { picture($0, limit: maximumArea) }
    guard limit > 0, SVGFormat().recognizes(bytes) else { return nil }
    let animation: SVGAnimation
    do throws(SVGError) {
      animation = try SVGAnimation(bytes, resources: resources)
    } catch {
      return nil
    }
    let own = animation.size
    let wanted = max(size.width / own.width, size.height / own.height)
    var scale = (wanted > 0 ? wanted : 1) * pixelsPerUnit
    // As sharp as the limit allows.
    scale = min(scale, (Double(limit) / (own.width * own.height)).squareRoot())
    let pixels = PixelSize(
      width: Int((own.width * scale).rounded(.down)),
      height: Int((own.height * scale).rounded(.down)))
    guard pixels.hasArea(upTo: limit), (1...maximumSide).contains(pixels.width),
      (1...maximumSide).contains(pixels.height)
    else { return nil }
    var list = DisplayList(size: pixels, background: .clear)
    _ = SVGRenderer(animation).draw(at: 0, into: &list, transform: Transform(scale: scale))
    let canvas = PixelImage(size: pixels, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: canvas)
    return Image(canvas)
  }
}

extension PixelSize {
  fileprivate func hasArea(upTo limit: Int) -> Bool {
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    return !overflow && area <= limit
  }
}
