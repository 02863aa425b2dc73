import AnimCore
import ImageFiles
import LinuxSystem

/// Writes a single frame to a file.
package struct ImageSink: FrameSink {
  private let path: String
  private let format: ImageEncoding
  private let texts: [PNG.Text]
  private let overwrites: Bool

  package init(path: String, as format: ImageEncoding = .png()) {
    self.init(path: path, as: format, texts: [], overwrites: false)
  }

  /// - Parameter overwrites: Whether to overwrite an existing file instead of replacing it.
  init(path: String, as format: ImageEncoding = .png(), texts: [PNG.Text], overwrites: Bool) {
    self.path = path
    self.format = format
    self.texts = texts
    self.overwrites = overwrites
  }

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> [UInt8] {
    { [format, texts] frame throws(Failure) in
      try frame.encoded(as: format, texts: texts)
    }
  }

  package func take(_ bytes: [UInt8]) throws(Failure) {
    try write(bytes, to: path, overwrites: overwrites)
  }
}
