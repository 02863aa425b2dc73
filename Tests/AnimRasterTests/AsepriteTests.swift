import AnimCore
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

@Suite("Sprites of Aseprite")
struct AsepriteTests {
  /// The chunks of a frame, each with its type.
  private typealias Chunk = (type: Int, content: [UInt8])

  private static func file(
    depth: Int = 32, flags: Int = 1, size: (Int, Int) = (2, 1), speed: Int = 90,
    durations: [Int]? = nil, _ frames: [[Chunk]]
  ) -> [UInt8] {
    let body = frames.enumerated().flatMap { index, chunks in
      let content = chunks.flatMap { chunk in
        little(chunk.content.count + 6, 4) + little(chunk.type) + chunk.content
      }
      return little(content.count + 16, 4) + little(0xF1FA) + little(chunks.count)
        + little(durations?[index] ?? 100) + little(0) + little(chunks.count, 4) + content
    }
    let header =
      little(0xA5E0) + little(frames.count) + little(size.0) + little(size.1) + little(depth)
      + little(flags, 4) + little(speed) + little(0, 8)
    return little(128 + body.count, 4) + header
      + [UInt8](repeating: 0, count: 124 - header.count) + body
  }

  private static func text(_ text: String) -> [UInt8] { little(text.utf8.count) + Array(text.utf8) }

  private static func layer(
    _ name: String = "layer", flags: Int = 1, type: Int = 0, level: Int = 0, blend: Int = 0,
    opacity: Int = 255, tileset: Int = 0
  ) -> Chunk {
    let fields = little(flags) + little(type) + little(level) + little(0, 4) + little(blend)
    return (
      0x2004,
      fields + [UInt8(opacity), 0, 0, 0] + text(name) + (type == 2 ? little(tileset, 4) : [])
    )
  }

  private static func cel(
    on layer: Int = 0, x: Int = 0, y: Int = 0, opacity: Int = 255, z: Int = 0, type: Int = 0,
    _ content: [UInt8]
  ) -> Chunk {
    let fields = little(layer) + little(x) + little(y) + [UInt8(opacity)] + little(type)
    return (0x2005, fields + little(z) + little(0, 5) + content)
  }

  private static func pixels(_ bytes: [UInt8], width: Int = 2, height: Int = 1) -> [UInt8] {
    little(width) + little(height) + bytes
  }

  private static let redGreen = pixels([255, 0, 0, 255, 0, 255, 0, 255])
  private static let blueDot = pixels([0, 0, 255, 255], width: 1)

  private func frames(_ bytes: [UInt8]) throws -> [[UInt32]] {
    let animation = try AsepriteAnimation(BytesInMemory(bytes))
    return try animation.delays.indices.map { try animation.pixels(of: $0) }
  }

  @Test("layers are drawn in order, where their cels are, and hidden ones aren't drawn")
  func layers() throws {
    let bytes = Self.file([
      [
        Self.layer(), Self.layer(), Self.layer(flags: 0), Self.layer(flags: 65),
        Self.cel(Self.redGreen), Self.cel(on: 1, x: 1, Self.blueDot), Self.cel(on: 2, Self.blueDot),
        Self.cel(on: 3, Self.blueDot),
      ]
    ])
    try expectEqual(frames(bytes), [[red, blue]])
  }

  @Test("a hidden group hides its layers, and a flag of the file composes groups first")
  func groups() throws {
    func file(_ group: Chunk, flags: Int) -> [UInt8] {
      Self.file(
        flags: flags,
        [
          [
            group, Self.layer(level: 1), Self.layer(), Self.cel(on: 1, Self.redGreen),
            Self.cel(on: 2, x: 9, Self.blueDot),
          ]
        ])
    }
    try expectEqual(frames(file(Self.layer(flags: 0, type: 1), flags: 1)), [[0, 0]])
    try expectEqual(frames(file(Self.layer(type: 1, opacity: 128), flags: 1)), [[red, green]])
    try expectEqual(
      frames(file(Self.layer(type: 1, opacity: 128), flags: 3)), [[0x80FF_0000, 0x8000_FF00]])
  }

  @Test("a flag of the file enables the opacities of layers")
  func opacities() throws {
    for (flags, expected) in [(1, UInt32(0x40FF_0000)), (0, 0x80FF_0000)] {
      let bytes = Self.file(
        flags: flags, [[Self.layer(opacity: 128), Self.cel(opacity: 128, Self.redGreen)]])
      try expectEqual(frames(bytes)[0][0], expected)
    }
  }

