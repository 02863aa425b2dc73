import AnimCore
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

@Suite("Cursors")
struct CursorTests {
  /// An image for a test file.
  private struct TestImage {
    var nominalSize = 2
    var width = 2
    var height = 1
    var hotSpot = (0, 0)
    var delay = 50
    /// Words with premultiplied colours.
    var words: [UInt32] = [0xFFFF_0000, 0x8040_0000]
  }

  private static func xcursor(_ images: [TestImage], comments: Int = 0) -> [UInt8] {
    let header: [UInt8] = Array("Xcur".utf8) + little(16, 4) + little(1, 4)
    var (table, chunks): ([UInt8], [UInt8]) = ([], [])
    let start = 16 + 12 * (images.count + comments)
    func add(_ type: Int, _ subtype: Int, _ chunk: [UInt8]) {
      table += little(type, 4) + little(subtype, 4) + little(start + chunks.count, 4)
      chunks += chunk
    }
    for _ in 0..<comments {
      add(0xFFFE_0001, 1, little(20, 4) + little(0xFFFE_0001, 4) + little(1, 4) + little(1, 4))
    }
    for image in images {
      let fields = [
        36, 0xFFFD_0002, image.nominalSize, 1, image.width, image.height, image.hotSpot.0,
        image.hotSpot.1, image.delay,
      ]
      add(
        0xFFFD_0002, image.nominalSize,
        (fields + image.words.map(Int.init)).flatMap { little($0, 4) })
    }
    return header + little(images.count + comments, 4) + table + chunks
  }

  private func file(_ bytes: [UInt8]) throws -> CursorFile { try CursorFile(BytesInMemory(bytes)) }

  /// Returns the pixels of all frames of a page.
  private func frames(_ bytes: [UInt8], page: Int = 0) throws -> [[UInt32]] {
    let animation = try CursorAnimation(BytesInMemory(bytes), file(bytes).pages[page])
    return try animation.delays.indices.map { try animation.pixels(of: $0) }
  }

  @Test("an Xcursor file has a page for each size, with its frames in the order of the table")
  func pages() throws {
    var images = [TestImage(), TestImage(nominalSize: 1, width: 1, words: [0]), TestImage()]
    images[2].words = [0xFF00_FF00, 0xFF00_FF00]
    images[2].delay = 70
    let bytes = Self.xcursor(images, comments: 1)
    let pages = try file(bytes).pages
    expectEqual(pages.map(\.nominalSize), [1, 2])
    expectEqual(pages[1].frames.map(\.delay.numerator), [50, 70])
    try expectEqual(frames(bytes, page: 1), [[red, 0x8080_0000], [green, green]])
  }

  @Test("colours are divided by alpha, up to 255, and transparent pixels are black")
  func colors() throws {
    let image = TestImage(
      width: 4, words: [0x0300_0001, 0x01FF_0000, 0x00FF_FFFF, 0x7F7F_403F])
    try expectEqual(
      frames(Self.xcursor([image])), [[0x0300_0055, 0x01FF_0000, 0, 0x7FFF_817E]])
  }

  @Test("the hot spots of frames are at the same position")
  func hotSpots() throws {
    let images = [
      TestImage(hotSpot: (2, 1)),
      TestImage(width: 1, height: 2, hotSpot: (0, 0), words: [0xFF00_00FF, 0xFF00_00FF]),
    ]
    let page = try file(Self.xcursor(images)).pages[0]
    #expect(page.hotSpot == (2, 1))
    expectEqual(page.size, PixelSize(width: 3, height: 3))
    try expectEqual(
      frames(Self.xcursor(images)),
      [[red, 0x8080_0000, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, blue, 0, 0, blue]])
  }

