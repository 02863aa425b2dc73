import Glibc
import ImageFiles
import LinuxSystem
import Synchronization
import XWindow

/// The position to which the user last dragged the sticker of an animation. Each animation has a separate file.
///
/// The file stays open, because a locked process can't open it again.
final class StickerPosition: Sendable {
  private let file: Mutex<FileDescriptor>

  /// Opens the file, which is created if it is missing.
  ///
  /// - Parameter name: The absolute path of the file that the sticker shows, or the name of a scene.
  init(of name: String) throws(Failure) {
    guard let folder = Self.folder else {
      throw Failure(
        "--remember-position: neither XDG_STATE_HOME nor HOME is an absolute path; set HOME",
        status: .cannotCreate)
    }
    do throws(OutputError) {
      try Folder.make(folder)
    } catch {
      throw Failure(error)
    }
    var hash = SHA256()
    hash.update(name.fileNameBytes)
    let path = FilePath.join(folder, SHA256.text(hash.digest()))
    do throws(FileDescriptor.Failure) {
      file = Mutex(
        try FileDescriptor(
          owning: Glibc.open(path.systemPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)))
    } catch {
      throw Failure(OutputError.cannotCreate(path: path, code: error.code))
    }
  }

  /// The folder according to the XDG Base Directory Specification.
  private static var folder: String? {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(fileName: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let state =
      variable("XDG_STATE_HOME") ?? variable("HOME").map { FilePath.join($0, ".local/state") }
    return state.map { FilePath.join($0, "x11viewer/stickers") }
  }

  /// Returns the saved position of the window's corner, or `nil` before the first one is saved.
  func read() -> WindowPosition? {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    let count = file.withLock { pread($0.number, &bytes, bytes.count, 0) }
    guard count == bytes.count else { return nil }
    let numbers = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .compactMap { Int($0) }
    return numbers.count == 2 ? WindowPosition(x: numbers[0], y: numbers[1]) : nil
  }

  /// Saves the position of the window's corner, if the disk isn't full. Waits for the disk.
  func write(_ corner: WindowPosition) {
    let text = "\(corner.x) \(corner.y)"
    // All positions have the same number of bytes, so one call replaces the previous one.
    let line = text + String(repeating: " ", count: max(0, Self.size - 1 - text.utf8.count)) + "\n"
    file.withLock { file in
      guard lseek(file.number, 0, SEEK_SET) == 0 else { return }
      try? file.write(Array(line.utf8).span.bytes)
    }
  }

  /// The size of the file in bytes, including a newline.
  private static let size = 16
}
