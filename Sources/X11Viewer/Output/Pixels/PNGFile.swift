import AnimCore
import Glibc

/// A PNG file that is there already.
enum PNGFile {
  /// Why its pixels cannot be had.
  enum Problem: Error, Hashable {
    case missing
    case unreadable(InputError)
    case invalid(PNGError)
  }

  /// The pixels of the file at `path`, which must be an ordinary one.
  static func pixels(at path: String) throws(Problem) -> StraightPixels {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { throw .missing }
      throw .unreadable(InputError(path: path, code: errno))
    }
    // Opening a pipe would wait for its writer.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(InputError(path: path, code: EINVAL))
    }
    let file: InputFile
    do throws(InputError) {
      file = try InputFile.open(path)
    } catch {
      throw .unreadable(error)
    }
    do throws(PNGError) {
      return try PNG.decodePixels(file)
    } catch {
      throw .invalid(error)
    }
  }

  /// Whether the file at `path` is there and shows just these pixels.
  static func holds(_ pixels: StraightPixels, at path: String) -> Bool {
    guard let found = try? Self.pixels(at: path) else { return false }
    return found.size == pixels.size && found.bytes == pixels.bytes
  }
}
