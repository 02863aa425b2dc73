import AnimCore
import AnimText

/// Characters that are shaped and anchored together: from one with an explicit position to the
/// next.
struct TextChunk {
  /// The start, if the first character specifies it.
  let x: Double?
  let y: Double?
  /// The index of the path along which it runs.
  let flow: Int?
  /// The indices of the spans of its characters, in order.
  let spans: [Int]
  /// The fonts of the spans.
  let fonts: [Int: FontStack]
  private let anchor: StyleValue.Keyword
  private let isRightToLeft: Bool
  /// The indices of its characters that have a font.
  private let drawnCharacters: [Int]
  private let shaped: ShapedText

  /// Creates the next chunk of a text, or returns `nil` at the end.
  ///
  /// - Parameter upcoming: The index of the first remaining character.
  init?(_ source: SVGTextContent.Source, from upcoming: inout Int, _ shaper: TextShaper) {
    var characters: [Int] = []
    var spans: [Int] = []
    var fonts: [Int: FontStack] = [:]
    while upcoming < source.characters.count {
      let character = source.characters[upcoming]
      let span = source.spans[character.span]
      if span.isDisplayed, span.fontSize > 0 {
        if let first = characters.first {
          let flow = source.spans[source.characters[first].span].flow
          if character.x != nil || character.y != nil || span.flow != flow { break }
        }
        if spans.last != character.span {
          if let found = shaper.fonts(span.style, size: span.fontSize) {
            fonts[character.span] = found
          }
          spans.append(character.span)
        }
        characters.append(upcoming)
      }
      upcoming += 1
    }
    guard let first = characters.first else { return nil }
    let firstSpan = source.spans[source.characters[first].span]
    self.spans = spans
    self.fonts = fonts
    x = source.characters[first].x
    y = source.characters[first].y
    flow = firstSpan.flow
    anchor = firstSpan.style.anchor
    let drawn = characters.filter { fonts[source.characters[$0].span] != nil }
    var parts: [ShapedText.Part] = []
    var controls = ControlWriter()
    for (index, character) in drawn.enumerated() {
      let span = source.characters[character].span
      if index > 0, source.characters[drawn[index - 1]].span == span { continue }
      controls.write(source.spans[span].embeddings, before: index)
      let end = drawn[index...].firstIndex { source.characters[$0].span != span } ?? drawn.count
      if let fonts = fonts[span] {
        parts.append(
          ShapedText.Part(
            end: end, fonts: fonts, features: TextShaper.features(source.spans[span].style)))
      }
    }
    shaped = shaper.shape(
      drawn.map { source.characters[$0].scalar }, parts, source.direction, controls.controls)
    // Text with an automatic direction starts at the left.
    isRightToLeft = source.direction == .rightToLeft
    drawnCharacters = drawn
  }

  /// Returns the horizontal distance of the chunk's start from its position.
  func anchor(_ length: Double) -> Double {
    switch anchor {
    case .middle: -length / 2
    case .end: isRightToLeft ? 0 : -length
    default: isRightToLeft ? -length : 0
    }
  }

  /// Returns the clusters from left to right, all at the origin.
  func clusters(_ source: SVGTextContent.Source) -> [TextCluster] {
    var clusters: [TextCluster] = []
    for run in shaped.runs {
      var start = 0
      while start < run.glyphs.count {
        let index = run.glyphs[start].cluster
        var end = start + 1
        while end < run.glyphs.count, run.glyphs[end].cluster == index { end += 1 }
        if drawnCharacters.indices.contains(index) {
          clusters.append(
            TextCluster(
              run.glyphs[start..<end], run.face, character: drawnCharacters[index], source))
        }
        start = end
      }
    }
    return clusters
  }
}

/// Inserts control characters for elements with a separate text direction.
private struct ControlWriter {
  private(set) var controls: [ShapedText.Control] = []
  private var open: [TextSpan.Embedding] = []

  mutating func write(_ embeddings: [TextSpan.Embedding], before index: Int) {
    let common = zip(open, embeddings).prefix { $0 == $1 }.count
    while open.count > common, let last = open.popLast() {
      controls += last.closers.map { ShapedText.Control(before: index, $0) }
    }
    for embedding in embeddings.dropFirst(common) {
      open.append(embedding)
      controls += embedding.openers.map { ShapedText.Control(before: index, $0) }
    }
  }
}
