import ImageFiles
import LinuxSystem
import OfflineRendering
import OptionValues

/// The format of the files that `render` writes.
enum OutputFormat: Hashable {
  case image(ImageFormat)
  case video(VideoFormat)

  static let names = ["png", "jpg", "jpeg"] + VideoFormat.allCases.map(\.rawValue)

  init?(_ name: String) {
    if let image = ImageFormat(fileExtension: name) {
      self = .image(image)
    } else if let video = VideoFormat(rawValue: name) {
      self = .video(video)
    } else {
      return nil
    }
  }

  static func parse(_ text: String) throws -> OutputFormat {
    guard let format = OutputFormat(text) else {
      throw InvalidValue(expected: alternatives(names))
    }
    return format
  }

  var video: VideoFormat? { if case .video(let format) = self { format } else { nil } }
  var image: ImageFormat? { if case .image(let format) = self { format } else { nil } }
}

/// The formats of images, and of the files of an image sequence.
enum ImageFormat: Hashable {
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
