import AnimCodecs
import AnimText
import LinuxSystem

// The libraries that decoders load when a file needs them. A sandboxed process can't load code, so
// commands load the libraries before they enter the sandbox.
extension AnimationFormats {
  /// Loads all libraries that files may need.
  package static func loadLibraries() {
    FontFace.loadLibraries()
    FrameDecoder.loadLibraries()
  }

  /// Loads the libraries that the files at a path may need. Only the first bytes are checked, for the signatures of
  /// image formats.
  ///
  /// - Parameter path: The path of a file, a folder, or an image sequence.
  package static func loadLibraries(for path: String) {
    switch imageFormat(at: path) {
    case .gif, .png, .jpeg: break
    case .webp: FrameDecoder.loadLibraries()
    case nil: loadLibraries()
    }
  }

  /// Returns the format of an image file, or `nil` for other files, folders and streams.
  private static func imageFormat(at path: String) -> RasterFormat? {
    guard !Folder.isFolder(path), !OutputFile.isStream(path),
      let file = try? FileByteSource(path),
      let start = try? file.read(at: 0, count: startLength)
    else { return nil }
    return RasterFormat(start)
  }

  /// The number of bytes that distinguish image formats.
  private static let startLength = 64
}
