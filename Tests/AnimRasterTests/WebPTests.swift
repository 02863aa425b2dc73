import AnimCore
import CSharedLibrary
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

@Suite("WebP")
struct WebPTests {
  @Test("a still image has the pixels of libwebp")
  func still() throws {
    let animation = try RasterAnimation(TestWebP.still(3, 2, 0x8012_3456))
    try expectEqual(animation.images(), [[UInt32](repeating: 0x8012_3456, count: 6)])
    #expect(!animation.index.isAnimation && animation.index.plays == 1)
  }

  @Test("frames blend with the canvas or replace it, and are kept or cleared")
  func operations() throws {
    let animation = try RasterAnimation(
      TestWebP(4, 1, loops: 2).frame(0, 0, 4, 1, red, milliseconds: 30)
        .frame(2, 0, 2, 1, 0x8000_00FF).frame(2, 0, 1, 1, 0x8000_00FF, flags: 3)
        .frame(0, 0, 1, 1, green).finished)
    let mixed: UInt32 = 0xFF7E_007F
    try expectEqual(
      animation.images(),
      [
        [red, red, red, red], [red, red, mixed, mixed], [red, red, 0x8000_00FF, mixed],
        [green, red, 0, mixed],
      ])
    expectEqual(animation.index.plays, 2)
    expectEqual(animation.index.frames[0].delay.seconds, Fraction(30) / 1000)
  }

  @Test(
    "blending translucent pixels darkens them even over a clear canvas, but not over earlier frames"
  )
  func rounding() throws {
    let pale: UInt32 = 0x0364_6464
    let animation = try RasterAnimation(
      TestWebP(8, 1).frame(0, 0, 2, 1, red).frame(2, 0, 2, 1, red, flags: 1).frame(0, 0, 8, 1, pale)
        .frame(0, 0, 8, 1, green, flags: 1).frame(0, 0, 8, 1, pale).finished)
    let mixed: UInt32 = 0xFFFD_0101
    let darker: UInt32 = 0x0363_6363
    try expectEqual(
      animation.pixels(of: 2), [mixed, mixed, pale, pale, darker, darker, darker, darker])
    try expectEqual(animation.pixels(of: 4), [UInt32](repeating: pale, count: 8))
  }

  @Test("a lossy frame is opaque unless it has an alpha chunk")
  func alphaChunk() throws {
    let image = TestWebP.chunk("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 2, 0, 1, 0])
    func isOpaque(_ alpha: [UInt8]) throws -> Bool {
      let size = little(1, 3) + little(0, 3)
      let frame = little(0, 6) + size + little(100, 3) + [0]
      let chunks =
        TestWebP.chunk("VP8X", [0x12, 0, 0, 0] + size)
        + TestWebP.chunk("ANMF", frame + alpha + image)
      return try RasterAnimation(TestWebP.file(chunks)).index.frames[0].isOpaque
    }
    #expect(try isOpaque([]))
    #expect(try !isOpaque(TestWebP.chunk("ALPH", [0, 1, 2])))
  }

  @Test("chunks with an odd length are followed by a padding byte")
  func padding() throws {
    var bytes = TestWebP(2, 1).frame(0, 0, 2, 1, green).finished
    // Behind the start of the file, the header and the loops.
    bytes.insert(contentsOf: TestWebP.chunk("EXIF", [1, 2, 3]), at: 12 + 18 + 14)
    try expectEqual(RasterAnimation(bytes).images(), [[green, green]])
  }

  @Test(
    "all images are identical to those of libwebp's own player",
    .enabled(if: WebPPlayer.isInstalled))
  func libwebp() throws {
    var random = SeededGenerator(seed: 12)
    let (width, height) = (8, 6)
    let alphas: [UInt32] = [255, 254, 128, 3, 1, 0]
    for _ in 0..<200 {
      var file = TestWebP(width, height)
      for _ in 0..<12 {
        let isWhole = Int.random(in: 0..<4, using: &random) == 0
        let x = isWhole ? 0 : Int.random(in: 0..<width / 2, using: &random) * 2
        let y = isWhole ? 0 : Int.random(in: 0..<height / 2, using: &random) * 2
        file = file.frame(
          x, y, isWhole ? width : .random(in: 1...width - x, using: &random),
          isWhole ? height : .random(in: 1...height - y, using: &random),
          alphas[.random(in: alphas.indices, using: &random)] << 24
            | .random(in: 0...0xFF_FFFF, using: &random),
          flags: .random(in: 0...3, using: &random))
      }
      // Colours of transparent pixels are irrelevant.
      func visible(_ images: [[UInt32]]) -> [[UInt32]] {
        images.map { $0.map { $0 >> 24 == 0 ? 0 : $0 } }
      }
      let animation = try RasterAnimation(file.finished)
      try expectEqual(visible(animation.images()), visible(WebPPlayer.images(file.finished)))
    }
  }

  @Test("the canvas is initially transparent, whatever its background, and 0 loops means forever")
  func background() throws {
    let animation = try RasterAnimation(TestWebP(2, 1).frame(0, 0, 1, 1, red).finished)
    try expectEqual(animation.images(), [[red, 0]])
    #expect(animation.index.plays == nil && animation.index.isAnimation)
  }

  @Test(
    "a frame outside the canvas, or with a different size than its image, ends the animation")
  func wrongFrames() throws {
    let start = TestWebP(2, 2).frame(0, 0, 2, 2, red)
    for wrong in [start.frame(2, 0, 1, 1, green), start.frame(0, 0, 3, 1, green)] {
      let animation = try RasterAnimation(wrong.frame(0, 0, 1, 1, blue).finished)
      try expectEqual(animation.images(), [[UInt32](repeating: red, count: 4)])
      expectEqual(animation.messages, ["a frame is corrupt; the frames before it are played"])
    }
    #expect(throws: RasterError.damaged("an animated WebP without a frame")) {
      try RasterAnimation(TestWebP(1, 1).finished)
    }
  }

