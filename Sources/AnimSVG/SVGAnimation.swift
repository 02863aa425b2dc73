import AnimCodecs
import AnimCore

/// An SVG file, prepared for drawing at any instant.
package struct SVGAnimation: Sendable {
  package let document: SVGDocument
  /// The specified values of style sheets and attributes.
  let cascade: Cascade
  /// The size in points.
  package let size: Size
  /// The animations.
  package var timeline: AnimationTimeline
  /// The duration of the animations.
  package let extent: AnimationExtent
  /// The parts of the document that are ignored or truncated because they exceed a limit.
  package let limitDiagnostics: [Diagnostic]
  let resources: SVGResources
  /// The duration of the SVG images in it.
  private let imageExtent: AnimationExtent
  /// The number of SVG images that contain this one.
  let imageDepth: Int

  /// Reads a file, which may be compressed with gzip.
  package init(_ bytes: [UInt8], resources: SVGResources = SVGResources()) throws(SVGError) {
    try self.init(bytes, resources, imageDepth: 0, findsExtent: true)
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes of memory for the document.
  ///   - findsExtent: Whether to compute the duration of the document, which drawing doesn't need.
  init(
    _ bytes: [UInt8], _ resources: SVGResources, imageDepth: Int, limit: Int = .max,
    findsExtent: Bool = false
  ) throws(SVGError) {
    var text = bytes
    if Inflation.isGzip(bytes) {
      let limit = min(limit, XMLLimits.bytes)
      do throws(InflationError) {
        text = try Inflation.gzip(bytes, limit: limit)
      } catch {
        throw error == .unavailable
          ? .compressed : limit < XMLLimits.bytes ? .tooLarge : .invalidCompression
      }
    }
    document = try SVGDocument(text, limit: limit)
    // Style sheets may specify the size, and also depend on it.
    let plainSize = Self.size(of: document, nil, resources)
    let plainCascade = Cascade(document, view: plainSize ?? StyleSheet.initialView)
    var resources = resources
    resources.embeddedFonts = EmbeddedFonts(plainCascade.sheet.fontFaces)
    guard let size = Self.size(of: document, plainCascade, resources) else { throw .invalidSize }
    self.size = size
    cascade = size == plainSize ? plainCascade : Cascade(document, view: size)
    if size != plainSize { resources.embeddedFonts = EmbeddedFonts(cascade.sheet.fontFaces) }
    self.resources = resources
    timeline = AnimationTimeline(
      document, cascade, LengthContext(view: size, resources),
      imageDepth == 0 ? TimingLimits() : .image)
    limitDiagnostics = Self.limitDiagnostics(document, cascade, timeline)
    imageExtent =
      findsExtent ? Self.imageExtent(document, resources, imageDepth: imageDepth) : .still
    extent = findsExtent ? .joined([timeline.extent(), imageExtent]) : .still
    self.imageDepth = imageDepth
  }

  /// Returns the duration of the animation with another timeline.
  package func extent(of timeline: AnimationTimeline) -> AnimationExtent {
    .joined([timeline.extent(), imageExtent])
  }

  /// The maximum number of animated images, and of bytes of all images, that contribute to the
  /// extent of a document.
  private static let (maximumMovingImages, maximumImageBytes) = (32, 1 << 23)

  /// Returns the duration of the SVG images of a document.
  private static func imageExtent(
    _ document: SVGDocument, _ resources: SVGResources, imageDepth: Int
  ) -> AnimationExtent {
    var extents: [AnimationExtent] = []
    var cached: Set<String> = []
    var count = 0
    for element in document.nodes.indices
    where [.image, .feImage].contains(document[element].name)
      && imageDepth < PaintingLimits.imageDepth
    {
      guard let reference = document.attribute(.href, of: element),
        cached.insert(reference).inserted,
        extents.count < maximumMovingImages, count < maximumImageBytes,
        let bytes = resources.bytes(reference, imageDepth: imageDepth)
      else { continue }
      count += bytes.count
      guard bytes.count <= maximumImageBytes, mayMove(bytes), RasterFormat(bytes) == nil,
        let image = try? SVGAnimation(
          bytes, resources, imageDepth: imageDepth + 1, limit: PaintingLimits.readBytes,
          findsExtent: true)
      else { continue }
      extents.append(image.extent)
    }
    return .joined(extents)
  }

  /// Returns whether the text of an SVG file indicates that it may have animations.
  private static func mayMove(_ bytes: [UInt8]) -> Bool {
    if Inflation.isGzip(bytes) { return true }
    return bytes.withUnsafeBufferPointer {
      $0.mentions("animat") || $0.mentions("<set") || $0.mentions("<image")
        || $0.mentions("feImage")
    }
  }

  /// Returns the size of a document in points, or `nil` if it is invalid.
  ///
  /// A side that is missing or a percentage is taken from the view box, or follows from the other
  /// side and the proportions of the view box. Without a view box, it has the default of browsers:
  /// 300 by 150.
  ///
  /// - Parameter cascade: The style sheets, or `nil` to use only attributes.
  private static func size(
    of document: SVGDocument, _ cascade: Cascade?, _ resources: SVGResources
  ) -> Size? {
    let root = SVGDocument.root
    let box = document.attribute(.viewBox, of: root).flatMap { Rect(viewBox: $0) }
    let reader = cascade.map {
      ElementReader(document, $0, LengthContext(view: .zero, resources), DrawingWork())
    }
    let style = reader?.style(of: root, parent: .initial) ?? .initial
    var context = LengthContext(view: .zero, resources)
    context.rootFontSize = style.fontSize
    func length(_ name: AttributeName) -> Length? {
      if let styled = reader?.length(name, of: root), !styled.dependsOnView { return styled }
      return document.attribute(name, of: root).flatMap { try? Length($0) }
    }
    /// Returns a side, or `nil` if it depends on the environment of the image.
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

/// Draws an animation. Each image depends only on its instant, although data is cached between
/// images. Not thread-safe.
package final class SVGRenderer {
  package let animation: SVGAnimation
  private let painter: SVGPainter
  private let work: DrawingWork
  private var values: AnimatedValues
  private var scratch = AnimationTimeline.Scratch()

  package convenience init(_ animation: SVGAnimation) { self.init(animation, DrawingWork()) }

  /// - Parameter work: The work budget of the image that this one is a part of.
  init(_ animation: SVGAnimation, _ work: DrawingWork) {
    self.animation = animation
    self.work = work
    let reader = ElementReader(
      animation.document, animation.cascade,
      LengthContext(view: animation.size, animation.resources), work,
      keepsStyles: animation.timeline.isAnimated)
    values = AnimatedValues(nodeCount: animation.document.nodes.count)
    painter = SVGPainter(
      animation.document, reader, animation.resources, isAnimated: animation.timeline.isAnimated,
      imageDepth: animation.imageDepth, work)
  }

  /// Returns the topmost element at a point that receives pointer events, at a time. Returns the root if there is no
  /// other element, and `nil` outside.
  ///
  /// - Parameter timeline: The animations, if they differ from those of the file.
  package func element(at point: Point, at time: Fraction, _ timeline: AnimationTimeline) -> Int? {
    let size = animation.size
    guard point.x >= 0, point.y >= 0, point.x < size.width, point.y < size.height else {
      return nil
    }
    timeline.values(at: max(time, 0), &values, &scratch)
    return painter.element(at: point, values, view: size) ?? SVGDocument.root
  }

  /// Appends the image, clipped to the size of the animation. The origin is its upper left corner.
  ///
  /// - Parameters:
  ///   - time: The time since the start of the document, in seconds. Negative times count as 0.
  ///   - timeline: The animations, or `nil` for those of the file.
  ///   - list: The display list to append to.
  ///   - transform: The transform from points of the animation to points of the list.
  /// - Returns: The omissions, in the alphabetical order of their messages.
  @discardableResult
  package func draw(
    at time: Fraction, _ timeline: AnimationTimeline? = nil, into list: inout DisplayList,
    transform: Transform = .identity
  ) -> [Diagnostic] {
    let (before, outlineLimit) = (list.omissions, list.outlineLimit)
    list.outlineLimit = min(outlineLimit, PaintingLimits.points)
    defer { list.outlineLimit = outlineLimit }
    spendOnValues(at: max(time, 0))
    (timeline ?? animation.timeline).values(at: max(time, 0), &values, &scratch)
    let rect = Rect(origin: .zero, size: animation.size)
    list.withBudget(work.budget) { list in
      func drawContent(_ list: inout DisplayList) {
        painter.draw(
          values, at: max(time, 0), view: animation.size, into: &list, transform)
      }
      if animation.imageDepth > 0 {
        list.withClip(rect, transform: transform, drawContent)
      } else {
        list.withCanvas(rect, transform: transform, drawContent)
      }
    }
    painter.tree.omissions.add(fromList: list.omissions.subtracting(before))
    return painter.omissions
  }

  /// Charges the work that every image requires, however little of it is visible.
  private func spendOnValues(at time: Fraction) {
    guard animation.imageDepth > 0 else { return }
    let timeline = animation.timeline
    work.spend(
      timeline.animationCount + timeline.timing.intervalCount(at: time), on: .animation)
  }

  /// Appends an element in its initial state, without clipping; see ``draw(at:_:into:transform:)``.
  func draw(
    _ element: Int, into list: inout DisplayList, transform: Transform
  ) -> [Diagnostic] {
    spendOnValues(at: 0)
    animation.timeline.values(at: 0, &values, &scratch)
    painter.draw(values, of: element, at: 0, view: animation.size, into: &list, transform)
    return painter.omissions
  }
}

@available(*, unavailable, message: "make a renderer for each thread")
extension SVGRenderer: Sendable {}
