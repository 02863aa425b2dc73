import AnimCore
import TestSupport
import Testing

@testable import AnimText

@Suite("Images of a layer of text")
struct TextImageTests {
  /// Returns a font in which a quarter of an em is a pixel in the images below. It has a low
  /// letter, a wide one, a high one, a space of one pixel, and an ellipsis of two dots. Lines are
  /// four pixels high, with the baseline below the third pixel.
  private static func fonts() throws -> FontStack {
    var font = TinyFont([
      "a": .block(advance: 500, width: 250, height: 500),
      "w": .block(advance: 1000, width: 750, height: 500),
      "H": .block(advance: 750, width: 500, height: 750),
      " ": .init(advance: 250),
    ])
    let dots = [0, 500].map { x in
      [(x, 0), (x, 250), (x + 250, 250), (x + 250, 0)].map { TinyFont.Point($0.0, $0.1) }
    }
    font.glyphs["…"] = .init(advance: 1000, contours: dots)
    (font.ascent, font.descent) = (750, 150)
    return FontStack(try FontFace(font.bytes))
  }

  /// Returns the image as text: `#` where letters cover a pixel, `+` where they cover a part of it.
  private func image(
    _ text: String, size: Size = Size(width: 14, height: 8), at time: Seconds = 0,
    _ change: (TextLayer) -> Void = { _ in }
  ) throws -> String {
    let layer = TextLayer(text, in: try Self.fonts())
    (layer.fontSize, layer.width) = (4, 14)
    let tree = LayerTree(root: layer)
    tree.update(to: 0)
    change(layer)
    tree.update(to: time)
    let image = tree.image(size: size)
    return (0..<image.size.height).map { y in
      String(
        (0..<image.size.width).map { x in
          switch image[x, y] >> 24 {
          case 0: "."
          case 255: "#"
          default: "+"
          }
        })
    }.joined(separator: "\n")
  }

  @Test("show lines that are broken between words, left-aligned, centred and right-aligned")
  func lines() throws {
    let images: [(TextLayer.Alignment, String)] = [
      (
        .left,
        """
        ##............
        ##.#..###.#...
        ##.#..###.#...
        ..............
        ..##..........
        #.##..###.....
        #.##..###.....
        ..............
        """
      ),
      (
        .center,
        """
        .##...........
        .##.#..###.#..
        .##.#..###.#..
        ..............
        ....##........
        ..#.##..###...
        ..#.##..###...
        ..............
        """
      ),
      (
        .right,
        """
        ..##..........
        ..##.#..###.#.
        ..##.#..###.#.
        ..............
        ......##......
        ....#.##..###.
        ....#.##..###.
        ..............
        """
      ),
    ]
    for (alignment, expected) in images {
      let shown = try image("Ha wa aH w") { $0.alignment = alignment }
      #expect(shown == expected, "\(alignment)")
    }
  }

  @Test("show an ellipsis where the last line is truncated, with any alignment")
  func truncation() throws {
    let two = try image("Ha wa aH w Ha") { $0.maximumLines = 2 }
    #expect(
      two == """
        ##............
        ##.#..###.#...
        ##.#..###.#...
        ..............
        ..##..........
        #.##..###.....
        #.##..###.#.#.
        ..............
        """)
    let one = try image("Ha aw aH", size: Size(width: 14, height: 4)) {
      ($0.maximumLines, $0.alignment) = (1, .right)
    }
    #expect(
      one == """
        ..##..........
        ..##.#..#.....
        ..##.#..#.#.#.
        ..............
        """)
  }

  @Test("halfway to three times the size, letters have twice the size and their own line breaks")
  func growing() throws {
    let shown = try image("aH w", size: Size(width: 14, height: 16), at: 0.5) { layer in
      layer.tree?.animate(duration: 1, curve: .linear) { layer.fontSize = 12 }
    }
    #expect(
      shown == """
        ....####......
        ....####......
        ##..####......
        ##..####......
        ##..####......
        ##..####......
        ..............
        ..............
        ..............
        ..............
        ######........
        ######........
        ######........
        ######........
        ..............
        ..............
        """)
  }
}
