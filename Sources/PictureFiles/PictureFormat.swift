import AnimCore
import LinuxSystem

/// The formats of files with a single picture.
package enum PictureFormat: Hashable, Sendable {
  /// - Parameter compression: the compression level, from 0 for none to 9 for the most.
  case png(compression: Int = PNG.defaultCompression)
  case jpeg
}

extension PictureFormat {
  /// Returns the bytes of a file with `picture`.
  ///
  /// - Parameter texts: The additional texts of a PNG file.
  package func encode(
    _ picture: PixelImage, texts: [PNG.Text] = []
  ) throws(Failure) -> [UInt8] {
    switch self {
    case .png(let compression):
      try PictureFiles.encode(picture, compression: compression, texts: texts)
    case .jpeg: try JPEG.encode(picture)
    }
  }
}
