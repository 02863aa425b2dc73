import AnimCore
import AnimLottie
import Glibc
import LinuxSystem
import PictureFiles

/// A file that has been read, with its animation.
package struct AnimationFile {
  package let path: String
  package let animation: LottieAnimation
  /// The file as it was opened, from which its other parts can be read.
  package let file: LottieFile
  /// How the animation was read from the file.
  let options: LottieLoadingOptions

  /// Reads the file at `path`, and the images and data beside it that it refers to.
  ///
  /// - Parameter path: see ``InputPath``.
  package init(_ path: String, _ configuration: FileConfiguration) throws(Failure) {
    let limits = LottieLimits()
    let path = try InputPath.resolve(path)
    let bytes: [UInt8]
    do throws(InputError) {
      bytes =
        path == InputPath.standardInput
        ? try configuration.standardInputBytes()
        : try FileBytes.read(path, limit: limits.fileBytes)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    let folder = ResourceFolder(of: path)
    try self.init(path, bytes: bytes, configuration) {
      folder.bytes(at: $0, limit: limits.fileBytes)
    }
  }

  /// Takes the contents of a file.
  ///
  /// - Parameters:
  ///   - path: by which messages name it.
  ///   - resource: returns the contents of a file beside it; nil if there is none.
  package init(
    _ path: String, bytes: [UInt8], _ configuration: FileConfiguration,
    resource: @escaping @Sendable (String) -> [UInt8]?
  ) throws(Failure) {
    guard !LFSPointer.isPointer(bytes) else {
      throw Failure("\(path): \(LFSPointer.complaint)", status: .noInput)
    }
    options = configuration.loadingOptions(resource: resource)
    do throws(LottieError) {
      file = try LottieFile(bytes, limits: LottieLimits())
      animation = try file.animation(options: options)
    } catch {
      if let kind = PictureKind(of: bytes), !error.isAboutRequest {
        throw Failure(
          "\(Self.name(path)): \(kind.rawValue), which is not played; give a Lottie animation "
            + "(.json, .lot, .tgs, .lottie)", status: .differs)
      }
      throw Failure(error, path: Self.name(path))
    }
    self.path = path
  }

  /// Whether a file is JSON without layers: one of the many other things that JSON is used for, and
  /// not a damaged animation.
  package static func isOtherJSON(_ path: String) -> Bool {
    guard path.hasSuffix(".json"),
      let bytes = try? FileBytes.read(path, limit: LottieLimits().fileBytes)
    else { return false }
    return !LFSPointer.isPointer(bytes) && bytes.firstRange(of: Array("\"layers\"".utf8)) == nil
  }

  /// The file's name, without its folder.
  package var name: String { InputPath.name(of: path) }

  private static func name(_ path: String) -> String {
    path == InputPath.standardInput ? "standard input" : path
  }

  /// What the file says about how the animation is shown; nil if it says nothing.
  package var entry: LottieManifest.Animation? {
    animation.id.flatMap { file.manifest[animation: $0] }
  }

  /// What is behind the animation: the background that was asked for, or else that of the file, or
  /// else nothing.
  ///
  /// - Parameter isOpaque: whether the picture has no transparency. Then white is behind it.
  package func background(_ configuration: FileConfiguration, isOpaque: Bool = false) -> Color {
    if let background = configuration.background { return background }
    let background = entry?.background ?? .clear
    return isOpaque ? background.onWhite : background
  }

  /// A scene that plays the animation as configured.
  package func scene(_ configuration: FileConfiguration) throws(Failure) -> LottieScene {
    LottieScene(animation, configuration: try configuration.sceneConfiguration(of: self))
  }

  /// Makes such scenes for several threads.
  package func sceneMaker(_ configuration: FileConfiguration) throws(Failure) -> SceneMaker {
    let configuration = try configuration.sceneConfiguration(of: self)
    return { [animation] in
      LottieScene(animation, configuration: configuration)
    }
  }
}

extension Color {
  /// The colour as it looks in front of white.
  fileprivate var onWhite: Color {
    let share = Double(alpha) / 255
    func channel(_ value: UInt8) -> UInt8 {
      UInt8((Double(value) * share + 255 * (1 - share)).rounded())
    }
    return Color(red8: channel(red), green8: channel(green), blue8: channel(blue))
  }
}

extension Failure {
  package init(_ error: LottieError, path: String) {
    switch error {
    case .unknownSlot, .invalidSlot, .unknownAnimation, .unknownTheme, .unknownStateMachine:
      self.init("\(path): \("\(error)".printable)", status: .usage)
    default: self.init("\(path): \("\(error)".printable)", status: .differs)
    }
  }
}

/// The files below a folder that an animation may refer to. Whatever paths it has, only regular
/// files inside the folder are opened.
struct ResourceFolder {
  let path: String

  /// The folder that contains the file at `path`.
  init(of path: String) { self.path = FilePath.folder(of: path) }

  /// The contents of the file at `relativePath`; nil if there is none, it is outside the folder, or
  /// it has more than `limit` bytes.
  ///
  /// Each folder on the way is opened separately and no symbolic link is followed, so nothing can
  /// be swapped between a check and the opening.
  func bytes(at relativePath: String, limit: Int) -> [UInt8]? {
    let names = relativePath.split(separator: "/").filter { $0 != "." }
    guard let last = names.last, !relativePath.hasPrefix("/"), !names.contains(".."),
      !relativePath.utf8.contains(0)
    else { return nil }
    var folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    for name in names.dropLast() {
      let inner = openat(folder, String(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if folder >= 0 { close(folder) }
      folder = inner
    }
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let file = openat(
      folder, String(last), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    guard FileBytes.append(file, to: &bytes, limit: limit), bytes.count <= limit else { return nil }
    return bytes
  }
}

extension LottieError {
  /// Whether it is about what was asked for, rather than about the file.
  fileprivate var isAboutRequest: Bool {
    switch self {
    case .unknownSlot, .invalidSlot, .unknownAnimation, .unknownTheme, .unknownStateMachine: true
    default: false
    }
  }
}

/// A kind of file that someone may take for an animation, and that is none.
private enum PictureKind: String {
  case animatedPNG = "an animated PNG picture"
  case png = "a PNG picture"
  case gif = "a GIF picture"
  case webp = "a WebP picture"
  case jpeg = "a JPEG picture"
  case svg = "an SVG drawing"

  /// The kind of a file, by its first bytes; nil for any other.
  init?(of bytes: [UInt8]) {
    let start = bytes.prefix(1024)
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      // The chunk that says so comes before the picture, but not always soon.
      self = bytes.prefix(1 << 16).contains("acTL") ? .animatedPNG : .png
    } else if start.starts(with: "GIF8".utf8) {
      self = .gif
    } else if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.contains("<svg") {
      self = .svg
    } else {
      return nil
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return false }
    return (startIndex...(endIndex - wanted.count)).contains { self[$0...].starts(with: wanted) }
  }
}