  @Test("a linked cel has the place and opacity of its source")
  func links() throws {
    let bytes = Self.file([
      [Self.layer(), Self.cel(x: 1, opacity: 128, Self.blueDot)],
      [Self.cel(x: 0, type: 1, little(0))],
      [Self.cel(type: 1, little(1))],
      [Self.cel(type: 1, little(3))],
      [Self.cel(type: 1, little(7))],
    ])
    let dot: [UInt32] = [0, 0x8000_00FF]
    try expectEqual(frames(bytes), [dot, dot, dot, [0, 0], [0, 0]])
  }

  @Test("a z-index moves a cel past as many layers")
  func order() throws {
    let bytes = Self.file([
      [
        Self.layer(), Self.layer(), Self.cel(z: 2, Self.redGreen), Self.cel(on: 1, Self.blueDot),
      ]
    ])
    try expectEqual(frames(bytes), [[red, green]])
  }

  @Test("a frame without a duration has that of the header")
  func durations() throws {
    let file = try AsepriteFile(
      BytesInMemory(Self.file(durations: [0, 30], [[Self.layer()], []])))
    expectEqual(file.delays.map(\.numerator), [90, 30])
  }

  @Test("indexes use the palette of their frame, and one is transparent except on a background")
  func palettes() throws {
    func palette(_ first: Int, _ colors: [[UInt8]]) -> Chunk {
      (
        0x2019,
        little(3, 4) + little(first, 4) + little(first + colors.count - 1, 4) + little(0, 8)
          + colors.flatMap { little(0) + $0 }
      )
    }
    let indexes = Self.pixels([1, 0])
    let bytes = Self.file(
      depth: 8,
      [
        [palette(0, [[0, 0, 255, 255], [255, 0, 0, 255]]), Self.layer(), Self.cel(indexes)],
        [palette(1, [[0, 255, 0, 128]]), Self.cel(indexes)],
        [Self.cel(Self.pixels([2, 9]))],
      ])
    try expectEqual(frames(bytes), [[red, 0], [0x8000_FF00, 0], [0, 0]])
    let background = Self.file(
      depth: 8,
      [
        [
          palette(0, [[0, 0, 255, 255], [255, 0, 0, 255]]), Self.layer(flags: 9), Self.cel(indexes),
        ]
      ])
    try expectEqual(frames(background), [[red, blue]])
    let old: Chunk = (0x0004, little(1) + [0, 2, 255, 0, 0, 0, 255, 0])
    try expectEqual(
      frames(Self.file(depth: 8, [[old, Self.layer(flags: 9), Self.cel(indexes)]])),
      [[green, red]])
  }

  @Test("grey pixels have a value and alpha")
  func grey() throws {
    let bytes = Self.file(depth: 16, [[Self.layer(), Self.cel(Self.pixels([128, 255, 7, 9]))]])
    try expectEqual(frames(bytes), [[0xFF80_8080, 0x0907_0707]])
  }

