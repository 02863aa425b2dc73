import TestSupport
import Testing

@testable import AnimCodecs

@Suite("Decompression")
struct InflationTests {
  private let text = Array("{\"a\": [1, 2, 3]}".utf8)

  @Test("a gzip file is unpacked")
  func gzip() throws {
    try expectEqual(Inflation.gzip(Archives.gzip(text), limit: 100), text)
  }

  @Test("members of a gzip file are joined, and data after them is ignored")
  func members() throws {
    let file = Archives.gzip(text) + Archives.gzip([0x20]) + [0, 0, 0]
    try expectEqual(Inflation.gzip(file, limit: 100), text + [0x20])
  }

  @Test("a truncated gzip file is unpacked as far as possible")
  func beginning() {
    let file = Archives.gzip(text) + Archives.gzip(text)
    let cases: [(input: Int, limit: Int, output: Int)] = [
      (file.count, 5, 5), (file.count, 100, 2 * text.count),
      (file.count - 8, 100, 2 * text.count), (20, 100, 5), (3, 100, 0),
    ]
    for (input, limit, output) in cases {
      let found = Inflation.beginning(ofGzip: Array(file.prefix(input)), count: limit)
      expectEqual(found, Array((text + text).prefix(output)))
    }
  }

  @Test("compressed data is unpacked")
  func compressed() throws {
    // The letter a, a thousand times.
    let data: [UInt8] = [0x4B, 0x4C, 0x1C, 0x05, 0xA3, 0x60, 0x14, 0x0C, 0x77, 0x00, 0x00]
    try expectEqual(Inflation.raw(data[...], limit: 1000), Array(repeating: 0x61, count: 1000))
    #expect(throws: InflationError.tooLarge) {
      try Inflation.raw(data[...], limit: 999)
    }
  }

  @Test("a gzip file that has a wrong checksum, or is truncated anywhere, is an error")
  func damagedGzip() {
    #expect(throws: InflationError.damaged("incorrect data check")) {
      try Inflation.gzip(Archives.gzip(text, checkSum: 1), limit: 100)
    }
    let file = Archives.gzip(text)
    for count in 2..<file.count {
      #expect(throws: InflationError.damaged("it is truncated")) {
        try Inflation.gzip(Array(file.prefix(count)), limit: 100)
      }
    }
  }

  @Test("a zlib stream is unpacked, up to a limit")
  func zlib() throws {
    // The letter a, four times.
    let stream: [UInt8] = [0x78, 0x9C, 0x4B, 0x4C, 0x4C, 0x4C, 0x04, 0x00, 0x03, 0xCE, 0x01, 0x85]
    try expectEqual(Inflation.zlib(stream[...], limit: 4), Array("aaaa".utf8))
    #expect(throws: InflationError.tooLarge) { try Inflation.zlib(stream[...], limit: 3) }
  }
}
