import Glibc

/// Owns a stream that is read from its beginning, a part at a time, so that an endless file needs
/// no more memory than any other.
struct InputFile: ~Copyable {
  let stream: UnsafeMutablePointer<FILE>

  /// Opens the file at `path`.
  static func open(_ path: String) throws(InputError) -> InputFile {
    guard let stream = fopen(path, "re") else { throw InputError(path: path, code: errno) }
    return InputFile(owning: stream)
  }

  /// Reads from memory, which must outlive this.
  static func over(_ bytes: UnsafeRawBufferPointer) -> InputFile? {
    // The C library does not write to a stream that is opened for reading.
    fmemopen(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, "r")
      .map { InputFile(owning: $0) }
  }

  private init(owning stream: UnsafeMutablePointer<FILE>) { self.stream = stream }

  deinit { fclose(stream) }

  /// Why reading failed, as an errno; nil if it did not.
  var failure: Int32? {
    guard ferror(stream) != 0 else { return nil }
    // errno may have changed since the failed call, so read once more.
    var byte: UInt8 = 0
    return read(fileno(stream), &byte, 1) < 0 ? errno : EIO
  }
}

/// Why a file cannot be read.
package struct InputError: Error, Hashable, CustomStringConvertible {
  var path: String
  /// The errno.
  var code: Int32

  /// Whether there is no file of that name.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  package var description: String { "\(path): cannot be read: \(String(cString: strerror(code)))" }
}
