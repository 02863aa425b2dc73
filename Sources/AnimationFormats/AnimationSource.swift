import Glibc
import ImageFiles
import LinuxSystem
import Synchronization

/// The input of a format: the bytes of a file, and access to the files next to it.
package final class AnimationSource: Sendable {
  /// The path for messages; see ``InputPath``.
  package let path: String
  /// The first bytes of the file, which identify its format. Empty if the path isn't a file.
  package let start: [UInt8]
  /// The bytes of the file, with random access.
  package let bytes: any ByteSource
  /// An earlier version of the folder, or `nil` for the folder on the disk.
  let earlier: EarlierFolder?
  private let read: @Sendable (String, Int) -> ResourceFolder.Reading
  /// The references to files outside the folder.
  private let outside = Mutex<Set<String>>([])
  /// The hashes of the other files that were read, by path.
  private let resources = Mutex<[String: [UInt8]]>([:])

  /// The maximum length of ``start``.
  static let startLength = 1 << 16
  /// The maximum number of bytes read from a stream with unknown contents.
  package static let streamLimit = 64 << 20

  /// Opens the file at `path`.
  ///
  /// - Parameters:
  ///   - resources: A folder around the file, in which it may refer to other files.
  ///   - closesLater: See ``FileConfiguration/closesLater``.
  package convenience init(
    at path: String, resources: String? = nil, closesLater: Bool = false
  ) throws(InputError) {
    let file: any ByteSource
    do throws(InputError) {
      file = try FileByteSource(path, closesLater: closesLater)
    } catch {
      guard error.isMissing, AnimationFormats.format(ofPath: path)?.isOneFile == false else {
        throw error
      }
      file = MemoryByteSource(bytes: [])
    }
    let folder = ResourceFolder(of: path, within: resources)
    let start = try file.read(at: 0, count: Self.startLength)
    self.init(path, file, start: start) { folder.read($0, limit: $1) }
  }

  /// Opens the input named on a command line.
  ///
  /// - Parameter path: The input; see ``InputPath``.
  package convenience init(
    naming path: String, _ configuration: FileConfiguration
  ) throws(Failure) {
    let path = try InputPath.resolve(path)
    if path == InputPath.standardInput {
      let folder = ResourceFolder(of: path, within: configuration.resources)
      let bytes = MemoryByteSource(bytes: try configuration.standardInputBytes())
      self.init(path, bytes, start: bytes.read(at: 0, count: Self.startLength)) {
        folder.read($0, limit: $1)
      }
    } else {
      do throws(InputError) {
        try self.init(
          at: path, resources: configuration.resources, closesLater: configuration.closesLater)
      } catch {
        throw Failure("\(error)", status: .noInput)
      }
    }
  }

  /// - Parameters:
  ///   - path: The path for messages.
  ///   - earlier: An earlier version of the folder, or `nil` for the folder on the disk.
  ///   - resource: A closure that returns the contents of another file, limited to a number of
  ///     bytes, or `nil` if the file is missing.
  package convenience init(
    _ path: String, bytes: [UInt8], earlier: EarlierFolder? = nil,
    resource: @escaping @Sendable (String, Int) -> [UInt8]?
  ) {
    let source = MemoryByteSource(bytes: bytes)
    self.init(
      path, source, start: source.read(at: 0, count: Self.startLength), earlier: earlier
    ) {
      resource($0, $1).map(ResourceFolder.Reading.bytes) ?? .missing
    }
  }

  /// Creates a source from bytes in memory.
  ///
  /// - Parameters:
  ///   - name: The name for messages.
  ///   - folder: The folder with the files that the animation may refer to, or `nil` for none.
  package convenience init(_ name: String, bytes: [UInt8], folder: String?) {
    let source = MemoryByteSource(bytes: bytes)
    let folder = folder.map { ResourceFolder(of: FilePath.join($0, name)) }
    self.init(name, source, start: source.read(at: 0, count: Self.startLength)) {
      folder?.read($0, limit: $1) ?? .missing
    }
  }

  private init(
    _ path: String, _ bytes: any ByteSource, start: [UInt8], earlier: EarlierFolder? = nil,
    _ read: @escaping @Sendable (String, Int) -> ResourceFolder.Reading
  ) {
    self.path = path
    self.bytes = bytes
    self.earlier = earlier
    self.read = read
    self.start = start
  }

  /// The path, or "standard input".
  package var label: String { path == InputPath.standardInput ? "standard input" : path }

  /// Whether the input isn't seekable and was therefore read into memory.
  package var isStream: Bool {
    path == InputPath.standardInput || (bytes as? FileByteSource)?.isStream == true
  }

  /// Returns the entire file.
  ///
  /// - Parameter limit: The maximum number of bytes. If the file is larger, one byte more is returned.
  package func all(limit: Int) throws(Failure) -> [UInt8] {
    do throws(InputError) {
      return try bytes.read(at: 0, count: limit + 1)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
  }

  /// Returns the contents of a file that the animation refers to, or `nil` if the file doesn't exist, is outside the
  /// folder, or has more than `limit` bytes.
  ///
  /// - Parameter reference: A relative URL, a file URL or a path.
  package func resource(_ reference: String, limit: Int) -> [UInt8]? {
    var bytes: [UInt8]?
    var isOutside = false
    search: for path in ResourceReference(reference).paths {
      switch read(path, limit) {
      case .bytes(let found):
        bytes = found
        break search
      case .missing: break
      case .outside: isOutside = true
      }
    }
    var hash = SHA256()
    if let bytes { hash.update(bytes) }
    let digest = hash.digest()
    resources.withLock { $0[reference] = digest }
    if bytes == nil, isOutside { outside.withLock { _ = $0.insert(reference) } }
    return bytes
  }

  /// Returns whether a file that couldn't be read is outside the folder.
  func isOutside(_ reference: String) -> Bool { outside.withLock { $0.contains(reference) } }

  /// Returns a hash of everything read to open the file: its bytes and other files. Returns `nil` if that is only a
  /// part of the animation, as for image sequences.
  package func contentHash() throws(Failure) -> String? {
    guard AnimationFormats.format(ofPath: path)?.isOneFile != false else { return nil }
    var hash = SHA256()
    var offset = 0
    do throws(InputError) {
      while true {
        let part = try bytes.read(at: offset, count: 1 << 20)
        hash.update(part)
        offset += part.count
        if part.count < 1 << 20 { break }
      }
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    for (path, digest) in resources.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      hash.update(path)
      hash.update(digest)
    }
    return SHA256.text(hash.digest())
  }
}

/// An earlier version of a folder, for animations that consist of several files.
package struct EarlierFolder: Sendable {
  /// Returns the names of the files in the folder.
  let names: @Sendable () -> [String]
  /// Returns the contents of a file by name, or `nil` if the file is missing.
  let bytes: @Sendable (String) -> [UInt8]?

  package init(
    names: @escaping @Sendable () -> [String], bytes: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.names = names
    self.bytes = bytes
  }
}

/// Bytes with random access.
package protocol ByteSource: Sendable {
  /// The number of bytes, as far as it is currently known.
  var count: Int { get }
  /// Reads bytes starting at an offset. Returns fewer than `count` only at the end.
  func read(at offset: Int, count: Int) throws(InputError) -> [UInt8]
  /// Reads bytes starting at an offset into a buffer, and returns their number. It is less than the size of the buffer
  /// only at the end.
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
