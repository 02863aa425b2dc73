import AnimCodecs
import AnimRaster
import AnimText
import LinuxSystem

// The libraries that decoders load when a file needs them. A sandboxed process can't load code, so
// commands load the libraries before they enter the sandbox.
extension AnimationFormats {
  /// Loads all libraries that files may need.
  package static func loadLibraries() {
    loadLibrariesOfDocuments()
    AV1Decoder.loadLibrary()
  }

  /// Loads the libraries of files that contain text or images.
  private static func loadLibrariesOfDocuments() {
    FontFace.loadLibraries()
    FrameDecoder.loadLibraries()
  }

  /// Loads the libraries that the files at a path may need. Only the first bytes are checked, for the signatures of
  /// image formats.
  ///
  /// - Parameter path: The path of a file, a folder, or an image sequence.
  package static func loadLibraries(for path: String) {
    guard let start = start(ofFileAt: path) else { return loadLibraries() }
    switch RasterFormat(start) {
    case .gif, .png, .jpeg: break
    case .webp: FrameDecoder.loadLibraries()
    case nil where AVIFFile.recognizes(start): AV1Decoder.loadLibrary()
    case nil: loadLibrariesOfDocuments()
    }
  }

  /// Returns the first bytes of a file, or `nil` for folders, streams and missing files.
  private static func start(ofFileAt path: String) -> [UInt8]? {
    guard !Folder.isFolder(path), !OutputFile.isStream(path),
      let file = try? FileByteSource(path)
    else { return nil }
    return try? file.read(at: 0, count: startLength)
  }

  /// The number of bytes that distinguish image formats.
  private static let startLength = 64
}
