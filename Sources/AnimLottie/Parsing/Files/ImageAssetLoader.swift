import AnimCore

/// Finds and decodes image assets.
struct ImageAssetLoader {
  private let limits: LottieLimits
  /// The remaining number of pixels of all images.
  private var pixels: Int
  static let maximumDrawings = 16
  /// The remaining number of vector images, each of which may take a second.
  private var drawings = Self.maximumDrawings
  /// The decoder for images whose colours aren't those of sRGB.
  private let decodeNotInSRGB: @Sendable (LottieImageRequest) -> Image?
  /// The decoder for formats other than PNG and JPEG.
  private let decodeOther: @Sendable (LottieImageRequest) -> Image?

  init(
    limits: LottieLimits, notInSRGB: @escaping @Sendable (LottieImageRequest) -> Image?,
    other: @escaping @Sendable (LottieImageRequest) -> Image?
  ) {
    decodeNotInSRGB = notInSRGB
    self.limits = limits
    pixels = limits.pixels
    decodeOther = other
  }

  /// Returns the image of an asset, or `nil` with a diagnostic if it can't be loaded.
  ///
  /// - Parameter resource: A closure that returns the contents of a file with a relative path.
  mutating func image(
    _ asset: JSONValue, _ diagnostics: inout LottieDiagnosticList,
    resource: (String) throws(AssetFileError) -> [UInt8]?
  ) -> Image? {
    do throws(ImageError) {
      let bytes = try bytes(asset, resource)
      if let image = image(bytes, asset, decodeNotInSRGB) { return image }
      do throws(ImageError) {
        var decoded = try decode(bytes)
        pixels -= decoded.words.count
        return Image(
          size: PixelSize(width: decoded.width, height: decoded.height),
          straight: decoded.takeWords())
      } catch {
        guard case .unknownFormat(let name) = error else { throw error }
        if name != "GIF", name != "WebP" {
          drawings -= 1
          guard drawings >= 0 else { throw ImageError.tooManyDrawings }
        }
        guard let image = image(bytes, asset, decodeOther) else { throw error }
        return image
      }
    } catch {
      diagnostics.append(.notDrawn, "\(error)", at: asset.path)
      return nil
    }
  }

  private mutating func image(
    _ bytes: [UInt8], _ asset: JSONValue, _ decode: (LottieImageRequest) -> Image?
  ) -> Image? {
    let limit = min(limits.imagePixels, pixels)
    let side = { (key: StaticString) in max(asset[key]?.number ?? 0, 0) }
    let image = decode(
      LottieImageRequest(
        bytes: bytes, size: Size(width: side("w"), height: side("h")), pixelLimit: limit))
    guard let image, image.size.width * image.size.height <= limit else { return nil }
    pixels -= image.size.width * image.size.height
    return image
  }

  private func decode(_ bytes: [UInt8]) throws(ImageError) -> DecodedImage {
    do throws(ImageError) {
      return try DecodedImage(bytes, limit: min(limits.imagePixels, pixels))
    } catch {
      guard case .tooLarge(let width, let height, _) = error else { throw error }
      let (area, overflow) = width.multipliedReportingOverflow(by: height)
      throw overflow || area > limits.imagePixels
        ? .tooLarge(width: width, height: height, limit: limits.imagePixels)
        : .tooMany(width: width, height: height, limit: limits.pixels)
    }
  }

  private func bytes(
    _ asset: JSONValue, _ resource: (String) throws(AssetFileError) -> [UInt8]?
  ) throws(ImageError) -> [UInt8] {
    do throws(AssetFileError) {
      return try AssetFile(asset).bytes(resource)
    } catch {
      throw .damaged("\(error)")
    }
  }
}
