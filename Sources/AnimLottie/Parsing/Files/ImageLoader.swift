import AnimCore

/// Finds and decodes the images of assets.
struct ImageLoader {
  private let limits: LottieLimits
  /// How many more pixels may be decoded, in all images together.
  private var pixels: Int

  init(limits: LottieLimits) {
    self.limits = limits
    pixels = limits.pixels
  }

  /// The image of an asset; nil, with a diagnostic, if it cannot be loaded.
  ///
  /// - Parameter resource: returns the bytes of a file, given its relative path.
  mutating func image(
    _ asset: JSONValue, _ diagnostics: inout DiagnosticList, resource: (String) -> [UInt8]?
  ) -> Image? {
    do {
      var decoded = try decode(try bytes(asset, resource))
      pixels -= decoded.words.count
      return Image(
        size: PixelSize(width: decoded.width, height: decoded.height), straight: decoded.takeWords()
      )
    } catch {
      diagnostics.append(.notDrawn, "\(error)", at: asset.path)
      return nil
    }
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
    _ asset: JSONValue, _ resource: (String) -> [UInt8]?
  ) throws(ImageError) -> [UInt8] {
    do throws(AssetFileError) {
      return try AssetFile(asset).bytes(resource)
    } catch .notBase64(let type) where type.hasPrefix("image/svg") {
      throw .unknownFormat("SVG")
    } catch {
      throw .damaged("\(error)")
    }
  }
}