  @Test("tiles are flipped, and the first one and missing ones are empty")
  func tiles() throws {
    func zlib(_ bytes: [UInt8]) -> [UInt8] { [0x78, 1] + Archives.deflate(bytes) + [0, 0, 0, 0] }
    let tile: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255]
    let data = zlib([UInt8](repeating: 9, count: 8) + tile)
    let tileset: Chunk = (
      0x2023,
      little(5, 4) + little(2, 4) + little(2, 4) + little(2) + little(1) + little(0, 16)
        + Self.text("") + little(data.count, 4) + data
    )
    let grid = zlib([0, 1, 0x8000_0001, 7].flatMap { little($0, 4) })
    let masks = [0x1FFF_FFFF, 0x8000_0000, 0x4000_0000, 0x2000_0000].flatMap { little($0, 4) }
    let content = little(4) + little(1) + little(32) + masks + little(0, 10) + grid
    let bytes = Self.file(
      size: (8, 1), [[tileset, Self.layer(type: 2, tileset: 5), Self.cel(type: 3, content)]])
    try expectEqual(frames(bytes), [[0, 0, red, green, green, red, 0, 0]])
  }

  @Test("tags and slices are read")
  func names() throws {
    let tag: Chunk = (
      0x2018,
      little(1) + little(0, 8) + little(0) + little(1) + [2] + little(3) + little(0, 10)
        + Self.text("walk")
    )
    let slice: Chunk = (
      0x2022,
      little(1, 4) + little(0, 8) + Self.text("hit") + [0, -2, 3, 4, 5].flatMap { little($0, 4) }
    )
    let file = try AsepriteFile(BytesInMemory(Self.file([[Self.layer(), tag, slice], []])))
    expectEqual(
      file.tags, [.init(name: "walk", from: 0, to: 1, direction: .pingPong, repetitions: 3)])
    expectEqual(file.slices, [.init(name: "hit", frame: 0, x: -2, y: 3, width: 4, height: 5)])
    expectEqual(file.problems, [])
  }

  @Test("tags with frames that don't exist are omitted", arguments: [(1, 0), (0, 2), (5, 0)])
  func damagedTags(from: Int, to: Int) throws {
    let tag: Chunk = (
      0x2018,
      little(1) + little(0, 8) + little(from) + little(to) + [0] + little(3) + little(0, 10)
        + Self.text("walk")
    )
    let file = try AsepriteFile(BytesInMemory(Self.file([[Self.layer(), tag], []])))
    expectEqual(file.tags, [])
    #expect(!file.problems.isEmpty)
  }

  /// The mixtures of 0x80966478 with 0xFF467846, computed separately by a program that agrees with images saved by Aseprite.
  private static let mixtures: [UInt32] = [
    0xFF6E_6E5F, 0xFF38_5434, 0xFF7C_9271, 0xFF4C_6B44, 0xFF46_6E46, 0xFF6E_785F,
    0xFF78_9E65, 0xFF23_3C23, 0xFF56_6B44, 0xFF4B_7145, 0xFF4B_463C, 0xFF68_7B61,
    0xFF65_6556, 0xFF46_7846, 0xFF65_6556, 0xFF4E_804E, 0xFF91_AA82, 0xFF23_4623,
    0xFF5E_BB6D,
  ]

  @Test("each blend mode mixes a half transparent colour with an opaque one", arguments: 0..<19)
  func blendModes(mode: Int) throws {
    let blend = try #require(AsepriteBlend(rawValue: mode))
    expectEqual(
      blend.blend(0x8096_6478, over: 0xFF46_7846, opacity: 255), Self.mixtures[mode])
    // Over nothing, every mode is normal.
    expectEqual(blend.blend(0x8096_6478, over: 0, opacity: 128), 0x4096_6478)
    expectEqual(blend.blend(0x0096_6478, over: 0xFF46_7846, opacity: 255), 0xFF46_7846)
  }

  @Test("references to missing layers, frames and tiles are reported")
  func references() throws {
    let file = try AsepriteFile(
      BytesInMemory(
        Self.file([
          [
            Self.layer(type: 2, tileset: 3), Self.cel(on: 9, Self.blueDot),
            Self.cel(type: 1, little(4)),
          ]
        ])))
    expectEqual(
      file.problems.map(\.message),
      [
        "a layer isn't drawn, because its tiles are missing", "a cel has no layer",
        "a cel is linked to a frame that doesn't exist",
      ])
  }

  @Test("groups are limited in their depth and their memory")
  func deepGroups() throws {
    let layers = (0...65).map { Self.layer(type: 1, level: $0) }
    let deep = try AsepriteFile(BytesInMemory(Self.file([layers])))
    expectEqual(deep.layers.count, 65)
    expectEqual(
      deep.problems.map(\.message),
      ["layers in more than 64 groups aren't shown (limit of this program)"])
    // Four images of nine million pixels would be composed at a time.
    func file(_ levels: Int) -> [UInt8] {
      Self.file(flags: 3, size: (3000, 3000), [Array(layers.prefix(levels))])
    }
    try expectEqual(frames(file(1)).count, 1)
    #expect(throws: RasterError.damaged("its groups need too much memory (limit of this program)"))
    { try frames(file(4)) }
  }

  @Test("a palette has the colours that a byte can refer to, however long it claims to be")
  func longPalettes() throws {
    let colors = (0..<300).flatMap { _ in [0, 0, 7, 7, 7, 7] as [UInt8] }
    let palette: Chunk = (
      0x2019, little(65_536, 4) + little(0, 4) + little(65_535, 4) + little(0, 8) + colors
    )
    let file = try AsepriteFile(BytesInMemory(Self.file(depth: 8, [[palette]])))
    expectEqual(file.palettes[0].count, 256)
    let rgba = try AsepriteFile(BytesInMemory(Self.file([[palette]])))
    expectEqual(rgba.palettes, [[]])
  }

  @Test("frames whose layers have too many pixels are rejected, and small changes are safe")
  func limits() throws {
    let cel = Self.cel(type: 2, little(65_535) + little(65_535) + [0x78, 1])
    #expect(throws: RasterError.self) {
      try frames(Self.file([[Self.layer(), cel]]))
    }
    let bytes = Self.file([
      [Self.layer(), Self.layer(type: 1), Self.cel(Self.redGreen)], [Self.cel(type: 1, little(0))],
    ])
    for count in 0..<bytes.count { _ = try? frames(Array(bytes.prefix(count))) }
    for offset in bytes.indices {
      for value: UInt8 in [0, 1, 2, 0x7F, 0xFF] {
        var changed = bytes
        changed[offset] = value
        _ = try? frames(changed)
      }
    }
  }
}
