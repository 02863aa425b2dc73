import AnimCore
import CZlib
import Synchronization

@testable import AnimCodecs
@testable import AnimRaster

/// Bytes that count how often they are read.
final class CountedBytes: RasterBytes {
  private let bytes: BytesInMemory
  let reads = Mutex(0)

  init(_ bytes: [UInt8]) { self.bytes = BytesInMemory(bytes) }

  var count: Int { bytes.count }

  func copy(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    reads.withLock { $0 += 1 }
    return bytes.copy(from: offset, into: buffer)
  }
}

extension RasterAnimation {
  convenience init(_ bytes: [UInt8]) throws { try self.init(BytesInMemory(bytes)) }

  /// Returns all images, in order.
  func images() throws -> [[UInt32]] { try index.frames.indices.map { try pixels(of: $0) } }

  var messages: [String] { index.problems.map(\.message) }
}

func little(_ value: Int, _ count: Int = 2) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

func big(_ value: Int, _ count: Int = 4) -> [UInt8] { little(value, count).reversed() }

let (red, green, blue, black): (UInt32, UInt32, UInt32, UInt32) = (
  0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFF00_0000
)

// MARK: - GIF

/// A GIF, a block at a time. Its colours are red, green, blue and black.
struct TestGIF {
  private(set) var bytes: [UInt8]

  init(_ width: Int, _ height: Int, version: String = "89a", colors: [UInt8] = palette) {
    let flags: UInt8 = colors.isEmpty ? 0 : 0x81
    bytes = Array("GIF\(version)".utf8) + little(width) + little(height) + [flags, 0, 0] + colors
  }

  static let palette: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0]

  func control(delay: Int = 10, disposal: Int = 0, transparent: Int? = nil) -> TestGIF {
    let flags = UInt8(disposal << 2 | (transparent == nil ? 0 : 1))
    return adding([0x21, 0xF9, 4, flags] + little(delay) + [UInt8(transparent ?? 0), 0])
  }

  func loops(_ count: Int, _ name: String = "NETSCAPE2.0") -> TestGIF {
    adding([0x21, 0xFF, 11] + Array(name.utf8) + [3, 1] + little(count) + [0])
  }

  /// Returns an image of indexes of colours.
  func image(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ indexes: [UInt8], interlaced: Bool = false,
    colors: [UInt8] = [], size: Int = 2
  ) -> TestGIF {
    let flags: UInt8 = (interlaced ? 0x40 : 0) | (colors.isEmpty ? 0 : 0x81)
    return adding(
      [0x2C] + little(x) + little(y) + little(width) + little(height) + [flags] + colors
        + [UInt8(size)] + Self.blocks(TestLZW.encode(indexes, size: size)))
  }

  func adding(_ more: [UInt8]) -> TestGIF {
    var gif = self
    gif.bytes += more
    return gif
  }

  var finished: [UInt8] { bytes + [0x3B] }

  static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 255).flatMap { start in
      let part = bytes[start..<min(start + 255, bytes.count)]
      return [UInt8(part.count)] + part
    } + [0]
  }
}

/// An encoder, which clears its table when it is full or never.
enum TestLZW {
  static func encode(_ bytes: [UInt8], size minimum: Int, clears: Bool = true) -> [UInt8] {
    let clear = 1 << minimum
    var codes = TestBits()
    var (size, next) = (minimum + 1, clear + 2)
    var table: [Int: Int] = [:]
    codes.add(clear, size)
    var prefix: Int?
    for byte in bytes {
      guard let last = prefix else {
        prefix = Int(byte)
        continue
      }
      if let known = table[last << 8 | Int(byte)] {
        prefix = known
        continue
      }
      codes.add(last, size)
      prefix = Int(byte)
      if next < 4096 {
        table[last << 8 | Int(byte)] = next
        if next >= 1 << size, size < 12 { size += 1 }
        next += 1
      } else if clears {
        codes.add(clear, size)
        (table, size, next) = ([:], minimum + 1, clear + 2)
      }
    }
    if let prefix {
      codes.add(prefix, size)
      if next >= 1 << size, size < 12 { size += 1 }
    }
    codes.add(clear + 1, size)
    return codes.bytes
  }
}

/// Bits, the least significant one first.
struct TestBits {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func add(_ value: Int, _ bits: Int) {
    for bit in 0..<bits {
      if count % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(count % 8)
      count += 1
    }
  }
}

// MARK: - PNG

/// A PNG of 8 bits of red, green, blue and alpha, a chunk at a time.
struct TestPNG {
  private(set) var bytes: [UInt8]
  private var sequence = 0

