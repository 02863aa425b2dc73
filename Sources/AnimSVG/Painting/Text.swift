import AnimCore
import AnimText

// Texts with places and moves of their characters, in any fonts that there are.
extension SVGPainter {
  /// - Parameter isOutline: whether only the outlines count, all painted as the style says.
  func drawText(
    _ element: Int, _ style: Style, _ place: Place, isOutline: Bool = false,
    into list: inout DisplayList
  ) {
    let layout = textLayout(element, style, place)
    for piece in layout.pieces {
      var style = isOutline ? style : piece.style
      if isOutline { style.isVisible = piece.style.isVisible }
      guard style.isVisible else { continue }
      for part in style.paintOrder.parts {
        switch part {
        case .fill:
          style.fillRule = .nonzero
          fill(piece.outline, style, place, opacity: 1, bounds: layout.bounds, into: &list)
        case .stroke:
          stroke(
            piece.outline, style, place, dashScale: 1, opacity: 1, bounds: layout.bounds,
            into: &list)
        case .markers: break
        }
      }
    }
  }

  func textBounds(_ element: Int, _ style: Style, _ place: Place) -> Rect? {
    textLayout(element, style, place).bounds
  }

  private func textLayout(_ element: Int, _ style: Style, _ place: Place) -> TextLayout {
    var collector = TextCollector(painter: self, view: place.view)
    collector.append(element, style)
    let characters = collector.finished()
    return TextLayout(characters) { text, style in shapes.line(text, style) }
  }
}

/// Shapes parts of lines, and keeps them.
final class TextShapes {
  private struct Key: Hashable {
    let text: String
    let family: String
    let style: FontStyle
  }

  private static let capacity = 1024
  private let resources: SVGResources
  private var known: [Key: (ShapedLine, FontFace)?] = [:]

  init(_ resources: SVGResources) { self.resources = resources }

  /// A part of a line in the font of a style; nil if there is no font.
  func line(_ text: String, _ style: Style) -> (line: ShapedLine, FontFace)? {
    let key = Key(
      text: text, family: style.fontFamily,
      style: FontStyle(weight: style.fontWeight, isItalic: style.isItalic))
    if let found = known[key] { return found }
    if known.count >= Self.capacity { known.removeAll() }
    let fonts = resources.font(Self.families(style.fontFamily), key.style)
    let line = fonts.map { (ShapedLine(text, in: $0), $0.primary) }
    known[key] = .some(line)
    return line
  }

  /// The names of a list of families.
  private static func families(_ text: String) -> [String] {
    text.split(separator: ",").map {
      String($0).trimmingSpace.filter { $0 != "\"" && $0 != "'" }
    }.filter { !$0.isEmpty }
  }
}

/// Collects the characters of a text from its elements.
private struct TextCollector {
  private let painter: SVGPainter
  private let view: Size
  private var characters: [TextCharacter] = []
  private var run = 0

  init(painter: SVGPainter, view: Size) {
    self.painter = painter
    self.view = view
  }

  /// The characters of the whole text, without a space at its end.
  func finished() -> [TextCharacter] {
    var characters = characters
    if let last = characters.last, last.scalar == " ", !last.style.preservesSpace {
      characters.removeLast()
    }
    return characters
  }

  mutating func append(_ element: Int, _ style: Style) {
    let document = painter.document
    let first = characters.count
    for child in document.children(of: element) {
      if document[child].isText {
        append(document[child].text, style)
        run += 1
        continue
      }
      guard [.tspan, .a].contains(document[child].name), painter.conditionsHold(child) else {
        continue
      }
      let inner = painter.reader.style(of: child, parent: style)
      if inner.isDisplayed { append(child, inner) }
    }
    // Those of inner elements go before those of outer ones.
    place(first, element, style)
  }

  private mutating func append(_ text: String, _ style: Style) {
    for scalar in text.unicodeScalars {
      guard characters.count < PaintingLimits.characters else { return }
      let isSpace = scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
      if isSpace, !style.preservesSpace, characters.last.map({ $0.scalar == " " }) ?? true {
        continue
      }
      characters.append(
        TextCharacter(scalar: isSpace ? " " : scalar, style: style, run: run))
    }
  }

  /// Gives the places and moves of an element to its characters.
  private mutating func place(_ first: Int, _ element: Int, _ style: Style) {
    func values(_ name: AttributeName, _ axis: ElementReader.Axis) -> [Double] {
      painter.reader.lengths(name, of: element, axis, style, view)
    }
    for (offset, x) in values(.x, .x).enumerated() where first + offset < characters.count {
      let index = first + offset
      if characters[index].x == nil { characters[index].x = x }
    }
    for (offset, y) in values(.y, .y).enumerated() where first + offset < characters.count {
      let index = first + offset
      if characters[index].y == nil { characters[index].y = y }
    }
    for (offset, dx) in values(.dx, .x).enumerated() where first + offset < characters.count {
      let index = first + offset
      if characters[index].dx == 0 { characters[index].dx = dx }
    }
    for (offset, dy) in values(.dy, .y).enumerated() where first + offset < characters.count {
      let index = first + offset
      if characters[index].dy == 0 { characters[index].dy = dy }
    }
  }
}