  @Test("damaged images are skipped and reported, and a file without any is rejected")
  func damaged() throws {
    var wide = TestImage()
    wide.width = 0x8000
    let one = try file(Self.xcursor([wide, TestImage()]))
    expectEqual(one.pages[0].frames.count, 1)
    expectEqual(one.problems.map(\.message), ["image 1 isn't shown, because it is damaged"])
    #expect(throws: RasterError.damaged("a cursor without images")) {
      try file(Self.xcursor([wide]))
    }
    let bytes = Self.xcursor([TestImage(), TestImage()])
    for count in 0..<bytes.count { _ = try? frames(Array(bytes.prefix(count))) }
    for offset in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = bytes
        changed[offset] = value
        _ = try? frames(changed)
      }
    }
  }

  /// A bitmap of 2 by 2: red, green below, with a mask whose last pixel is transparent.
  private static func bitmap(bits: Int, palette: [UInt8], rows: [UInt8], mask: [UInt8]) -> [UInt8] {
    little(40, 4) + little(2, 4) + little(4, 4) + little(1) + little(bits)
      + little(0, 4 * 4) + little(palette.count / 4, 4) + little(0, 4) + palette + rows + mask
  }

  private static func icon(_ images: [[UInt8]], type: Int = 2) -> [UInt8] {
    var (entries, data): ([UInt8], [UInt8]) = ([], [])
    for image in images {
      entries += [2, 2, 0, 0] + little(1) + little(1) + little(image.count, 4)
      entries += little(6 + 16 * images.count + data.count, 4)
      data += image
    }
    return little(0) + little(type) + little(images.count) + entries + data
  }

  /// Bitmaps of one image: (red, green), (blue, transparent).
  private static let bitmaps: [[UInt8]] = [
    bitmap(
      bits: 1, palette: [0, 0, 255, 0, 0, 255, 0, 0], rows: [0x40, 0, 0, 0, 0x40, 0, 0, 0],
      mask: [0x40, 0, 0, 0, 0, 0, 0, 0]),
    bitmap(
      bits: 8, palette: [0, 0, 255, 0, 0, 255, 0, 0], rows: [0, 1, 0, 0, 0, 1, 0, 0],
      mask: [0x40, 0, 0, 0, 0, 0, 0, 0]),
    bitmap(
      bits: 16, palette: [],
      rows: little(0x7C00) + little(0x03E0) + little(0x7C00) + little(0x03E0),
      mask: [0x40, 0, 0, 0, 0, 0, 0, 0]),
    bitmap(
      bits: 24, palette: [],
      rows: [0, 0, 255, 0, 255, 0, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0],
      mask: [0x40, 0, 0, 0, 0, 0, 0, 0]),
    bitmap(
      bits: 32, palette: [],
      rows: [0, 0, 255, 255, 7, 7, 7, 0, 0, 0, 255, 255, 0, 255, 0, 255], mask: []),
  ]

  @Test(
    "Windows bitmaps of each depth start at the bottom, and use the mask or alpha", arguments: 0..<5
  )
  func bitmaps(index: Int) throws {
    let bytes = Self.icon([Self.bitmaps[index]])
    #expect(try file(bytes).pages[0].hotSpot == (1, 1))
    try expectEqual(frames(bytes), [[red, green, red, 0]])
  }

  @Test("the image with the most bits is shown, and icons have no hot spot")
  func depths() throws {
    let bytes = Self.icon([Self.bitmaps[4], Self.bitmaps[0]], type: 1)
    let page = try file(bytes).pages[0]
    #expect(page.frames.count == 1 && page.hotSpot == (0, 0))
    try expectEqual(frames(bytes), [[red, green, red, 0]])
    let png = TestImages.png(width: 2, height: 1)
    try expectEqual(frames(Self.icon([png])), [[red, red]])
  }

  private static func riff(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    chunks.reduce([]) { bytes, chunk in
      bytes + Array(chunk.0.utf8) + little(chunk.1.count, 4) + chunk.1
        + (chunk.1.count % 2 == 1 ? [0] : [])
    }
  }

  private static func animation(flags: Int, _ chunks: [(String, [UInt8])]) -> [UInt8] {
    let header = [36, 2, 2, 0, 0, 0, 0, 6, flags].flatMap { little($0, 4) }
    let icons = riff([0, 3].map { ("icon", icon([bitmaps[$0]])) })
    let content = riff(
      [("anih", header)] + chunks + [("LIST", Array("fram".utf8) + icons)])
    return riff([("RIFF", Array("ACON".utf8) + content)])
  }

  @Test("animated Windows cursors play their sequence at their rates, in sixtieths of a second")
  func animations() throws {
    func delays(_ bytes: [UInt8]) throws -> [Int] {
      try file(bytes).pages[0].frames.map { $0.delay.numerator * 60 / $0.delay.denominator }
    }
    let sequence = ("seq ", [1, 0, 1].flatMap { little($0, 4) })
    let rates = ("rate", [3, 4, 5].flatMap { little($0, 4) })
    try expectEqual(delays(Self.animation(flags: 1, [])), [6, 6])
    // Without the flag, there is no sequence.
    try expectEqual(delays(Self.animation(flags: 1, [sequence])), [6, 6])
    try expectEqual(delays(Self.animation(flags: 3, [sequence, rates])), [3, 4, 5])
    let beyond = ("seq ", [1, 9].flatMap { little($0, 4) })
    let damaged = try file(Self.animation(flags: 3, [beyond]))
    expectEqual(damaged.pages[0].frames.count, 1)
    expectEqual(
      damaged.problems.map(\.message), ["step 2 isn't shown, because its image is missing"])
  }

  @Test("an icon has up to 256 sizes, and an animation up to 100000 frames of all sizes")
  func limits() throws {
    /// The signature and size of a PNG, which is enough until it is shown.
    func head(_ width: Int) -> [UInt8] {
      Array(TestImages.png(width: 1, height: 1).prefix(16)) + big(width) + big(1) + [8, 6]
    }
    let icon = Self.icon((1...300).map(head))
    let still = try file(icon)
    expectEqual(still.pages.map(\.nominalSize), Array(1...256))
    expectEqual(
      still.problems.map(\.message),
      ["only the first 256 sizes are shown (limit of this program)"])
    let header = [36, 1, 1, 0, 0, 0, 0, 6, 3].flatMap { little($0, 4) }
    let content = Self.riff([
      ("anih", header), ("seq ", [UInt8](repeating: 0, count: 4000)),
      ("LIST", Array("fram".utf8) + Self.riff([("icon", icon)])),
    ])
    let moving = try file(Self.riff([("RIFF", Array("ACON".utf8) + content)]))
    expectEqual(moving.pages.reduce(0) { $0 + $1.frames.count }, 99_840)
    #expect(
      moving.problems.map(\.message).contains(
        "only the first 100000 frames are played (limit of this program)"))
  }

  @Test("small changes to Windows cursors are drawn or rejected")
  func changes() throws {
    for bytes in [
      Self.icon([Self.bitmaps[1]]), Self.animation(flags: 3, [("seq ", little(1, 4))]),
    ] {
      for count in 0..<bytes.count { _ = try? frames(Array(bytes.prefix(count))) }
      for offset in bytes.indices {
        for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
          var changed = bytes
          changed[offset] = value
          _ = try? frames(changed)
        }
      }
    }
  }
}
