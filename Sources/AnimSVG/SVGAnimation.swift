import AnimCore

/// An SVG file that can be drawn at any instant.
package struct SVGAnimation: Sendable {
  package let document: SVGDocument
  /// What style sheets and attributes say.
  package let cascade: Cascade
  /// The size in points.
  package let size: Size
  /// What moves.
  package var timeline: AnimationTimeline
  /// How long it moves.
  package let extent: AnimationExtent
  /// The parts of the document that are ignored or truncated because they exceed a limit.
  package let limitDiagnostics: [SVGDiagnostic]
  let resources: SVGResources
  /// How many SVG images this one is inside.
  let imageDepth: Int

  /// Reads a file, which may be compressed by gzip.
  package init(_ bytes: [UInt8], resources: SVGResources = SVGResources()) throws(SVGError) {
    try self.init(bytes, resources, imageDepth: 0)
  }

  /// - Parameter limit: the bytes of memory that the document may take.
  init(
    _ bytes: [UInt8], _ resources: SVGResources, imageDepth: Int, limit: Int = .max
  ) throws(SVGError) {
    var text = bytes
    if bytes.starts(with: [0x1F, 0x8B]) {
      let limit = min(limit, XMLLimits.bytes)
      guard let inflated = resources.inflate(bytes, limit) else {
        throw limit < XMLLimits.bytes ? .tooLarge : .invalidCompression
      }
      text = inflated
    }
    document = try SVGDocument(text, limit: limit)
    // Style sheets may depend on the size, and say it.
    let plainSize = Self.size(of: document, nil, resources)
    let plainCascade = Cascade(document, view: plainSize ?? StyleSheet.initialView)
    var resources = resources
    resources.embeddedFonts = EmbeddedFonts(plainCascade.sheet.fontFaces)
    guard let size = Self.size(of: document, plainCascade, resources) else { throw .invalidSize }
    self.size = size
    cascade = size == plainSize ? plainCascade : Cascade(document, view: size)
    if size != plainSize { resources.embeddedFonts = EmbeddedFonts(cascade.sheet.fontFaces) }
    self.resources = resources
    timeline = AnimationTimeline(document, cascade, resources)
    limitDiagnostics = Self.limitDiagnostics(document, cascade, timeline)
    // An image does not move.
    extent = imageDepth == 0 ? timeline.extent() : .still
    self.imageDepth = imageDepth
  }

  /// The size of a document in points; nil if it has none.
  ///
  /// A side that is not given, or that is in per cent, is that of the view box, or follows from the other side by
  /// the proportions of that. Without one, the size is that which browsers give to what has none: 300 by 150.
  ///
  /// - Parameter cascade: what style sheets say; nil for the size by attributes alone.
  private static func size(
    of document: SVGDocument, _ cascade: Cascade?, _ resources: SVGResources
  ) -> Size? {
    let root = SVGDocument.root
    let box = document.attribute(.viewBox, of: root).flatMap { Rect(viewBox: $0) }
    let reader = cascade.map {
      ElementReader(document, $0, LengthContext(view: .zero, resources), PictureWork())
    }
    let style = reader?.style(of: root, parent: .initial) ?? .initial
    var context = LengthContext(view: .zero, resources)
    context.rootFontSize = style.fontSize
    func length(_ name: AttributeName) -> Length? {
      if let styled = reader?.length(name, of: root), !styled.dependsOnView { return styled }
      return document.attribute(name, of: root).flatMap { try? Length($0) }
    }
    /// Nil for a side that depends on what is around the picture.
    func side(_ length: Length?) -> Double? {
      guard let length, !length.dependsOnView else { return nil }
      return context.resolve(length, reference: 0, size: style.fontSize, style.text)
    }
    func side(_ length: Length?, of whole: Double) -> Double {
      whole * (length.flatMap { $0.calculation == nil ? $0.value / 100 : nil } ?? 1)
    }
    let lengths = (width: length(.width), height: length(.height))
    var (width, height) = (0.0, 0.0)
    switch (side(lengths.width), side(lengths.height)) {
    case (let first?, let second?): (width, height) = (first, second)
    case (let first?, nil):
      (width, height) = (first, box.map { first * $0.height / $0.width } ?? 150)
    case (nil, let second?):
      (width, height) = (box.map { second * $0.width / $0.height } ?? 300, second)
    case (nil, nil):
      width = side(lengths.width, of: box?.width ?? 300)
      height = side(lengths.height, of: box?.height ?? 150)
    }
    guard width > 0, height > 0, width <= 1e7, height <= 1e7 else { return nil }
    return Size(width: width, height: height)
  }
}

