import AnimCodecs
import AnimGraphics

extension PixelImage {
  /// Returns the image as a PNG file with eight bits per channel in sRGB, and an alpha channel if the image may be
  /// transparent. The file contains nothing else, so the same image results in the same bytes on every machine with the
  /// same zlib version.
  ///
  /// libpng compresses the file. Without the package's trait `Codecs`, it isn't compressed and no C library is
  /// required.
  /// - Throws: ``PNGError/cannotEncode(_:)`` if the image has no pixels or there isn't enough memory.
  public func png() throws(PNGError) -> [UInt8] {
    #if Codecs
      do throws(PNGCodingError) {
        return try PNGCodec.encode(
          channels(hasAlpha: true), size: size, isOpaque: isOpaque, level: 6)
      } catch {
        throw PNGError(error)
      }
    #else
      return try StoredPNG.encode(self)
    #endif
  }

  /// Creates an image from the contents of a PNG file. It may be transparent if the file has an alpha channel.
  ///
  /// Any bytes may be passed. Corrupt files and images with more than 2²⁸ pixels cause an error.
  /// - Throws: ``PNGError/cannotDecode(_:)``, and always without the package's trait `Codecs`.
  public convenience init(png bytes: [UInt8]) throws(PNGError) {
    #if Codecs
      let pixels: PNGCodec.Pixels
      do throws(PNGCodingError) {
        pixels = try PNGCodec.decode(bytes)
      } catch {
        throw PNGError(error)
      }
      self.init(size: pixels.size, isOpaque: pixels.isOpaque)
      let rgba = pixels.rgba
      withMutablePixels { words in
        for index in words.indices {
          words[index] =
            Color(
              red8: rgba[4 * index], green8: rgba[4 * index + 1], blue8: rgba[4 * index + 2],
              alpha8: rgba[4 * index + 3]
            ).premultipliedARGB
        }
      }
    #else
      throw .cannotDecode("this program was built without the trait Codecs, which contains libpng")
    #endif
  }

  /// Returns the channels of each pixel with straight alpha, in file order.
  ///
  /// - Parameter hasAlpha: Whether to include alpha.
  func channels(hasAlpha: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.width * size.height * (hasAlpha ? 4 : 3))
    withPixels { words in
      for word in words {
        let color = isOpaque ? Color(rgb: word) : Color(premultipliedARGB: word)
        bytes.append(color.red)
        bytes.append(color.green)
        bytes.append(color.blue)
        if hasAlpha { bytes.append(color.alpha) }
      }
    }
    return bytes
  }

  /// Returns the width and height in the types of the file format.
  func fileSize() throws(PNGError) -> (width: UInt32, height: UInt32) {
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height),
      width > 0, height > 0
    else { throw .cannotEncode("it has \(size.width) by \(size.height) pixels") }
    return (width, height)
  }
}

/// An error in encoding or decoding a PNG file.
public enum PNGError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The image has no pixels, or there isn't enough memory.
  case cannotEncode(String)
  /// The bytes aren't a readable PNG file.
  case cannotDecode(String)

  public var description: String {
    switch self {
    case .cannotEncode(let reason): "image: cannot be saved as PNG: \(reason)"
    case .cannotDecode(let reason): "invalid PNG: \(reason)"
    }
  }
}

#if Codecs
  extension PNGError {
    fileprivate init(_ error: PNGCodingError) {
      self =
        switch error {
        case .cannotEncode(let reason): .cannotEncode(reason)
        case .cannotDecode(let reason): .cannotDecode(reason)
        case .noMemory(let size):
          .cannotDecode("not enough memory for \(size.width) by \(size.height) pixels")
        }
    }
  }
#endif
