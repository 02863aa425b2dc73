import AnimCodecs
import AnimCore

/// The entries of a zip file (PKWARE's APPNOTE 6.3), as required for dotLottie: on one disk, not
/// encrypted, stored or deflated, and smaller than 4 GB. Names are only used to find entries, never
/// as paths.
struct ZipArchive {
  let bytes: [UInt8]
  /// The entries, in the order of the directory.
  let entries: [Entry]
  /// The indices of entries by name. If several entries have the same name, the first one counts.
  private let indices: [String: Int]
  /// The names of several entries, once for each entry except the first.
  private(set) var repeatedNames: [String] = []

  struct Entry {
    var name: String
    fileprivate(set) var isEncrypted: Bool
    fileprivate(set) var method: UInt16
    fileprivate(set) var checkSum: UInt32
    fileprivate(set) var compressedSize: Int
    fileprivate(set) var size: Int
    /// The offset of its local header.
    fileprivate(set) var header: Int
  }

  static func isZip(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  init(_ bytes: [UInt8], limits: LottieLimits) throws(LottieError) {
    self.bytes = bytes
    let directory = try Directory(bytes)
    var entries: [Entry] = []
    var indices: [String: Int] = [:]
    var offset = directory.start
    while offset < directory.end {
      guard entries.count < limits.archiveEntries else {
        throw .tooMuch(.archiveEntries, limit: limits.archiveEntries, path: "")
      }
      let entry = try Self.entry(of: bytes, at: &offset, directory)
      if indices[entry.name] == nil {
        indices[entry.name] = entries.count
      } else {
        repeatedNames.append(entry.name)
      }
      entries.append(entry)
    }
    self.entries = entries
    self.indices = indices
  }

  func entry(_ name: String) -> Entry? { indices[name].map { entries[$0] } }

  private static func entry(
    of bytes: [UInt8], at offset: inout Int, _ directory: Directory
  ) throws(LottieError) -> Entry {
    guard offset + 46 <= directory.end, bytes.word(at: offset) == 0x0201_4B50 else {
      throw .damagedArchive(reason: "its directory is corrupt")
    }
    let name = offset + 46
    let nameLength = Int(bytes.half(at: offset + 28))
    let end =
      name + nameLength + Int(bytes.half(at: offset + 30)) + Int(bytes.half(at: offset + 32))
    guard end <= directory.end else {
      throw .damagedArchive(reason: "its directory is corrupt")
    }
    defer { offset = end }
    return Entry(
      name: String(decoding: bytes[name..<(name + nameLength)], as: UTF8.self),
      isEncrypted: bytes.half(at: offset + 8) & 1 != 0, method: bytes.half(at: offset + 10),
      checkSum: bytes.word(at: offset + 16), compressedSize: Int(bytes.word(at: offset + 20)),
      size: Int(bytes.word(at: offset + 24)),
      header: Int(bytes.word(at: offset + 42)) + directory.offset)
  }

  /// The range of the central directory in the file.
  private struct Directory {
    var start: Int
    var end: Int
    /// The offset of the archive in the file, which isn't zero if other data precedes it.
    var offset: Int

    /// Finds the record at the end of the file, which only a comment may follow.
    init(_ bytes: [UInt8]) throws(LottieError) {
      let last = bytes.count - 22
      var record = last
      while record >= max(last - 0xFFFF, 0) {
        if bytes.word(at: record) == 0x0605_4B50,
          record + 22 + Int(bytes.half(at: record + 20)) == bytes.count
        {
          let (size, start) = (bytes.word(at: record + 12), bytes.word(at: record + 16))
          guard size < .max, start < .max else {
            throw .damagedArchive(reason: "it is a zip64 archive, for files above 4 GB")
          }
          guard let size = Int(exactly: size), let start = Int(exactly: start), size <= record,
            start <= record - size
          else { throw .damagedArchive(reason: "its directory is corrupt") }
          self.start = record - size
          offset = self.start - start
          end = record
          return
        }
        record -= 1
      }
      throw .damagedArchive(reason: "it has no directory")
    }
  }
}

extension ZipArchive {
  /// Returns the contents of an entry, after verifying their size and checksum.
  ///
  /// - Parameter limit: The maximum number of bytes of the contents.
  func contents(_ entry: Entry, limit: Int) throws(LottieError) -> [UInt8] {
    let name = entry.name.shortened
    guard !entry.isEncrypted else { throw .damagedArchive(reason: "\(name) is encrypted") }
    guard entry.size <= limit else { throw .tooMuch(.jsonBytes, limit: limit, path: name) }
    let data = try data(entry)
    let contents: [UInt8]
    switch entry.method {
    case 0: contents = Array(data)
    case 8:
      do throws(InflationError) {
        contents = try Inflation.raw(data, limit: entry.size)
      } catch .tooLarge {
        throw .damagedArchive(reason: "\(name) is larger than declared")
      } catch {
        throw LottieError(error, limit: entry.size)
      }
    case let method:
      throw .damagedArchive(reason: "\(name) is compressed by the unknown method \(method)")
    }
    guard contents.count == entry.size,
      contents.withUnsafeBytes(Inflation.checksum) == entry.checkSum
    else {
      throw .damagedArchive(reason: "the checksum of \(name) is wrong")
    }
    return contents
  }

  private func data(_ entry: Entry) throws(LottieError) -> ArraySlice<UInt8> {
    let header = entry.header
    guard header + 30 <= bytes.count, bytes.word(at: header) == 0x0403_4B50 else {
      throw .damagedArchive(reason: "\(entry.name.shortened) is not at the offset in the directory")
    }
    let start = header + 30 + Int(bytes.half(at: header + 26)) + Int(bytes.half(at: header + 28))
    guard start + entry.compressedSize <= bytes.count else {
      throw .damagedArchive(reason: "\(entry.name.shortened) extends past the end of the file")
    }
    return bytes[start..<(start + entry.compressedSize)]
  }
}

extension [UInt8] {
  /// Returns a 16-bit number, least significant byte first.
  fileprivate func half(at offset: Int) -> UInt16 {
    UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  /// Returns a 32-bit number, least significant byte first.
  fileprivate func word(at offset: Int) -> UInt32 {
    UInt32(half(at: offset)) | UInt32(half(at: offset + 2)) << 16
  }
}
