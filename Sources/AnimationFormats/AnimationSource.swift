import Glibc
import LinuxSystem
import PictureFiles
import Synchronization

/// What a format opens: the bytes of a file, and the files beside it.
package final class AnimationSource: Sendable {
  /// The path, by which messages name it; see ``InputPath``.
  package let path: String
  /// The first bytes of the file, by which its format is known; empty where the path is no file.
  package let start: [UInt8]
  /// The bytes of the file, of which any can be read.
  package let bytes: any ByteSource
  /// The folder that it is in as it was, where that is not the one on the disk.
  let earlier: EarlierFolder?
  private let read: @Sendable (String, Int) -> ResourceFolder.Reading
  /// The references that lead out of the folder.
  private let outside = Mutex<Set<String>>([])
  /// The hashes of the files beside it that were read, by their paths.
  private let resources = Mutex<[String: [UInt8]]>([:])

  /// How many bytes ``start`` has at most.
  static let startLength = 1 << 16
  /// The most bytes that are read of a stream of unknown contents.
  package static let streamLimit = 64 << 20

  /// The file at `path`.
  ///
  /// - Parameters:
  ///   - resources: a folder around it in which it may refer to files.
  ///   - closesLater: see ``FileConfiguration/closesLater``.
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

  /// What a path names on a command line.
  ///
  /// - Parameter path: see ``InputPath``.
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
  ///   - path: by which messages name it.
  ///   - earlier: the folder that it is in as it was; nil for the one on the disk.
  ///   - resource: returns the contents of a file beside it, of at most so many bytes; nil if there is
  ///     none.
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

  /// A hash of all that was read to open it: its bytes, and the files beside it. Nil if these are no more than
  /// a part of it, as of numbered pictures.
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

/// A folder as it was at another time, for animations that consist of several files.
package struct EarlierFolder: Sendable {
  /// The names of the files in it.
  let names: @Sendable () -> [String]
  /// The contents of the file of a name; nil if there is none.
  let bytes: @Sendable (String) -> [UInt8]?

  package init(
    names: @escaping @Sendable () -> [String], bytes: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.names = names
    self.bytes = bytes
  }
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
