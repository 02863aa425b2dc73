import Glibc

/// A file that is read as a whole.
enum InputFile {
  /// All bytes of the file at `path`.
  static func read(_ path: String) throws(InputError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw InputError(path: path, code: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += buffer[..<count]
      } else if errno != EINTR {
        throw InputError(path: path, code: errno)
      }
    }
  }
}

/// Why a file cannot be read.
struct InputError: Error, Hashable, CustomStringConvertible {
  var path: String
  /// The errno.
  var code: Int32

  var description: String { "Cannot read \(path): \(String(cString: strerror(code)))." }
}
