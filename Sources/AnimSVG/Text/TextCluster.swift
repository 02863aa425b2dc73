import AnimCore
import AnimText

/// The glyphs of one or several inseparable characters, such as a letter with its marks.
struct TextCluster {
  struct Glyph {
    let face: FontFace
    let glyph: FontFace.Glyph
    /// The transform from font units to the cluster.
    let transform: Transform
  }

  /// The index of its first character.
  let character: Int
  /// The span of that character.
  let span: Int
  let scalar: Unicode.Scalar
  fileprivate(set) var glyphs: [Glyph] = []
  /// The width of its widest glyph.
  fileprivate(set) var width = 0.0
  /// The distance from the cluster's origin to the origin of the next cluster.
  fileprivate(set) var advance = 0.0
  /// The extent of the cluster's font above and below the baseline.
  fileprivate(set) var ascent: Double
  fileprivate(set) var descent: Double
  /// Whether a text decoration starts again here.
  fileprivate(set) var isMoved = false
  fileprivate(set) var isVisible = true
  /// The transform from the cluster's origin to the chunk's origin.
  fileprivate(set) var transform = Transform.identity
  /// A transform that is applied to the glyphs first. It rotates glyphs that are upright in
  /// vertical text, and stretches them for `textLength`.
  private var shape = Transform.identity

  /// The transform from the cluster's coordinate system to the origin of its chunk.
  var whole: Transform { shape == .identity ? transform : shape.followed(by: transform) }

  init(
    _ shaped: ArraySlice<ShapedText.Glyph>, _ face: FontFace, character: Int,
    _ source: SVGTextContent.Source
  ) {
    self.character = character
    span = source.characters[character].span
    scalar = source.characters[character].scalar
    let em = source.spans[span].fontSize / Double(face.unitsPerEm)
    ascent = Double(face.ascent) * em
    descent = Double(face.descent) * em
    var x = 0
    for glyph in shaped {
      glyphs.append(
        Glyph(
          face: face, glyph: glyph.glyph,
          transform: Transform(
            a: em, b: 0, c: 0, d: em, tx: Double(x &+ glyph.dx) * em, ty: Double(glyph.dy) * em)))
      x = x &+ glyph.advance
      width = max(width, Double(glyph.advance) * em)
    }
    advance = Double(x) * em
  }

  /// Makes the cluster upright in a vertical line if its script requires that. Otherwise, centres it in the line.
  fileprivate mutating func setUpright() {
    let middle = (ascent - descent) / 2
    guard scalar.isUpright else {
      transform = Transform(translation: Vector(dx: 0, dy: middle)).followed(by: transform)
      return
    }
    // A counterclockwise quarter turn around the centre, which moves to the middle of the line.
    shape = Transform(a: 0, b: -1, c: 1, d: 0, tx: width / 2 + middle, ty: width / 2)
    ascent = width / 2
    descent = width / 2
  }

  fileprivate mutating func move(_ dx: Double, _ dy: Double) {
    transform = Transform(translation: Vector(dx: dx, dy: dy)).followed(by: transform)
  }

  fileprivate mutating func rotate(_ degrees: Double) {
    transform = Transform(rotation: .degrees(degrees)).followed(by: transform)
  }

  fileprivate mutating func widen(_ factor: Double) {
    shape = shape.followed(by: Transform(scaleX: factor, y: 1))
    advance *= factor
    width *= factor
  }

  /// Removes an advance that spacing has made negative.
  fileprivate mutating func vanish() {
    width = 0
    advance = 0
    glyphs = []
  }
}

/// A straight part of a decoration line.
struct SVGTextLine {
  var width: Double
  /// The transform from its start on the baseline to the origin of the chunk.
  let transform: Transform
}

extension [TextCluster] {
  /// The total advance.
  var length: Double { reduce(0) { $0 + $1.advance } }

  /// Rotates characters that are upright in vertical lines.
  mutating func setUpright() {
    for index in indices { self[index].setUpright() }
  }

  /// Adds letter and word spacing.
  mutating func addSpacing(_ source: SVGTextContent.Source) {
    for index in indices {
      let span = source.spans[self[index].span]
      let letter = span.style.letterSpacing.value
      if letter != 0, ShapedText.allowsLetterSpacing(self[index].scalar) {
        // Space after the last letter would only move the anchor.
        if index != count - 1 { self[index].advance += letter }
        if !(self[index].advance > 0) { self[index].vanish() }
      }
      let word = span.style.wordSpacing.value
      if word != 0, self[index].scalar.separatesWords { self[index].advance += word }
    }
  }

