import AnimCore
import Glibc

/// Reads existing PNG files.
enum PNGFile {
  /// Why the pixels of a file cannot be read.
  enum Problem: Error, Hashable {
    case missing
    case unreadable(InputError)
    case invalid(PNGError)
  }

  /// Reads the pixels of the file at `path`, which must be a regular file.
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

  /// Whether the file at `path` exists and contains exactly these pixels.
  static func holds(_ pixels: StraightPixels, at path: String) -> Bool {
    guard let found = try? Self.pixels(at: path) else { return false }
    return found.size == pixels.size && found.bytes == pixels.bytes
  }
}
