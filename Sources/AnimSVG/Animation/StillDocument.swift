import AnimCore

/// Lengths and outlines of a document without animation, for animations whose timing depends on them.
final class StillDocument {
  private let document: SVGDocument
  private let cascade: Cascade
  private let context: LengthContext
  /// The resolved elements, created on demand because most documents don't need them.
  private lazy var tree = ResolvedTree(
    document, ElementReader(document, cascade, context, work), context.resources, isAnimated: false,
    imageDepth: 0, work)
  private let work = DrawingWork()
  /// The number of elements for which styles were resolved since they were last discarded.
  private var count = 0

  init(_ document: SVGDocument, _ cascade: Cascade, _ context: LengthContext) {
    self.document = document
    self.cascade = cascade
    self.context = context
  }

  /// Returns a length in user units at an element.
  func resolve(_ length: Length, _ axis: ElementReader.Axis, at element: Int) -> Double {
    if let absolute = length.absolute { return absolute }
    guard let (style, view) = place(of: element) else { return length.resolvedWithoutPlace }
    return tree.reader.resolve(length, axis, style, view)
  }

  /// Returns the outline of a basic shape, or `nil` for other elements and invalid shapes.
  func outline(of element: Int) -> Path? {
    guard document[element].name.isShape, let (style, view) = place(of: element) else { return nil }
    return tree.reader.path(of: element, style, view)
  }

  /// Returns the style of an element and the size of the view around it, or `nil` if that takes too much work.
  private func place(of element: Int) -> (Style, Size)? {
    guard !work.isExhausted else { return nil }
    count += 1
    // Styles of deep documents would otherwise fill the memory.
    if count % 1024 == 0 { tree.beginFrame(.identity) }
    return (tree.documentStyle(of: element), tree.documentView(around: element, context.view))
  }
}
