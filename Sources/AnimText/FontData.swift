import CFonts
import CNettle

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The bytes of a font file, at a fixed address. The file is read rather than mapped, because another program could
/// truncate it at any time.
final class FontData: @unchecked Sendable {
  /// Never modified, so any thread can read the bytes.
  let bytes: UnsafeRawBufferPointer

  private init(owning bytes: UnsafeMutableRawBufferPointer) {
    self.bytes = UnsafeRawBufferPointer(bytes)
  }

  deinit { bytes.deallocate() }

  static func copying(_ bytes: [UInt8]) throws(FontError) -> FontData {
    guard bytes.count <= FontLimits.fileBytes else { throw .tooLarge }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    return FontData(owning: copy)
  }

  /// Reads a regular file.
  static func reading(_ path: String, _ files: FontFiles) throws(FontError) -> FontData {
    let file = files.open(path)
    guard file >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw .unreadable(reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(reason: "not a file") }
    guard status.st_size <= FontLimits.fileBytes else { throw .tooLarge }
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Int(status.st_size), alignment: 16)
    var count = 0
    while count < bytes.count {
      let part = read(file, bytes.baseAddress.map { $0 + count }, bytes.count - count)
      if part > 0 {
        count += part
      } else if part == 0 || errno != EINTR {
        let reason = part == 0 ? "it has been truncated" : String(cString: strerror(errno))
        bytes.deallocate()
        throw .unreadable(reason: reason)
      }
    }
    return FontData(owning: bytes)
  }

  /// Whether the data is a TrueType or OpenType font, or a collection. FreeType never sees any of the other formats
  /// that it supports.
  private var isPlain: Bool {
    guard bytes.count >= 12 else { return false }
    return [[0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8), Array("ttcf".utf8)]
      .contains(Array(bytes.prefix(4)))
  }

  /// Whether the data is a compressed web font: WOFF 1 or 2.
  private var isCompressed: Bool {
    [Array("wOFF".utf8), Array("wOF2".utf8)].contains(Array(bytes.prefix(4)))
  }

  /// Returns the uncompressed font. FreeType decompresses it, because HarfBuzz can't.
  func unpacked(_ libraries: FontLibraries) throws(FontError) -> FontData {
    guard isCompressed else {
      if isPlain { return self }
      throw .unknownFormat
    }
    let freeType = libraries.freeType
    let memory = FontMemory(allowing: FontLimits.fontMemory)
    defer { memory.deallocate() }
    guard let library = memory.library(freeType) else { throw .damaged }
    defer { _ = freeType.deleteLibrary(library) }
    var face: UnsafeMutablePointer<fonts_ft_face>?
    guard freeType.newFace(library, bytes.baseAddress, bytes.count, 0, &face) == 0 else {
      throw .damaged
    }
    defer { _ = freeType.deleteFace(face) }
    var size: UInt = 0
    guard freeType.loadTable(face, 0, 0, nil, &size) == 0 else { throw .damaged }
    let said = FontFace.unpackedSize(of: bytes.prefix(FontFace.compressedHead))
    guard size <= min(FontLimits.fileBytes, said) else { throw .tooLarge }
    let font = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(size), alignment: 16)
    let data = FontData(owning: font)
    let first = font.bindMemory(to: UInt8.self).baseAddress
    guard freeType.loadTable(face, 0, 0, first, &size) == 0, data.isPlain else { throw .damaged }
    return data
  }

  /// The SHA-256: 64 hexadecimal digits, in lower case.
  var sha256: String {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    nettle_sha256_update(&context, bytes.count, bytes.bindMemory(to: UInt8.self).baseAddress)
    var digest = [UInt8](repeating: 0, count: 32)
    nettle_sha256_digest(&context, digest.count, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension FontFace {
  /// The length of the header of a compressed font, which contains the uncompressed size.
  static let compressedHead = 20

  /// Returns the maximum size of a font file in memory after decompression, or 0 if the file isn't
  /// compressed.
  ///
  /// For WOFF 2, the size in the file is only a hint (WOFF 2, 4.1), but a close one.
  package static func unpackedSize(of file: some Sequence<UInt8>) -> Int {
    let head = Array(file.prefix(compressedHead))
    let isSecond = head.starts(with: "wOF2".utf8)
    guard head.count == compressedHead, isSecond || head.starts(with: "wOFF".utf8) else { return 0 }
    let said = head[16...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let size = Int(min(said, UInt64(FontLimits.fileBytes)))
    return isSecond ? 2 * size + (1 << 16) : size
  }
}
