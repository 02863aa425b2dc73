import AnimCore
import AnimRaster
import AnimSVG
import Synchronization

/// Decodes images embedded in files of other formats.
enum EmbeddedImages {
  /// The maximum number of pixels of an image: 4096 × 4096.
  static let maximumArea = 1 << 24
  /// The maximum width and height of a vector image, in pixels.
  private static let maximumSide = 1 << 14
  /// The number of pixels per unit of a vector image in each direction, which allows for enlarging
  /// it.
  private static let pixelsPerUnit = 2.0

  /// Returns the first frame of an image file: PNG, JPEG, GIF or WebP.
  static func image(
    _ bytes: [UInt8], _ colors: EmbeddedColors, limit: Int = maximumArea
  ) -> SVGBitmap? {
    animation(bytes, colors, limit: limit).map { animation in
      SVGBitmap(size: animation.index.size, isAnimated: animation.index.frames.count > 1) {
        try? animation.image(of: 0)
      }
    }
  }

  /// Returns the first frame of an image file whose colours aren't sRGB, or `nil` for other files.
  static func image(
    notInSRGB bytes: [UInt8], _ colors: EmbeddedColors, limit: Int
  ) -> Image? {
    guard let animation = animation(bytes, colors, limit: limit), animation.index.colors != nil
    else { return nil }
    return try? animation.image(of: 0)
  }

  private static func animation(
    _ bytes: [UInt8], _ colors: EmbeddedColors, limit: Int
  ) -> RasterAnimation? {
    let animation = try? RasterAnimation(
      BytesInMemory(bytes), convertsColors: colors.areConverted)
    guard let animation, animation.index.size.hasArea(upTo: min(limit, maximumArea)) else {
      return nil
    }
    colors.report(animation.index.problems)
    return animation
  }

  /// Returns an image, or the first frame of an SVG.
  ///
  /// - Parameter size: The displayed size in points, or zero for its natural size.
  static func image(
    _ bytes: [UInt8], shownAs size: Size, _ colors: EmbeddedColors, limit: Int
  ) -> Image? {
    image(bytes, colors, limit: limit)?.decode()
      ?? drawing(bytes, shownAs: size, colors, limit: min(limit, maximumArea))
  }

  private static func drawing(
    _ bytes: [UInt8], shownAs size: Size, _ colors: EmbeddedColors, limit: Int
  ) -> Image? {
    var resources = SVGResources()
    resources.image = { image($0, colors) }
    guard SVGFormat().recognizes(bytes) else { return nil }
    let animation: SVGAnimation
    do throws(SVGError) {
      animation = try SVGAnimation(bytes, resources: resources)
    } catch {
      return nil
    }
    let naturalSize = animation.size
    guard let scale = scale(of: naturalSize, shownAs: size, limit: limit) else { return nil }
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

/// The colours of the images in a file.
final class EmbeddedColors: Sendable {
  /// Whether to convert the colours to sRGB, rather than show the stored values.
  let areConverted: Bool
  private let found = Mutex<Set<String>>([])

  init(areConverted: Bool) { self.areConverted = areConverted }

  /// Records colour profiles that aren't applied.
  fileprivate func report(_ problems: [RasterProblem]) {
    let messages = problems.filter { $0.kind == .approximated }.map(\.message)
    if !messages.isEmpty { found.withLock { $0.formUnion(messages) } }
  }

  /// Diagnostics about the images read so far.
  var diagnostics: [AnimationDiagnostic] {
    found.withLock { $0 }.sorted().map {
      AnimationDiagnostic(
        path: "", element: nil, severity: .approximated, message: "an image: \($0)")
    }
  }
}

extension PixelSize {
  fileprivate func hasArea(upTo limit: Int) -> Bool {
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    return !overflow && area <= limit
  }
}
