import AnimCore
import AnimText

/// The positions of a text's glyphs and decoration lines.
final class SVGTextLayout {
  /// The characters of a span in a chunk.
  struct Piece {
    /// The index of the span.
    let span: Int
    var glyphs: [Glyph] = []
    /// The lines below, above and through the characters. Empty without lines.
    var under = Path()
    var over = Path()
    var through = Path()
    /// A rectangle that contains everything that is painted, except for strokes: the boxes of the characters, enlarged
    /// by the distance that glyphs may extend beyond them.
    var extent = Rect.zero
  }

  /// A glyph with its transform from font units, with the y axis down, to the text's coordinate system.
  struct Glyph {
    let face: FontFace
    let glyph: FontFace.Glyph
    /// The first character of the glyph.
    let scalar: Unicode.Scalar
    let transform: Transform
  }

  /// The outlines of the glyphs of a piece.
  fileprivate struct PieceOutline {
    var path = Path()
    /// The steps for reading the glyphs; see ``PaintingLimits/glyphSteps``.
    var steps = 0
    /// The first glyph of each kind of omission.
    var omissions: [Omission: Glyph] = [:]

    mutating func omit(_ omission: Omission, _ glyph: Glyph) {
      if omissions[omission] == nil { omissions[omission] = glyph }
    }
  }

  private(set) var pieces: [Piece] = []
  /// The bounding box of all decoration lines and of all characters, whose boxes are as wide as their advances and as
  /// high as their fonts, or `nil` for empty text.
  private(set) var bounds: Rect?
  /// Whether there is no font for a part of the text.
  private(set) var lacksFont = false
  /// The measures of paths during layout, because a path may have many chunks.
  private var measures: [Int: TextPathMeasure] = [:]

  let source: SVGTextContent.Source
  /// The outlines of drawn pieces. There may be more of them than measured ones.
  fileprivate var outlines: [Int: PieceOutline] = [:]

  init(_ source: SVGTextContent.Source, _ shaper: TextShaper) {
    self.source = source
    var end = Point.zero
    var upcoming = 0
    while let chunk = TextChunk(source, from: &upcoming, shaper) {
      if chunk.fonts.count < chunk.spans.count { lacksFont = true }
      end = layOut(chunk, end)
    }
    measures.removeAll()
  }

  fileprivate func outline(
    of piece: Int, _ drawings: GlyphDrawings, _ work: DrawingWork
  ) -> PieceOutline {
    var result = PieceOutline()
    let before = work.glyphSteps
    for glyph in pieces[piece].glyphs where !drawings.has(glyph.glyph, glyph.face) {
      let outline: Path
      switch work.outline(of: glyph.glyph, glyph.face) {
      case .path(let path): outline = path
      case .omitted(let omission):
        result.omit(omission, glyph)
        continue
      }
      guard result.path.pointCount + outline.pointCount <= PaintingLimits.textPoints else {
        result.omit(.points, glyph)
        break
      }
      result.path.append(outline, glyph.transform)
    }
    result.steps = work.glyphSteps - before
    return result
  }

  /// Lays out a chunk that starts at the end of the previous one, unless it has an explicit position. Returns its end.
  private func layOut(_ chunk: TextChunk, _ end: Point) -> Point {
    var clusters = chunk.clusters(source)
    guard !clusters.isEmpty else { return end }
    if source.isVertical { clusters.setUpright() }
    clusters.addSpacing(source)
    let flow = chunk.flow
    clusters.adjustLengths(source)
    var origin = flow == nil ? end : .zero
    if flow == nil {
      origin.x = chunk.x ?? end.x
      origin.y = chunk.y ?? end.y
    }
    let anchor = chunk.anchor(clusters.length)
    var last: Point
    if let flow {
      let measure = measure(of: flow)
      let start = (source.isVertical ? chunk.y : chunk.x) ?? 0
      last = clusters.place(
        along: source.flows[flow], measure, from: start + anchor, source
      ) { span in
        self.baselineOffset(chunk, span)
      }
    } else {
      last = clusters.place(from: anchor, source)
    }
    var around = Transform(translation: origin - .zero)
    if source.isVertical, flow == nil {
      // A quarter turn.
      around = Transform(a: 0, b: 1, c: -1, d: 0, tx: origin.x, ty: origin.y)
      last = Point(x: -last.y, y: last.x)
    }
    let indices = Dictionary(grouping: clusters.indices) { clusters[$0].span }
    for span in chunk.spans {
      let members = (indices[span] ?? []).map { ($0, clusters[$0]) }
      append(span, chunk, members, around, isOnPath: flow != nil)
    }
    return origin + (last - .zero)
  }

  /// Returns the measure of a path, by index.
  private func measure(of flow: Int) -> TextPathMeasure {
    if let cached = measures[flow] { return cached }
    let measure = TextPathMeasure(
      source.flows[flow].path, accuracy: source.flows[flow].accuracy)
    measures[flow] = measure
    return measure
  }

  /// Returns the distance of a span's characters below the line.
  private func baselineOffset(_ chunk: TextChunk, _ index: Int) -> Double {
    let span = source.spans[index]
    guard let face = chunk.fonts[index]?.primary else { return 0 }
    return FontScale(face, size: span.fontSize).baseline(span, isVertical: source.isVertical)
  }

