import AnimCore
import LinuxSystem

/// The formats of files with a single image.
package enum ImageEncoding: Hashable, Sendable {
  /// - Parameter compression: The compression level, from 0 for none to 9 for the most.
  case png(compression: Int = PNG.defaultCompression)
  case jpeg
}

extension ImageEncoding {
  /// Returns the bytes of a file with `image`.
  ///
  /// - Parameter texts: The additional texts of a PNG file.
  package func encode(
    _ image: PixelImage, texts: [PNG.Text] = []
  ) throws(Failure) -> [UInt8] {
    switch self {
    case .png(let compression):
      try ImageFiles.encode(image, compression: compression, texts: texts)
    case .jpeg: try JPEG.encode(image)
    }
  }
}