  init(_ width: Int, _ height: Int, depth: Int = 8, type: Int = 6, interlaced: Bool = false) {
    bytes = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += Self.chunk(
      "IHDR", big(width) + big(height) + [UInt8(depth), UInt8(type), 0, 0, interlaced ? 1 : 0])
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + content
    return big(content.count) + checked + big(Int(crc32(0, checked, UInt32(checked.count))))
  }

  func chunk(_ type: String, _ content: [UInt8] = []) -> TestPNG {
    var png = self
    png.bytes += Self.chunk(type, content)
    return png
  }

  func animation(frames: Int, plays: Int = 0) -> TestPNG {
    chunk("acTL", big(frames) + big(plays))
  }

  func control(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, delay: (Int, Int) = (1, 10), disposal: Int = 0,
    blend: Int = 0, sequence number: Int? = nil
  ) -> TestPNG {
    var png = self
    png.sequence += 1
    return png.chunk(
      "fcTL",
      big(number ?? sequence) + big(width) + big(height) + big(x) + big(y) + big(delay.0, 2)
        + big(delay.1, 2) + [UInt8(disposal), UInt8(blend)])
  }

  /// Returns the default image, of words 0xAARRGGBB.
  func image(_ words: [UInt32], width: Int) -> TestPNG {
    chunk("IDAT", Self.compressed(words, width: width))
  }

  /// Appends the data of a frame, in chunks of at most `split` bytes.
  func frame(_ words: [UInt32], width: Int, split: Int = .max) -> TestPNG {
    let data = Self.compressed(words, width: width)
    return stride(from: 0, to: data.count, by: min(split, data.count)).reduce(self) { png, start in
      var png = png
      let part = data[start..<min(data.count, start + min(split, data.count))]
      let number = png.sequence
      png.sequence += 1
      return png.chunk("fdAT", big(number) + part)
    }
  }

  var finished: [UInt8] { chunk("IEND").bytes }

  /// Rows of pixels, each after the number of its filter.
  static func compressed(_ words: [UInt32], width: Int) -> [UInt8] {
    var rows: [UInt8] = []
    for (index, word) in words.enumerated() {
      if index % width == 0 { rows.append(0) }
      rows += [
        UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255), UInt8(word >> 24),
      ]
    }
    return compressed(rows)
  }

  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(count))
    compress(&result, &count, bytes, UInt(bytes.count))
    return Array(result[..<Int(count)])
  }
}

// MARK: - WebP

/// An animated WebP, whose frames have one colour each.
struct TestWebP {
  private var chunks: [UInt8]

  init(_ width: Int, _ height: Int, loops: Int = 0) {
    chunks = Self.chunk("VP8X", [0x12, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
    chunks += Self.chunk("ANIM", [1, 2, 3, 4] + little(loops))
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array(type.utf8) + little(content.count, 4) + content + (content.count % 2 == 0 ? [] : [0])
  }

  /// - Parameter flags: 1 for clearing, 2 for replacing.
  func frame(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: UInt32, milliseconds: Int = 100,
    flags: UInt8 = 0
  ) -> TestWebP {
    var webP = self
    webP.chunks += Self.chunk(
      "ANMF",
      little(x / 2, 3) + little(y / 2, 3) + little(width - 1, 3) + little(height - 1, 3)
        + little(milliseconds, 3) + [flags] + Self.chunk("VP8L", Self.image(width, height, color))
    )
    return webP
  }

  var finished: [UInt8] { Self.file(chunks) }

  static func file(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
  }

  /// Returns a still.
  static func still(_ width: Int, _ height: Int, _ color: UInt32) -> [UInt8] {
    file(chunk("VP8L", image(width, height, color)))
  }

  /// Lossless pixels of one colour: every code has a single symbol, which takes no bits (RFC 9649, 3.7).
  private static func image(_ width: Int, _ height: Int, _ color: UInt32) -> [UInt8] {
    var bits = TestBits()
    bits.add(0x2F, 8)
    bits.add(width - 1, 14)
    bits.add(height - 1, 14)
    bits.add(color >> 24 == 255 ? 0 : 1, 1)
    // The version, and no transform, cache or groups of codes.
    bits.add(0, 3 + 1 + 1 + 1)
    for shift in [8, 16, 0, 24] {
      bits.add(0b101, 3)
      bits.add(Int(color >> UInt32(shift) & 255), 8)
    }
    bits.add(0b001, 3)
    bits.add(0, 1)
    return bits.bytes + [0, 0]
  }
}