  /// - Parameter clusters: The clusters of the span, with their indices in the chunk.
  private func append(
    _ index: Int, _ chunk: TextChunk, _ clusters: [(index: Int, cluster: TextCluster)],
    _ around: Transform, isOnPath: Bool
  ) {
    guard let face = chunk.fonts[index]?.primary else { return }
    let span = source.spans[index]
    let scale = FontScale(face, size: span.fontSize)
    var placement = around
    if !isOnPath {
      let offset = scale.baseline(span, isVertical: source.isVertical)
      if offset != 0 {
        placement = Transform(translation: Vector(dx: 0, dy: offset)).followed(by: around)
      }
    }
    var piece = Piece(span: index)
    var extent: Rect?
    for (_, cluster) in clusters where cluster.isVisible {
      let transform = cluster.whole.followed(by: placement)
      for glyph in cluster.glyphs {
        piece.glyphs.append(
          Glyph(
            face: glyph.face, glyph: glyph.glyph, scalar: cluster.scalar,
            transform: glyph.transform.followed(by: transform)))
      }
      let box = Rect(
        x: 0, y: -cluster.ascent, width: cluster.advance > 0 ? cluster.advance : 1,
        height: cluster.ascent + cluster.descent)
      add(box.transformed(by: transform))
      let reach = box.inset(by: -Self.glyphReach * span.fontSize).transformed(by: transform)
      extent = extent?.enclosing(reach) ?? reach
    }
    if !span.lines.isEmpty {
      let strokes = [SVGTextLine](beside: clusters)
      func line(_ line: TextLines, at y: Double) -> Path {
        span.lines.contains(line)
          ? Path(strokes, at: y, thickness: scale.lineThickness, placement) : Path()
      }
      piece.under = line(
        .under,
        at: scale.underline(offset: span.style.underlineOffset, isVertical: source.isVertical))
      piece.over = line(.over, at: scale.overline(isVertical: source.isVertical))
      piece.through = line(.through, at: scale.strikeout(isVertical: source.isVertical))
      for path in [piece.under, piece.over, piece.through] where !path.isEmpty {
        guard let box = path.bounds else { continue }
        add(box)
        extent = extent?.enclosing(box) ?? box
      }
    }
    piece.extent = extent ?? .zero
    if !piece.glyphs.isEmpty { pieces.append(piece) }
  }

  /// The maximum distance of a glyph from its box, as a multiple of the font size.
  private static let glyphReach = 4.0

  private func add(_ box: Rect) { bounds = bounds.map { $0.enclosing(box) } ?? box }
}

extension Path {
  /// Creates rectangles along lines.
  fileprivate init(
    _ lines: [SVGTextLine], at y: Double, thickness: Double, _ placement: Transform
  ) {
    self.init()
    for line in lines where line.width > 0 && thickness > 0 {
      var rect = Path()
      rect.addRect(Rect(x: 0, y: y - thickness / 2, width: line.width, height: thickness))
      append(rect, line.transform.followed(by: placement))
    }
  }
}

/// A cache of the layouts of a document's texts. Layouts that don't change between images are kept.
final class SVGTextLayouts {
  /// The maximum number of characters of cached texts, which equals the limit for an image.
  private static let capacity = PaintingLimits.textWork
  /// The maximum number of corners of cached outlines.
  private static let maximumPoints = 1 << 20
  private let shaper: TextShaper
  private var cached: [Int: SVGTextLayout] = [:]
  private var keptCharacters = 0
  private var keptPoints = 0

  init(_ resources: SVGResources) { shaper = TextShaper(resources) }

  func layout(of element: Int, _ source: SVGTextContent.Source) -> SVGTextLayout {
    if let layout = cached[element], layout.source == source { return layout }
    let layout = SVGTextLayout(source, shaper)
    if let replaced = cached[element] {
      keptCharacters -= replaced.source.characters.count + 1
      keptPoints -= replaced.outlines.values.reduce(0) { $0 + $1.path.pointCount + 1 }
    }
    keptCharacters += source.characters.count + 1
    if keptCharacters > Self.capacity {
      cached.removeAll()
      (keptCharacters, keptPoints) = (source.characters.count + 1, 0)
    }
    cached[element] = layout
    return layout
  }

  /// Returns the outlines of a piece's glyphs, by index, to be filled with the nonzero rule. Glyphs with images aren't
  /// included.
  ///
  /// - Parameter omit: A closure that receives each kind of omission with the first glyph that it
  ///   applies to.
  func outline(
    of piece: Int, in layout: SVGTextLayout, _ drawings: GlyphDrawings, _ work: DrawingWork,
    omitting omit: (Omission, SVGTextLayout.Glyph) -> Void
  ) -> Path {
    // Glyphs have the same cost whether or not they were read before.
    if let kept = layout.outlines[piece], work.spendGlyphSteps(kept.steps) {
      for (omission, glyph) in kept.omissions { omit(omission, glyph) }
      return kept.path
    }
    let outline = layout.outline(of: piece, drawings, work)
    for (omission, glyph) in outline.omissions { omit(omission, glyph) }
    if outline.omissions[.glyphSteps] != nil { return outline.path }
    keptPoints += outline.path.pointCount + 1
    if keptPoints > Self.maximumPoints {
      for layout in cached.values { layout.outlines.removeAll() }
      keptPoints = outline.path.pointCount + 1
    }
    layout.outlines[piece] = outline
    return outline.path
  }
}