/// Draws an animation, and keeps what its pictures have in common. It belongs to one thread; each picture
/// depends on its instant alone.
package final class SVGRenderer {
  package let animation: SVGAnimation
  private let painter: SVGPainter
  private let work: PictureWork
  private var values: AnimatedValues
  private var scratch = AnimationTimeline.Scratch()

  package convenience init(_ animation: SVGAnimation) { self.init(animation, PictureWork()) }

  /// - Parameter work: that of the picture of which it draws a part.
  init(_ animation: SVGAnimation, _ work: PictureWork) {
    self.animation = animation
    self.work = work
    let reader = ElementReader(
      animation.document, animation.cascade,
      LengthContext(view: animation.size, animation.resources),
      work)
    values = AnimatedValues(nodeCount: animation.document.nodes.count)
    painter = SVGPainter(
      animation.document, reader, animation.resources, moves: animation.timeline.moves,
      imageDepth: animation.imageDepth, work)
  }

  /// The uppermost element at a point that takes events of the pointer, as the picture is at a time: the root
  /// where there is no other, and nil outside.
  ///
  /// - Parameter timeline: what moves, if that is not what the animation says.
  package func element(at point: Point, at time: Fraction, _ timeline: AnimationTimeline) -> Int? {
    let size = animation.size
    guard point.x >= 0, point.y >= 0, point.x < size.width, point.y < size.height else {
      return nil
    }
    timeline.values(at: max(time, 0), &values, &scratch)
    return painter.element(at: point, values, view: size) ?? SVGDocument.root
  }

  /// Appends the picture, clipped to the animation's size, whose upper left corner is the origin.
  ///
  /// - Parameters:
  ///   - time: in seconds from the beginning of the document; less than 0 counts as 0.
  ///   - timeline: what moves; nil for what the animation says.
  ///   - list: the display list to append to.
  ///   - transform: maps points of the animation to points of the list.
  /// - Returns: what was left out, as sentences, in alphabetical order.
  @discardableResult
  package func draw(
    at time: Fraction, _ timeline: AnimationTimeline? = nil, into list: inout DisplayList,
    transform: Transform = .identity
  ) -> [String] {
    let (before, outlineLimit) = (list.omissions, list.outlineLimit)
    list.outlineLimit = min(outlineLimit, PaintingLimits.points)
    defer { list.outlineLimit = outlineLimit }
    spendOnValues()
    (timeline ?? animation.timeline).values(at: max(time, 0), &values, &scratch)
    let rect = Rect(origin: .zero, size: animation.size)
    list.withBudget(work.budget) { list in
      list.withClip(rect, transform: transform) { list in
        painter.draw(values, view: animation.size, into: &list, transform)
      }
    }
    painter.add(list.omissions.subtracting(before))
    return painter.omissionSentences
  }

  /// Counts what an image takes each time that it is drawn, however little of it is.
  private func spendOnValues() {
    guard animation.imageDepth > 0 else { return }
    work.spend(animation.timeline.animationCount, on: .animation)
  }

  /// Appends an element as it is at the beginning, wherever it has anything; see ``draw(at:_:into:transform:)``.
  func draw(
    _ element: Int, into list: inout DisplayList, transform: Transform
  ) -> [String] {
    spendOnValues()
    animation.timeline.values(at: 0, &values, &scratch)
    painter.draw(values, of: element, view: animation.size, into: &list, transform)
    return painter.omissionSentences
  }
}

@available(*, unavailable, message: "make a renderer for each thread")
extension SVGRenderer: Sendable {}
