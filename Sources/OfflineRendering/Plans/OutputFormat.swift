import Glibc
import ImageFiles
import LinuxSystem

/// The format of the files that `render` writes.
package enum OutputFormat: Hashable, Sendable {
  case image(ImageFormat)
  case video(VideoFormat)
  case cursor(CursorEncoding)

  package static let names =
    ["png", "jpg", "jpeg"] + VideoFormat.allCases.map(\.rawValue)
    + CursorEncoding.allCases.map(\.rawValue)

  package init?(_ name: String) {
    if let image = ImageFormat(fileExtension: name) {
      self = .image(image)
    } else if let video = VideoFormat(rawValue: name) {
      self = .video(video)
    } else if let cursor = CursorEncoding(rawValue: name) {
      self = .cursor(cursor)
    } else {
      return nil
    }
  }

  /// Creates the format for a file name, or returns `nil` without a known extension.
  init?(path: String) {
    guard let fileExtension = FilePath.fileExtension(of: path) else { return nil }
    self.init(fileExtension)
  }

  var video: VideoFormat? { if case .video(let format) = self { format } else { nil } }
  var image: ImageFormat? { if case .image(let format) = self { format } else { nil } }
}

// Names of files.
extension OutputFormat {
  /// Returns whether a path is valid for an image: it has an extension, or is a pipe or a device.
  static func isNamed(_ path: String) -> Bool {
    FilePath.fileExtension(of: path) != nil || acceptsAnyName(path)
  }

  /// Returns whether a path has the file extension of an image, or needs none.
  static func isImageName(_ path: String) -> Bool {
    FilePath.fileExtension(of: path) == "png" || JPEG.isName(path) || acceptsAnyName(path)
  }

  /// Returns whether a path is standard output, a pipe or a device, or an existing, empty file, such
  /// as a temporary one.
  package static func acceptsAnyName(_ path: String) -> Bool {
    path == OutputFile.standardOutput || OutputFile.isStream(path) || isEmptyFile(path)
  }

  private static func isEmptyFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size == 0
  }
}

/// The formats of images, and of the files of an image sequence.
package enum ImageFormat: Hashable, Sendable {
  case png
  case jpeg

  /// Creates the format for a file extension, or returns `nil` for other extensions.
  init?(fileExtension: String) {
    switch fileExtension {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    default: return nil
    }
  }

  /// Creates the format for a file name. Without a known extension, the format is PNG.
  init(path: String) { self = JPEG.isName(path) ? .jpeg : .png }

  /// The usual file extension.
  var fileExtension: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpg"
    }
  }
}