  @Test("a truncated file has the frames before the end")
  func cutOff() throws {
    let bytes = TestWebP(1, 1).frame(0, 0, 1, 1, red).frame(0, 0, 1, 1, green).finished
    let animation = try RasterAnimation(Array(bytes.dropLast(4)))
    try expectEqual(animation.images(), [[red]])
    expectEqual(animation.messages.first, "the file is truncated")
  }
}

/// The player of libwebp, which is in a separate library.
private enum WebPPlayer {
  private typealias Create =
    @convention(c) (UnsafeRawPointer, UnsafeRawPointer?, CInt) -> OpaquePointer?
  private typealias Next =
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<CInt>
    ) -> CInt
  private typealias Delete = @convention(c) (OpaquePointer) -> Void

  private static var library: UnsafeMutableRawPointer? { csharedlibrary_open("libwebpdemux.so.2") }

  private static func function<Function>(_ symbol: String, as type: Function.Type) throws
    -> Function
  {
    let address = try #require(csharedlibrary_function(library, symbol))
    return unsafeBitCast(address, to: type)
  }

  /// The version of the functions in demux.h.
  private static let version: CInt = 0x0107

  static var isInstalled: Bool { library != nil }

  static func images(_ file: [UInt8]) throws -> [[UInt32]] {
    let create = try function("WebPAnimDecoderNewInternal", as: Create.self)
    let next = try function("WebPAnimDecoderGetNext", as: Next.self)
    let delete = try function("WebPAnimDecoderDelete", as: Delete.self)
    return try file.withUnsafeBytes { bytes in
      // WebPData: the address of the bytes and their number.
      let data = (bytes.baseAddress, bytes.count)
      let width = file[24..<27].littleEndian + 1
      let height = file[27..<30].littleEndian + 1
      return try withUnsafeBytes(of: data) { data in
        let start = try #require(data.baseAddress)
        let decoder = try #require(create(start, nil, version))
        defer { delete(decoder) }
        var images: [[UInt32]] = []
        var (pixels, time): (UnsafeMutablePointer<UInt8>?, CInt) = (nil, 0)
        while next(decoder, &pixels, &time) != 0, let pixels {
          images.append(
            (0..<width * height).map { index in
              // Red, green, blue, alpha.
              let pixel = pixels + index * 4
              return UInt32([3, 0, 1, 2].map { pixel[$0] }.bigEndian)
            })
        }
        return images
      }
    }
  }
}
