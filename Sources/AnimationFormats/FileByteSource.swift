import Glibc
import LinuxSystem

/// An open file from which any thread can read any part. The contents of a pipe are read into
/// memory.
final class FileByteSource: ByteSource {
  private let path: String
  private let descriptor: Int32
  /// The contents of a pipe, or `nil` for a seekable file.
  private let stream: [UInt8]?
  private let closesLater: Bool

  /// - Parameter closesLater: See ``FileConfiguration/closesLater``.
  init(_ path: String, closesLater: Bool = false) throws(InputError) {
    let descriptor = FileSystem.openToRead(path)
    guard descriptor >= 0 else { throw InputError(path: path, code: errno) }
    self.path = path
    self.descriptor = descriptor
    self.closesLater = closesLater
    if lseek(descriptor, 0, SEEK_CUR) < 0 {
      do throws(InputError) {
        stream = try Self.stream(descriptor, path)
      } catch {
        close(descriptor)
        throw error
      }
    } else {
      stream = nil
    }
  }

  deinit {
    guard closesLater else {
      close(descriptor)
      return
    }
    do throws(SystemError) {
      try startThread { [descriptor] in close(descriptor) }
    } catch {
      close(descriptor)
    }
  }

  private static func stream(
    _ descriptor: Int32, _ path: String
  ) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    guard FileBytes.append(descriptor, to: &bytes, limit: AnimationSource.startLength),
      FileBytes.append(descriptor, to: &bytes, limit: AnimationFormats.streamLimit(bytes))
    else { throw InputError(path: path, code: errno) }
    return bytes
  }

  /// Whether the file is a pipe.
  var isStream: Bool { stream != nil }

  var count: Int {
    if let stream { return stream.count }
    var status = stat()
    return fstat(descriptor, &status) == 0 ? max(Int(status.st_size), 0) : 0
  }

  func read(at offset: Int, count: Int) throws(InputError) -> [UInt8] {
    if let stream { return MemoryByteSource(bytes: stream).read(at: offset, count: count) }
    // A growing file, or a file without a size such as those in /proc, may be longer than reported.
    let remaining = max(self.count - offset, 0)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(count, remaining) + 1)
    while bytes.count < count {
      let wanted = min(count - bytes.count, max(remaining - bytes.count, 1 << 16))
      var code: Int32 = 0
      let start = bytes.count
      let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
        let result = pread(descriptor, buffer.baseAddress, wanted, off_t(offset + start))
        if result < 0 { code = errno }
        filled = max(result, 0)
      }
      if code == EINTR { continue }
      guard code == 0 else { throw InputError(path: path, code: code) }
      if part.isEmpty { break }
      if bytes.isEmpty { bytes = part } else { bytes += part }
    }
    return bytes
  }

  func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(InputError) -> Int {
    if let stream { return MemoryByteSource(bytes: stream).read(at: offset, into: buffer) }
    var count = 0
    while count < buffer.count, let base = buffer.baseAddress {
      let result = pread(descriptor, base + count, buffer.count - count, off_t(offset + count))
      if result < 0, errno == EINTR { continue }
      guard result >= 0 else { throw InputError(path: path, code: errno) }
      if result == 0 { break }
      count += result
    }
    return count
  }
}
