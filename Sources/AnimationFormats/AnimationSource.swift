import Glibc
import LinuxSystem

/// What a format opens: the bytes of a file, and the files beside it.
package struct AnimationSource: Sendable {
  /// The path, by which messages name it; see ``InputPath``.
  package let path: String
  /// The first bytes of the file, by which its format is known; empty where the path is no file.
  package let start: [UInt8]
  /// The bytes of the file, of which any can be read.
  package let bytes: any ByteSource
  private let resource: @Sendable (String, Int) -> [UInt8]?

  /// How many bytes ``start`` has at most.
  static let startLength = 1 << 16
  /// The most bytes that are read of a stream of unknown contents.
  package static let streamLimit = 64 << 20

  /// The file at `path`.
  package init(at path: String) throws(InputError) {
    let file: any ByteSource
    do throws(InputError) {
      file = try FileByteSource(path)
    } catch {
      guard error.isMissing, AnimationFormats.format(ofPath: path)?.isOneFile == false else {
        throw error
      }
      file = MemoryByteSource(bytes: [])
    }
    let folder = ResourceFolder(of: path)
    let start = try file.read(at: 0, count: Self.startLength)
    self.init(path, file, start: start) { folder.bytes(at: $0, limit: $1) }
  }

  /// - Parameters:
  ///   - path: by which messages name it.
  ///   - resource: returns the contents of a file beside it, of at most so many bytes; nil if there is
  ///     none.
  package init(
    _ path: String, bytes: [UInt8], resource: @escaping @Sendable (String, Int) -> [UInt8]?
  ) {
    let source = MemoryByteSource(bytes: bytes)
    self.init(path, source, start: source.read(at: 0, count: Self.startLength), resource)
  }

  private init(
    _ path: String, _ bytes: any ByteSource, start: [UInt8],
    _ resource: @escaping @Sendable (String, Int) -> [UInt8]?
  ) {
    self.path = path
    self.bytes = bytes
    self.resource = resource
    self.start = start
  }

  /// The path, or "standard input".
  package var label: String { path == InputPath.standardInput ? "standard input" : path }

  /// Whether it can be read only once, from its beginning, so that it was read into memory.
  package var isStream: Bool {
    path == InputPath.standardInput || (bytes as? FileByteSource)?.isStream == true
  }

  /// The whole file.
  ///
  /// - Parameter limit: the most bytes to read. If the file is larger, one byte more is returned.
  package func all(limit: Int) throws(Failure) -> [UInt8] {
    do throws(InputError) {
      return try bytes.read(at: 0, count: limit + 1)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
  }

  /// The contents of a file beside this one, by its relative path; nil if there is none, or if it has more
  /// than `limit` bytes.
  package func resource(_ path: String, limit: Int) -> [UInt8]? { resource(path, limit) }
}

/// Bytes that can be read in any order.
package protocol ByteSource: Sendable {
  /// How many bytes there are, as far as that is known now.
  var count: Int { get }
  /// Reads some bytes from an offset on: fewer than `count` only at the end.
  func read(at offset: Int, count: Int) throws(InputError) -> [UInt8]
  /// Reads bytes from an offset on into a buffer, and returns how many: fewer than there is room for only
  /// at the end.
  func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(InputError) -> Int
}

/// Bytes in memory.
struct MemoryByteSource: ByteSource {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func read(at offset: Int, count: Int) -> [UInt8] {
    offset == 0 && count >= bytes.count
      ? bytes : Array(bytes.dropFirst(offset).prefix(count))
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = bytes.dropFirst(offset).prefix(buffer.count)
    UnsafeMutableRawBufferPointer(rebasing: buffer[..<part.count]).copyBytes(from: part)
    return part.count
  }
}
