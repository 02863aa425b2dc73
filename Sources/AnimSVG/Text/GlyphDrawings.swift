import AnimCore
import AnimText

/// The images of glyphs in colour fonts.
final class GlyphDrawings {
  enum Drawing {
    case layers([GlyphImage.Layer])
    /// An image, with its rectangle in font units.
    case image(Image, Rect)
    /// An element of a document with a font unit per point.
    case document(SVGRenderer, element: Int)
  }

  /// Cached data about a glyph.
  private enum Cached {
    case nothing
    case drawing(Drawing)
    /// An element of a document, which may contain other glyphs, too.
    case document(id: String)
  }

  private struct GlyphKey: Hashable {
    let face: FontFace
    let glyph: FontFace.Glyph
  }

  private struct SourceKey: Hashable {
    let face: FontFace
    let source: GlyphImage.Source
  }

  private let resources: SVGResources
  private let depth: Int
  private let work: DrawingWork
  private var sources: [GlyphKey: GlyphImage.Source?] = [:]
  private var drawings: [GlyphKey: Cached] = [:]
  private let documents: ReadFiles<SourceKey, SVGRenderer>
  /// The cost of the cached drawings.
  private var keptCost = 0
  /// The drawings used in an image, and the index of that image.
  private var used: Set<SourceKey> = []
  private var rendering = 0

  init(_ resources: SVGResources, depth: Int, _ work: DrawingWork) {
    // Documents in fonts have no text and can't access files.
    var inner = SVGResources()
    inner.images = resources.images
    self.resources = inner
    self.depth = depth
    self.work = work
    documents = ReadFiles(work)
  }

  /// Starts another image with a full budget, or another part of the same image.
  func beginFrame() {
    guard rendering != work.image else { return }
    rendering = work.image
    used.removeAll(keepingCapacity: true)
    if keptCost > 2 * PaintingLimits.glyphImages || sources.count > PaintingLimits.characters {
      (sources, drawings, keptCost) = ([:], [:], 0)
    }
  }

  /// Returns whether a glyph has an image instead of an outline.
  func has(_ glyph: FontFace.Glyph, _ face: FontFace) -> Bool {
    face.hasImages && source(of: glyph, face) != nil
  }

  private func source(of glyph: FontFace.Glyph, _ face: FontFace) -> GlyphImage.Source? {
    let key = GlyphKey(face: face, glyph: glyph)
    if let cached = sources[key] { return cached }
    let source = face.imageSource(of: glyph)
    sources[key] = .some(source)
    return source
  }

  /// Returns the image of a glyph that has one, or `nil` if it can't be read.
  ///
  /// - Parameter omit: A closure that is called if the document's image exceeds the limits.
  func drawing(
    of glyph: FontFace.Glyph, _ face: FontFace, omitting omit: () -> Void
  ) -> Drawing? {
    guard let source = source(of: glyph, face) else { return nil }
    let sourceKey = SourceKey(face: face, source: source)
    if used.insert(sourceKey).inserted {
      // Images are positioned by the outlines of their glyphs.
      work.glyphImages += source.cost + (face.cost(of: glyph) ?? FontLimits.glyphSteps)
    }
    guard work.glyphImages <= PaintingLimits.glyphImages else {
      omit()
      return nil
    }
    let key = GlyphKey(face: face, glyph: glyph)
    let cached: Cached
    if let found = drawings[key] {
      cached = found
    } else {
      cached = face.image(of: glyph).map { read($0) } ?? .nothing
      keptCost += source.cost
      drawings[key] = cached
    }
    switch cached {
    case .nothing: return nil
    case .drawing(let drawing): return drawing
    case .document(let id):
      switch document(of: glyph, face, sourceKey) {
      case .value(let renderer):
        let document = renderer.animation.document
        return .document(renderer, element: document.element(id: id) ?? SVGDocument.root)
      case .nothing: return nil
      case .tooLarge:
        omit()
        return nil
      }
    }
  }

  private func read(_ rendering: GlyphImage) -> Cached {
    switch rendering {
    case .layers(let layers): return .drawing(.layers(layers))
    case .image(let png, let rect):
      guard let image = try? resources.image(png)?.decode() else { return .nothing }
      return .drawing(.image(image, rect))
    case .document(_, let id): return .document(id: id)
    }
  }

  private func document(
    of glyph: FontFace.Glyph, _ face: FontFace, _ key: SourceKey
  ) -> ReadFiles<SourceKey, SVGRenderer>.Outcome {
    documents.value(for: key) { limit in
      guard case .document(let svg, _)? = face.image(of: glyph) else { return .nothing(bytes: 0) }
      return SVGRenderer.read(
        svg, self.resources, imageDepth: self.depth + 1, limit: limit, self.work)
    }
  }
}

extension SVGPainter {
  /// Draws the image of a glyph.
  ///
  /// - Parameter transform: The transform from font units to the text's coordinate system.
  func draw(
    _ drawing: GlyphDrawings.Drawing, _ face: FontFace, _ transform: Transform, _ style: Style,
    _ drawingContext: DrawingContext, _ bounds: Rect?, into list: inout DisplayList
  ) {
    guard tree.enterForDrawing(points: list.work) else { return }
    defer { tree.leave() }
    switch drawing {
    case .layers(let layers):
      for layer in layers {
        var style = style
        if let color = layer.color { style.fill = .color(ExactColor(color)) }
        switch work.outline(of: layer.glyph, face) {
        case .path(let path):
          fill(
            path.transformed(by: transform), style, drawingContext, opacity: 1, bounds: bounds,
            into: &list)
        case .omitted(let omission): omit(omission)
        }
      }
    case .image(let image, let rect):
      list.fill(rect, with: image, transform: transform.followed(by: drawingContext.transform))
    case .document(let renderer, let element):
      guard groupDepth < PaintingLimits.groups else { return omit(.groups) }
      groupDepth += 1
      defer { groupDepth -= 1 }
      let omissions = renderer.draw(
        element, into: &list, transform: transform.followed(by: drawingContext.transform))
      for case let omission? in omissions.map({ Omission(rawValue: $0.code) }) { omit(omission) }
    }
  }
}
