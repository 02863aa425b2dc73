import AnimCore
import AnimText

/// The lines of a `text`: which glyphs, where, and how they are painted.
struct TextLayout {
  /// Characters of one style that follow each other without being moved.
  struct Piece {
    let style: Style
    /// The outlines of the glyphs, in the space of the text.
    let outline: Path
  }

  private(set) var pieces: [Piece] = []
  /// From the ascents to the descents of all glyphs, over their advances.
  private(set) var bounds: Rect?

  /// Lays out characters.
  ///
  /// - Parameter shape: shapes a part of a line in the font of a style; nil if there is none.
  init(_ characters: [TextCharacter], shape: (String, Style) -> (line: ShapedLine, FontFace)?) {
    var position = Point.zero
    var start = 0
    while start < characters.count {
      // A chunk goes up to the next character with a place of its own.
      var end = start + 1
      while end < characters.count, characters[end].x == nil, characters[end].y == nil { end += 1 }
      position.x = characters[start].x ?? position.x
      position.y = characters[start].y ?? position.y
      layOut(characters[start..<end], &position, shape)
      start = end
    }
  }

  private struct Placed {
    let style: Style
    let line: ShapedLine
    let face: FontFace
    let scalars: [Unicode.Scalar]
    let origin: Point
    let width: Double
  }

  private mutating func layOut(
    _ chunk: ArraySlice<TextCharacter>, _ position: inout Point,
    _ shape: (String, Style) -> (line: ShapedLine, FontFace)?
  ) {
    let origin = position
    var placed: [Placed] = []
    var start = chunk.startIndex
    while start < chunk.endIndex {
      var end = start + 1
      while end < chunk.endIndex, chunk[end].run == chunk[start].run, chunk[end].dx == 0,
        chunk[end].dy == 0
      {
        end += 1
      }
      position.x += chunk[start].dx
      position.y += chunk[start].dy
      let scalars = chunk[start..<end].map(\.scalar)
      let style = chunk[start].style
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      if let (line, face) = shape(text, style) {
        let spacing = Self.spacing(style)
        let extra = scalars.reduce(0) { $0 + spacing.letter + ($1 == " " ? spacing.word : 0) }
        let width = line.width * style.fontSize + extra
        placed.append(
          Placed(
            style: style, line: line, face: face, scalars: scalars, origin: position, width: width))
        position.x += width
      }
      start = end
    }
    // Widths and moves of all count for where the chunk begins.
    let length = position.x - origin.x
    let shift: Double
    switch chunk.first?.style.textAnchor {
    case .middle: shift = -length / 2
    case .end: shift = -length
    default: shift = 0
    }
    position.x += shift
    for part in placed { append(part, shift: shift) }
  }

  private static func spacing(_ style: Style) -> (letter: Double, word: Double) {
    func pixels(_ length: Length) -> Double {
      length.unit == .percent ? length.value / 100 * style.fontSize : length.value
    }
    return (pixels(style.letterSpacing), pixels(style.wordSpacing))
  }

  private mutating func append(_ part: Placed, shift: Double) {
    let size = part.style.fontSize
    let spacing = Self.spacing(part.style)
    // How far the glyphs of each character are moved by the spaces before it.
    var moved: [Double] = []
    var sum = 0.0
    for scalar in part.scalars {
      moved.append(sum)
      sum += spacing.letter + (scalar == " " ? spacing.word : 0)
    }
    var outline = Path()
    let origin = Point(x: part.origin.x + shift, y: part.origin.y)
    for glyph in part.line.glyphs {
      let scale = size / Double(glyph.face.unitsPerEm)
      let extra = moved.indices.contains(glyph.cluster) ? moved[glyph.cluster] : 0
      outline.append(
        glyph.face.outline(of: glyph.glyph),
        Transform(
          a: scale, b: 0, c: 0, d: scale, tx: origin.x + glyph.x * size + extra,
          ty: origin.y + glyph.y * size))
    }
    pieces.append(Piece(style: part.style, outline: outline))
    let em = size / Double(part.face.unitsPerEm)
    let box = Rect(
      x: origin.x, y: origin.y - Double(part.face.ascent) * em, width: part.width,
      height: Double(part.face.ascent + part.face.descent) * em)
    bounds = bounds.map { $0.enclosing(box) } ?? box
  }
}

/// A character of a text, with what the attributes of the elements around it say of it.
struct TextCharacter {
  let scalar: Unicode.Scalar
  let style: Style
  /// The number of the text node that it is in.
  let run: Int
  var x: Double?
  var y: Double?
  var dx = 0.0
  var dy = 0.0
}
