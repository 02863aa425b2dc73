import AnimCore
import LinuxSystem
import PictureFiles

/// A PNG file of a single frame.
package struct PictureSink: FrameSink {
  private let path: String
  private let compression: Int
  private let texts: [PNG.Text]
  private let overwrites: Bool

  /// - Parameter compression: the compression level, from 0 for none to 9 for the most.
  package init(path: String, compression: Int = PNG.defaultCompression) {
    self.init(path: path, compression: compression, texts: [], overwrites: false)
  }

  /// - Parameter overwrites: whether an existing file is overwritten instead of replaced.
  init(
    path: String, compression: Int = PNG.defaultCompression, texts: [PNG.Text], overwrites: Bool
  ) {
    self.path = path
    self.compression = compression
    self.texts = texts
    self.overwrites = overwrites
  }

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> [UInt8] {
    { [compression, texts] frame throws(Failure) in
      try frame.encoded(compression: compression, texts: texts)
    }
  }

  package func take(_ bytes: [UInt8]) throws(Failure) {
    try write(bytes, to: path, overwrites: overwrites)
  }
}
