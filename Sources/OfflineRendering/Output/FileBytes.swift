import Glibc

/// Reads whole files into memory.
enum FileBytes {
  /// Reads the file at `path`.
  ///
  /// - Parameter limit: the most bytes to read. If the file is larger, one byte more is returned.
  static func read(_ path: String, limit: Int) throws(InputError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
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

  /// Appends everything that can be read, up to one byte more than `limit`.
  ///
  /// - Returns: false if reading fails, with the reason in errno.
  static func append(_ descriptor: Int32, to bytes: inout [UInt8], limit: Int) -> Bool {
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
  /// Appends bytes: `fill` stores up to `capacity` of them in memory, and returns how many.
  fileprivate mutating func append(
    addingCapacity capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) {
    withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
      let count = fill(buffer)
      append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}
