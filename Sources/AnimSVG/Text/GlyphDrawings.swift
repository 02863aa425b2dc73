import AnimCore
import AnimText

/// The pictures that fonts with colours have for their glyphs.
final class GlyphDrawings {
  enum Drawing {
    case layers([GlyphPicture.Layer])
    /// An image, and where it is drawn in units of the font.
    case image(Image, Rect)
    /// An element of a document of which a point is a unit of the font.
    case document(SVGRenderer, element: Int)
  }

  private struct GlyphKey: Hashable {
    let face: FontFace
    let glyph: FontFace.Glyph
  }

  private struct SourceKey: Hashable {
    let face: FontFace
    let source: GlyphPicture.Source
  }

  private let resources: SVGResources
  private let depth: Int
  private let work: PictureWork
  private var sources: [GlyphKey: GlyphPicture.Source?] = [:]
  private var drawings: [GlyphKey: Drawing?] = [:]
  private var documents: [SourceKey: SVGRenderer?] = [:]
  /// What the drawings that are kept have cost.
  private var keptCost = 0
  /// What was used in a picture, and in which.
  private var used: Set<SourceKey> = []
  private var picture = 0

  init(_ resources: SVGResources, depth: Int, _ work: PictureWork) {
    // Documents in fonts have no text and see no files.
    var own = SVGResources()
    own.image = resources.image
    own.inflate = resources.inflate
    self.resources = own
    self.depth = depth
    self.work = work
  }

  /// Begins with another picture, which may use as much as any, or with another part of the same.
  func beginPicture() {
    guard picture != work.picture else { return }
    picture = work.picture
    used.removeAll(keepingCapacity: true)
    if keptCost > 2 * PaintingLimits.glyphPictures || sources.count > PaintingLimits.characters {
      (sources, drawings, documents, keptCost) = ([:], [:], [:], 0)
    }
  }

  /// Whether a glyph has a picture instead of its outline.
  func has(_ glyph: FontFace.Glyph, _ face: FontFace) -> Bool {
    face.hasPictures && source(of: glyph, face) != nil
  }

  private func source(of glyph: FontFace.Glyph, _ face: FontFace) -> GlyphPicture.Source? {
    let key = GlyphKey(face: face, glyph: glyph)
    if let known = sources[key] { return known }
    let source = face.pictureSource(of: glyph)
    sources[key] = .some(source)
    return source
  }

  /// The picture of a glyph that has one; nil if it cannot be read.
  ///
  /// - Parameter omit: is called if the picture of the document has more than is read.
  func drawing(
    of glyph: FontFace.Glyph, _ face: FontFace, omitting omit: () -> Void
  ) -> Drawing? {
    guard let source = source(of: glyph, face) else { return nil }
    let sourceKey = SourceKey(face: face, source: source)
    if used.insert(sourceKey).inserted { work.glyphPictures += source.cost }
    guard work.glyphPictures <= PaintingLimits.glyphPictures else {
      omit()
      return nil
    }
    let key = GlyphKey(face: face, glyph: glyph)
    if let known = drawings[key] { return known }
    let drawing = face.picture(of: glyph).flatMap { read($0, sourceKey) }
    keptCost += source.cost
    drawings[key] = .some(drawing)
    return drawing
  }

  private func read(_ picture: GlyphPicture, _ key: SourceKey) -> Drawing? {
    switch picture {
    case .layers(let layers): return .layers(layers)
    case .image(let png, let rect): return resources.image(png).map { .image($0, rect) }
    case .document(let svg, let id):
      guard let renderer = document(svg, key) else { return nil }
      let document = renderer.animation.document
      return .document(renderer, element: document.element(id: id) ?? SVGDocument.root)
    }
  }

  private func document(_ bytes: [UInt8], _ key: SourceKey) -> SVGRenderer? {
    if let known = documents[key] { return known }
    var renderer: SVGRenderer?
    if depth < PaintingLimits.imageDepth,
      let animation = try? SVGAnimation(bytes, resources, imageDepth: depth + 1)
    {
      renderer = SVGRenderer(animation, work)
    }
    documents[key] = .some(renderer)
    return renderer
  }
}

extension SVGPainter {
  /// Draws what a font has for a glyph.
  ///
  /// - Parameter transform: from units of the font to the space of the text.
  func draw(
    _ drawing: GlyphDrawings.Drawing, _ face: FontFace, _ transform: Transform, _ style: Style,
    _ place: Place, _ bounds: Rect?, into list: inout DisplayList
  ) {
    guard enter(list) else { return }
    defer { leave() }
    switch drawing {
    case .layers(let layers):
      for layer in layers {
        var style = style
        if let color = layer.color { style.fill = .color(ExactColor(color)) }
        fill(
          face.outline(of: layer.glyph).transformed(by: transform), style, place, opacity: 1,
          bounds: bounds, into: &list)
      }
    case .image(let image, let rect):
      let size = Size(width: Double(image.size.width), height: Double(image.size.height))
      let fit = Transform(scaleX: rect.width / size.width, y: rect.height / size.height)
        .followed(by: Transform(translation: rect.origin - .zero))
      var path = Path()
      path.addRect(rect)
      list.fill(
        path, .image(ImagePaint(image, sampling: .bilinear, transform: fit)),
        transform: transform.followed(by: place.transform))
    case .document(let renderer, let element):
      guard groupDepth < PaintingLimits.groups else { return omit(.groups) }
      groupDepth += 1
      defer { groupDepth -= 1 }
      let omissions = renderer.draw(
        element, into: &list, transform: transform.followed(by: place.transform))
      for case let omission? in omissions.map(Omission.init(sentence:)) { omit(omission) }
    }
  }
}
