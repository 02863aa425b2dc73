import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Text in display lists")
struct TextTests {
  @Test("text has exactly the pixels drawn here")
  func golden() {
    var list = DisplayList(size: PixelSize(width: 23, height: 20))
    list.fillText("Agj\n½ →?", at: .zero, .white)
    expectEqual(
      image(of: list),
      """
      ·###···········#·······
      #···#··················
      #···#··####···##·······
      #####·#···#····#·······
      #···#·#···#····#·······
      #···#·#···#····#·······
      #···#··####····#·······
      ··········#·#··#·······
      ·······###···##········
      ·······················
      ·······················
      #···#··············###·
      #··#··········#···#···#
      #·#············#······#
      ·#·##·······#####····#·
      #···#··········#····#··
      ···#··········#········
      ···##···············#··
      ·······················
      ·······················
      """)
  }

  @Test("no two glyphs are equal")
  func glyphsDiffer() {
    var seen: [BitmapFont.Glyph: Unicode.Scalar] = [:]
    for character in BitmapFont.standard.characters {
      let twin = seen.updateValue(character, forKey: BitmapFont.standard.glyph(of: character))
      #expect(twin == nil, "\(character)")
    }
  }

  @Test("every printable ASCII character and documented symbol has its own glyph")
  func coverage() {
    let ascii = (0x20...0x7E).compactMap { Unicode.Scalar($0 as Int) }
    let characters = BitmapFont.standard.characters
    expectEqual(Array(characters.prefix(ascii.count)), ascii)
    let box = BitmapFont.standard.glyph(of: "□")
    for symbol in "←→↑↓…·×µ±½°".unicodeScalars {
      #expect(characters.contains(symbol))
      #expect(BitmapFont.standard.glyph(of: symbol) != box)
    }
    expectEqual(BitmapFont.standard.glyph(of: "é"), box)
  }

  @Test("only the space is blank")
  func blanks() {
    for character in BitmapFont.standard.characters {
      expectEqual((BitmapFont.standard.glyph(of: character).bits == 0), (character == " "))
    }
  }

  @Test(
    "glyph pixels are integral pixels at any scale and position", arguments: [0.4, 1, 1.5, 2.75])
  func sharpness(scale: Double) throws {
    var list = DisplayList(size: PixelSize(width: 100, height: 60), scale: scale)
    list.fillText("x", at: Point(x: 3.37, y: 2.81), .white)
    guard case .squares(_, let count, let side) = try #require(list.commands.first).shape else {
      Issue.record("not a batch of squares")
      return
    }
    #expect(count > 0)
    expectEqual(side.raw, max(1, Int32(scale.rounded())) * Fixed.one.raw)
    for coordinate in list.squares.x + list.squares.y {
      expectEqual(coordinate % Fixed.one.raw, 0)
    }
  }

  @Test("the corner is rounded to the nearest pixel")
  func rounding() {
    var list = DisplayList(size: PixelSize(width: 100, height: 60), scale: 2)
    list.fillText("x", at: Point(x: 1.7, y: 1.2), .white)
    expectEqual(list.commands.map(\.bounds), [PixelRect(x0: 3, y0: 2, x1: 15, y1: 20)])
  }

  @Test("a line is one command, even if it is blank, so that later commands keep their index")
  func commandCount() {
    var list = DisplayList(size: PixelSize(width: 100, height: 60))
    list.fillText("one\n\nthree", at: .zero, .white)
    expectEqual(list.commands.count, 3)
  }

  @Test("a line outside the view appends no squares")
  func invisibleLines() {
    var list = DisplayList(size: PixelSize(width: 100, height: 20))
    list.fillText("one\ntwo\nthree\nfour", at: .zero, .white)
    var visible = DisplayList(size: PixelSize(width: 100, height: 20))
    visible.fillText("one\ntwo", at: .zero, .white)
    expectEqual(list.squares.count, visible.squares.count)
  }

  @Test("text is clipped to its view")
  func clipping() {
    var list = DisplayList(size: PixelSize(width: 100, height: 60))
    list.withView(Rect(x: 10, y: 10, width: 20, height: 5)) { list in
      list.fillText("wide text", at: Point(x: -3, y: -2), .white)
    }
    expectEqual(list.commands.map(\.bounds), [PixelRect(x0: 10, y0: 10, x1: 30, y1: 15)])
  }

  @Test("the measured size is that of the painted text, without the gap after the last character")
  func metrics() throws {
    var list = DisplayList(size: PixelSize(width: 200, height: 60), scale: 1.5)
    let size = list.textSize("[ab]\n|", pixel: 1)
    list.fillText("[ab]\n|", at: .zero, pixel: 1, .white)
    let all = list.commands.reduce(PixelRect.empty) { $0.union($1.bounds) }
    expectEqual(size.width * 1.5, Double(all.width - 2))
    expectEqual(size.height * 1.5, Double(all.height))
    expectEqual(TextMetrics("").width, 0)
    expectEqual(TextMetrics("a\n").lines, 2)
  }

  @Test("NaN and enormous positions and sizes don't trap")
  func extremes() {
    var list = DisplayList(size: PixelSize(width: 100, height: 60))
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      list.fillText("a\nb", at: Point(x: value, y: value), pixel: value, .white)
      list.fillText("a\nb", at: .zero, pixel: value, .white)
    }
    expectEqual(list.commands.count, 20)
  }
}

/// Returns the pixels covered by batches of squares, as characters.
private func image(of list: DisplayList) -> String {
  var rows = Array(
    repeating: Array(repeating: Character("·"), count: list.size.width), count: list.size.height)
  for command in list.commands {
    guard case .squares(let first, let count, let side) = command.shape else { continue }
    for index in Int(first)..<Int(first + count) {
      let left = Fixed(raw: list.squares.x[index])
      let top = Fixed(raw: list.squares.y[index])
      for y in max(top.floor, 0)..<min((top + side).ceiling, list.size.height) {
        for x in max(left.floor, 0)..<min((left + side).ceiling, list.size.width) {
          rows[y][x] = "#"
        }
      }
    }
  }
  return rows.map { String($0) }.joined(separator: "\n")
}