  /// Adjusts the clusters to the lengths specified by elements (`textLength`).
  mutating func adjustLengths(_ source: SVGTextContent.Source) {
    guard !source.lengths.isEmpty else { return }
    var members: [Int: [Int]] = [:]
    for index in indices {
      guard let length = source.spans[self[index].span].length else { continue }
      members[length, default: []].append(index)
    }
    for (length, members) in members {
      let wanted = source.lengths[length]
      // Without spacing, which the length replaces.
      let width = members.reduce(0) { $0 + self[$1].width }
      if wanted.scalesGlyphs {
        let factor = wanted.length / width
        guard factor.isFinite, factor > 0.001 else { continue }
        for index in members { self[index].widen(factor) }
      } else {
        let room = members.count > 1 ? (wanted.length - width) / Double(members.count - 1) : 0
        // Space after the last letter would only move the anchor.
        for index in members {
          self[index].advance = self[index].width + (index == count - 1 ? 0 : room)
        }
      }
    }
  }

  /// Positions the clusters one after the other on a straight line. Returns the end of the last one.
  mutating func place(from start: Double, _ source: SVGTextContent.Source) -> Point {
    var position = Point(x: start, y: 0)
    for index in indices {
      let character = source.characters[self[index].character]
      let (dx, dy) = (character.dx ?? 0, character.dy ?? 0)
      position.x += source.isVertical ? dy : dx
      position.y += source.isVertical ? -dx : dy
      self[index].isMoved = dx != 0 || dy != 0
      self[index].move(position.x, position.y)
      if let angle = character.rotation, angle != 0 {
        self[index].rotate(angle)
        self[index].isMoved = true
      }
      position.x += self[index].advance
    }
    return position
  }

  /// Places the clusters along a path, each centred on it and rotated along it. Clusters beyond its
  /// ends aren't shown. Returns the end of the last one.
  ///
  /// - Parameters:
  ///   - measure: The lengths along the flow's path.
  ///   - start: The distance of the first cluster from the flow's start.
  ///   - baseline: A closure that returns the distance of a span's characters below the path.
  mutating func place(
    along flow: TextFlow, _ measure: TextPathMeasure, from start: Double,
    _ source: SVGTextContent.Source, baseline: (Int) -> Double
  ) -> Point {
    var distance = flow.start + start
    var dy = 0.0
    var last = Point.zero
    for index in indices {
      let character = source.characters[self[index].character]
      distance += character.dx ?? 0
      let half = self[index].width / 2
      let middle = distance + half
      distance += self[index].advance
      guard let position = measure.position(at: middle) else {
        self[index].isVisible = false
        continue
      }
      self[index].isMoved = true
      dy += character.dy ?? 0
      let clusterTransform = self[index].transform
      let (cosine, sine) = (position.direction.dx, position.direction.dy)
      // Around the middle, which is on the path.
      self[index].transform = Transform(
        a: cosine, b: sine, c: -sine, d: cosine, tx: position.point.x, ty: position.point.y)
      self[index].move(-half, dy + baseline(self[index].span))
      if let angle = character.rotation, angle != 0 { self[index].rotate(angle) }
      self[index].transform = clusterTransform.followed(by: self[index].transform)
      last = Point(
        x: position.point.x + self[index].advance, y: position.point.y)
    }
    return last
  }
}

extension [SVGTextLine] {
  /// Creates the decoration lines of a span's characters. A new line starts where a character is moved, or after
  /// characters of other spans.
  ///
  /// - Parameter clusters: The clusters of the span, with their indices in the chunk.
  init(beside clusters: [(index: Int, cluster: TextCluster)]) {
    self = []
    /// The index of the cluster that continues the last line.
    var next = -1
    for (index, cluster) in clusters where cluster.isVisible {
      if index == next, !cluster.isMoved {
        self[count - 1].width += cluster.advance
      } else {
        append(SVGTextLine(width: cluster.advance, transform: cluster.transform))
      }
      next = index + 1
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character separates words (CSS Text 3).
  fileprivate var separatesWords: Bool {
    switch value {
    case 0x20, 0xA0, 0x1361, 0x10100, 0x10101, 0x1039F, 0x1091F: true
    default: false
    }
  }
}
