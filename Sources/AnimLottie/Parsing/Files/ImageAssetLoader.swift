import AnimCodecs
import AnimCore

/// Finds and decodes image assets.
struct ImageAssetLoader {
  private let limits: LottieLimits
  /// The remaining number of pixels of all images.
  private var pixels: Int
  private static let maximumDrawings = 16
  /// The remaining number of vector images, each of which may take a second.
  private var drawings = Self.maximumDrawings
  private let images: EmbeddedImages
  /// The decoder for formats that ``images`` doesn't support.
  private let decodeOther: @Sendable (LottieImageRequest) -> Image?

  init(
    limits: LottieLimits, _ images: EmbeddedImages,
    other: @escaping @Sendable (LottieImageRequest) -> Image?
  ) {
    self.limits = limits
    pixels = limits.pixels
    self.images = images
    decodeOther = other
  }

  /// Returns the image of an asset, or `nil` with a diagnostic if it can't be loaded.
  ///
  /// - Parameter resource: A closure that returns the contents of a file with a relative path.
  mutating func image(
    _ asset: JSONValue, _ diagnostics: inout DiagnosticList,
    resource: (String) throws(AssetFileError) -> [UInt8]?
  ) -> Image? {
    do throws(ImageError) {
      let image = try image(try bytes(asset, resource), asset)
      pixels -= image.size.width * image.size.height
      return image
    } catch {
      diagnostics.append(.notDrawn, "\(error)", at: asset.path, .imageNotDrawn)
      return nil
    }
  }

  private mutating func image(
    _ bytes: [UInt8], _ asset: JSONValue
  ) throws(ImageError) -> Image {
    if bytes.isEmpty { throw .damaged("it is empty") }
    let image: EmbeddedImage
    do throws(CodecError) {
      image = try images.image(bytes)
    } catch .unknownFormat {
      return try otherImage(bytes, asset)
    } catch {
      throw ImageError(error, limits)
    }
    let (size, area) = (image.storedSize, image.size.width * image.size.height)
    guard area <= limits.imagePixels else {
      throw .tooLarge(width: size.width, height: size.height, limit: limits.imagePixels)
    }
    guard area <= pixels else {
      throw .tooMany(width: size.width, height: size.height, limit: limits.pixels)
    }
    do throws(CodecError) {
      return try image.decode()
    } catch {
      throw ImageError(error, limits)
    }
  }

  /// Returns an image that the host decodes.
  private mutating func otherImage(
    _ bytes: [UInt8], _ asset: JSONValue
  ) throws(ImageError) -> Image {
    let format = RasterFormat(bytes)
    if format == nil {
      drawings -= 1
      guard drawings >= 0 else { throw .tooManyDrawings(limit: Self.maximumDrawings) }
    }
    let limit = min(limits.imagePixels, pixels)
    let side = { (key: StaticString) in max(asset[key]?.number ?? 0, 0) }
    let image = decodeOther(
      LottieImageRequest(
        bytes: bytes, size: Size(width: side("w"), height: side("h")), pixelLimit: limit))
    guard let image, image.size.width * image.size.height <= limit else {
      let isSVG = bytes.starts(with: "<svg".utf8) || bytes.starts(with: "<?xml".utf8)
      throw .unknownFormat(format?.rawValue ?? (isSVG ? "SVG" : nil))
    }
    return image
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

/// The reason why an image isn't drawn.
private enum ImageError: Error {
  /// An unsupported format, with its name if that is known.
  case unknownFormat(String?)
  case tooLarge(width: Int, height: Int, limit: Int)
  /// The image exceeds the limit on the total pixels of all images.
  case tooMany(width: Int, height: Int, limit: Int)
  case tooManyDrawings(limit: Int)
  case damaged(String)

  init(_ error: CodecError, _ limits: LottieLimits) {
    self =
      switch error {
      case .unknownFormat: .unknownFormat(nil)
      case .damaged(let reason): .damaged(reason)
      case .tooLarge(let width, let height, _):
        .tooLarge(width: width, height: height, limit: limits.imagePixels)
      case .outOfMemory: .damaged("there is not enough memory")
      case .missingLibrary(let name, let package):
        .damaged("it requires \(name), which is not installed; install the package \(package)")
      }
  }
}

extension ImageError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownFormat(let name?): "images in \(name) are not drawn"
    case .unknownFormat(nil):
      "the image cannot be read: it is neither PNG, JPEG, GIF, WebP nor SVG"
    case .tooLarge(let width, let height, let limit):
      "an image of \(width) by \(height) pixels is not drawn: more than \(limit) "
        + "pixels (limit of this program)"
    case .tooMany(let width, let height, let limit):
      "an image of \(width) by \(height) pixels is not drawn: all images together have more than "
        + "\(limit) pixels (limit of this program)"
    case .tooManyDrawings(let limit):
      "the image is not drawn: more than \(limit) images in other formats than PNG, JPEG, GIF "
        + "and WebP (limit of this program)"
    case .damaged(let reason): "the image cannot be read: \(reason)"
    }
  }
}
