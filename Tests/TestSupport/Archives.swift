/// Gzip and zip files, written without the library that reads them.
package enum Archives {
  /// Returns a member of a gzip file whose data isn't compressed.
  package static func gzip(_ bytes: [UInt8], checkSum: UInt32? = nil) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + deflate(bytes)
      + words(checkSum ?? crc(bytes), UInt32(bytes.count))
  }

  package struct Entry: Sendable {
    var name: String
    var contents: [UInt8]
    var isDeflated: Bool
    var size: Int?
    var checkSum: UInt32?
    var flags: UInt16
    var method: UInt16?

    package init(
      name: String, contents: [UInt8], isDeflated: Bool = true, size: Int? = nil,
      checkSum: UInt32? = nil, flags: UInt16 = 0, method: UInt16? = nil
    ) {
      self.name = name
      self.contents = contents
      self.isDeflated = isDeflated
      self.size = size
      self.checkSum = checkSum
      self.flags = flags
      self.method = method
    }
  }

  package static func zip(_ entries: [Entry], comment: [UInt8] = []) -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let data = entry.isDeflated ? deflate(entry.contents) : entry.contents
      let name = Array(entry.name.utf8)
      let method = entry.method ?? (entry.isDeflated ? 8 : 0)
      let common =
        halves(20, entry.flags, method, 0, 0)
        + words(
          entry.checkSum ?? crc(entry.contents), UInt32(data.count),
          UInt32(entry.size ?? entry.contents.count))
        + halves(UInt16(name.count), 0)
      directory +=
        words(0x0201_4B50) + halves(20) + common + halves(0, 0, 0) + words(0, UInt32(file.count))
        + name
      file += words(0x0403_4B50) + common + name + data
    }
    return file + directory + words(0x0605_4B50) + halves(0, 0)
      + halves(UInt16(entries.count), UInt16(entries.count))
      + words(UInt32(directory.count), UInt32(file.count)) + halves(UInt16(comment.count)) + comment
  }

  package static func zip(_ files: [(String, String)]) -> [UInt8] {
    zip(files.map { Entry(name: $0.0, contents: Array($0.1.utf8)) })
  }

  /// Stored (uncompressed) deflate blocks.
  package static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(0xFFFF)
      blocks += [rest.isEmpty ? 1 : 0] + halves(UInt16(block.count), ~UInt16(block.count)) + block
    } while !rest.isEmpty
    return blocks
  }

  /// Returns the CRC-32 of IEEE 802.3, computed bit by bit.
  package static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    return ~crc
  }

  private static func halves(_ values: UInt16...) -> [UInt8] {
    values.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static func words(_ values: UInt32...) -> [UInt8] {
    values.flatMap { halves(UInt16($0 & 0xFFFF), UInt16($0 >> 16)) }
  }
}
