import AnimCore

extension ExpressionEvaluator {
  /// The box of a text in its layer, by the advance of its letters and the height of its lines.
  func textBox(_ content: TextContent, _ text: String, at time: Double) -> Rect {
    var document = content.documents[0].document
    for entry in content.documents where entry.time <= time { document = entry.document }
    document.text = text
    let font = document.font.map { fonts[$0] }
    let layout = TextLayout(document, font, grouping: content.alignment.grouping)
    var box: Rect?
    for letter in layout.letters where !letter.outline.isEmpty {
      let origin = layout.origin + letter.position + SIMD2(layout.lineOffsets[letter.line], 0)
      let bounds = letter.outline.transformed(by: Transform(translation: origin)).bounds
      guard let bounds else { continue }
      box = box.map { $0.union(bounds) } ?? bounds
    }
    return box ?? Rect(x: 0, y: 0, width: 0, height: 0)
  }
}
