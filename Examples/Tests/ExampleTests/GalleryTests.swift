import AnimCore
import Testing

@testable import Gallery

@Suite("The example that shows files of several formats")
struct GalleryTests {
  /// A square that jumps from the left half to the right half after a second.
  private static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"><rect width="1" height="1" fill="#f00">
    <set attributeName="x" to="1" begin="1s"/></rect></svg>
    """
  /// The same, over and over.
  private static let lottie = """
    {"v": "5.7.0", "fr": 1, "ip": 0, "op": 2, "w": 2, "h": 1, "layers": [
      {"ty": 1, "ip": 0, "op": 2, "st": 0, "sw": 1, "sh": 1, "sc": "#ff0000", "ks": {"p":
        {"a": 1, "k": [{"t": 0, "s": [0, 0], "h": 1}, {"t": 1, "s": [1, 0], "h": 1}]}}}]}
    """
  /// A frame of 2 × 1 pixels, red and clear, and one with these colours exchanged, for a second each.
  private static let gif: [UInt8] =
    Array("GIF89a".utf8) + [
      2, 0, 1, 0, 0x80, 0, 0, 0xFF, 0, 0, 0, 0, 0,
      0x21, 0xFF, 11, 0x4E, 0x45, 0x54, 0x53, 0x43, 0x41, 0x50, 0x45, 0x32, 0x2E, 0x30, 3, 1, 0, 0,
      0,
      0x21, 0xF9, 4, 0x09, 100, 0, 1, 0, 0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A, 0,
      0x21, 0xF9, 4, 0x09, 100, 0, 1, 0, 0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x0C, 0x0A, 0,
      0x3B,
    ]

  private func gallery() throws -> Gallery {
    Gallery([
      try Gallery.open(Array(Self.svg.utf8), name: "square.svg"),
      try Gallery.open(Array(Self.lottie.utf8), name: "square.json"),
      try Gallery.open(Self.gif, name: "square.gif"),
    ])
  }

  @Test("an SVG, a Lottie file and a GIF play side by side in one tree")
  func formats() throws {
    let gallery = try gallery()
    #expect(gallery.size == Size(width: 600, height: 200))
    // The left and the right half of each cell.
    let table: [(time: Seconds, halves: String)] = [
      (0.5, "█· █· █·"), (1.5, "·█ ·█ ·█"), (2.5, "·█ █· █·"),
    ]
    for (time, halves) in table {
      gallery.tree.update(to: time)
      let image = gallery.tree.image(size: gallery.size, background: .white)
      // Enlarged pixels are blended between their centres, so both points lie towards the outside.
      let cells = (0..<3).map { cell in
        [49, 150].map { image[cell * 200 + $0, 100] == 0xFFFF_0000 ? "█" : "·" }.joined()
      }
      #expect(cells.joined(separator: " ") == halves)
    }
  }

  @Test("each image has its end or its loop")
  func durations() throws {
    let svg = try Gallery.open(Array(Self.svg.utf8), name: "square.svg")
    let lottie = try Gallery.open(Array(Self.lottie.utf8), name: "square.json")
    let gif = try Gallery.open(Self.gif, name: "square.gif")
    #expect(svg.duration == 1 && svg.loop == nil)
    #expect(lottie.duration == .infinity && lottie.loop == 0..<2)
    #expect(gif.duration == .infinity && gif.loop == 0..<2)
    #expect(svg.nextChange(after: 1) == nil && gif.nextChange(after: 0.5) == 1)
  }

  @Test("an image can be drawn at any size")
  func pixels() throws {
    let svg = try Gallery.open(Array(Self.svg.utf8), name: "square.svg")
    let image = svg.pixels(at: 0, size: PixelSize(width: 4, height: 2), background: .white)
    let red: UInt32 = 0xFFFF_0000
    #expect((0..<4).map { image[$0, 1] } == [red, red, 0xFFFF_FFFF, 0xFFFF_FFFF])
  }
}
