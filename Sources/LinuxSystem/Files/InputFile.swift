import CLinux
import Glibc

/// Owns a stream that is read sequentially in parts, so even an endless file needs little memory.
package struct InputFile: ~Copyable {
  package let stream: UnsafeMutablePointer<FILE>

  /// Opens the file at `path`.
  package static func open(_ path: String) throws(InputError) -> InputFile {
    let descriptor = FileSystem.openToRead(path)
    guard descriptor >= 0 else { throw InputError(path: path, code: errno) }
    guard let stream = fdopen(descriptor, "r") else {
      let code = errno
      close(descriptor)
      throw InputError(path: path, code: code)
    }
    // Don't lock the stream. Otherwise, a thread that waits for a disk would keep the program from exiting.
    clinux_do_not_lock(stream)
    return InputFile(owning: stream)
  }

  /// Creates a stream over memory, which must outlive it.
  package static func over(_ bytes: UnsafeRawBufferPointer) -> InputFile? {
    // The C library doesn't write to a stream that is opened for reading.
    fmemopen(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, "r")
      .map { InputFile(owning: $0) }
  }

  private init(owning stream: UnsafeMutablePointer<FILE>) { self.stream = stream }

  deinit { fclose(stream) }

  /// The errno of a failed read, or `nil` if reading hasn't failed.
  package var failure: Int32? {
    guard ferror(stream) != 0 else { return nil }
    // errno may have changed since the failed call, so read again.
    var byte: UInt8 = 0
    return read(fileno(stream), &byte, 1) < 0 ? errno : EIO
  }
}

/// An error in reading a file.
package struct InputError: Error, Hashable, CustomStringConvertible {
  package var path: String
  /// The errno.
  package var code: Int32

  package init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  /// Whether the file doesn't exist.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  package var description: String {
    switch code {
    case EISDIR: "\(path): is a folder; pass a file in it"
    case EMEDIUMTYPE: "\(path): not a file of a known format; choose an animation or an image"
    default: "\(path): cannot be read: \(errorText(code))"
    }
  }
}

/// Reads complete files into memory.
package enum FileBytes {
  /// Reads the file at `path`.
  ///
  /// - Parameter limit: The maximum number of bytes. If the file is larger, one byte more is returned.
  package static func read(_ path: String, limit: Int) throws(InputError) -> [UInt8] {
    let descriptor = FileSystem.openToRead(path)
    guard descriptor >= 0 else { throw InputError(path: path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw InputError(path: path, code: errno) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(max(Int(status.st_size), 0), limit) + 1)
    guard append(descriptor, to: &bytes, limit: limit) else {
      throw InputError(path: path, code: errno)
    }
    return bytes
  }

  /// Reads the first and the last bytes of the regular file at `path`. Returns `nil` if it can't be read, or is shorter
  /// than the requested end.
  package static func ends(
    of path: String, first: Int, last: Int
  ) -> (start: [UInt8], end: [UInt8])? {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    let descriptor = FileSystem.openToRead(path, O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size >= last
    else { return nil }
    func part(_ offset: Int, _ count: Int) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
      }
    }
    return (part(0, first), part(Int(status.st_size) - last, last))
  }

  /// Reads standard input until it ends.
  ///
  /// - Parameter limit: See ``read(_:limit:)``.
  package static func readStandardInput(limit: Int) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    guard append(STDIN_FILENO, to: &bytes, limit: limit) else {
      throw InputError(path: "standard input", code: errno)
    }
    return bytes
  }

  /// Appends everything that can be read, up to one byte more than `limit`.
  ///
  /// - Returns: `false` if reading fails, with the error in errno.
  package static func append(_ descriptor: Int32, to bytes: inout [UInt8], limit: Int) -> Bool {
    let part = 1 << 16
    while bytes.count <= limit {
      let wanted = min(part, limit + 1 - bytes.count)
      var count = 0
      bytes.append(addingCapacity: wanted) { buffer in
        count = Glibc.read(descriptor, buffer.baseAddress, wanted)
        return max(count, 0)
      }
      if count == 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
    return true
  }
}

extension [UInt8] {
  /// Appends bytes. `fill` stores up to `capacity` bytes in memory and returns their number.
  fileprivate mutating func append(
    addingCapacity capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) {
    withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
      let count = fill(buffer)
      append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}
