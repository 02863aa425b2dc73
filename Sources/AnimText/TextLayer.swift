import AnimCore

/// A layer that shows text in one font, colour and size, like CATextLayer.
///
/// ```swift
/// let fonts = try SystemFonts()
/// let face = fonts.match(family: "sans-serif")!.face
/// let title = TextLayer("Hello, world", in: FontStack(face))
/// title.fontSize = 32
/// title.width = 300
/// title.alignment = .center
/// ```
///
/// Glyphs are filled as paths, so text can be rotated, scaled and animated at any size. It looks the same on every
/// machine that has the font.
open class TextLayer: GraphicLayer {
  /// The alignment of lines within the width.
  public enum Alignment: Hashable, Sendable {
    /// Lines start at the left edge.
    case left
    /// Lines are centred.
    case center
    /// Lines end at the right edge.
    case right
  }

  /// The text. Line feeds start new lines.
  public final var string: String { didSet { textChanged(string != oldValue) } }
  /// The font, with its fallback fonts.
  public final var fonts: FontStack { didSet { textChanged(fonts !== oldValue) } }
  /// The font size, in points: the length of an em. Initially 16.
  @Animatable public final var fontSize = 16.0
  /// The colour of the text, initially black.
  @Animatable(isMotion: false) public final var color = Color.black
  /// The width for breaking and aligning lines in points, or `nil` for the width of the longest
  /// line. Lines break between words.
  public final var width: Double? { didSet { layoutChanged(width != oldValue) } }
  /// The maximum number of lines, or `nil` for no limit. If the text is longer, the last line ends
  /// with an ellipsis. With 1 and a ``width``, the text is truncated to the width.
  public final var maximumLines: Int? {
    didSet { layoutChanged(maximumLines != oldValue) }
  }
  /// The alignment of lines within the width. The default is left.
  public final var alignment = Alignment.left { didSet { changed(alignment != oldValue) } }

  private final var words: TextWords?
  /// The layout, with the line width in ems that it was computed for.
  private final var layout: (lines: TextLayout, ems: Double?)?

  /// Creates a layer that shows a text. The upper left corner of the text is the layer's origin.
  public init(_ string: String, in fonts: FontStack) {
    self.string = string
    self.fonts = fonts
    super.init()
  }

  /// The size of the text at the tree's time, in points. The width is ``width``, if specified, and the height is that
  /// of the lines.
  public final var textSize: Size { size(of: lines(at: $fontSize.presentation)) }

  /// A Boolean value that indicates whether ``maximumLines`` hides part of the text.
  public final var isTruncated: Bool { lines(at: $fontSize.presentation).isTruncated }

  open override func drawContent(into list: inout DisplayList, transform: Transform) {
    let (size, color) = ($fontSize.presentation, $color.presentation)
    guard size > 0, color.alpha > 0 else { return }
    let layout = lines(at: size)
    let whole = self.size(of: layout).width
    let face = fonts.primary
    let em = size / Double(face.unitsPerEm)
    for (index, line) in layout.lines.enumerated() {
      let rest = whole - line.width * size
      let x =
        switch alignment {
        case .left: 0.0
        case .center: rest / 2
        case .right: rest
        }
      let y = (Double(face.ascent) + Double(index * face.lineHeight)) * em
      list.fill(
        line.outline(size: size), .color(color),
        transform: Transform(translation: Vector(dx: x, dy: y)).followed(by: transform))
    }
  }

  /// Returns whether a point, in the layer's coordinate system, is inside the text's rectangle at the tree's time.
  open override func contains(_ point: Point) -> Bool {
    Rect(origin: .zero, size: textSize).contains(point)
  }

  private final func size(of layout: TextLayout) -> Size {
    let size = $fontSize.presentation
    let lineHeight = Double(fonts.primary.lineHeight) / Double(fonts.primary.unitsPerEm)
    return Size(
      width: width ?? layout.width * size, height: Double(layout.lines.count) * lineHeight * size)
  }

  /// Returns the layout, which is computed again only when something that it depends on has changed.
  private final func lines(at size: Double) -> TextLayout {
    let ems = width.map { size > 0 ? $0 / size : 0 }
    if let layout, layout.ems == ems { return layout.lines }
    let words = words ?? TextWords(string, in: fonts)
    self.words = words
    let lines = TextLayout(words, width: ems, maximumLines: maximumLines)
    layout = (lines, ems)
    return lines
  }

  private final func textChanged(_ isDifferent: Bool) {
    if isDifferent { words = nil }
    layoutChanged(isDifferent)
  }

  private final func layoutChanged(_ isDifferent: Bool) {
    if isDifferent { layout = nil }
    changed(isDifferent)
  }

  private final func changed(_ isDifferent: Bool) {
    if isDifferent { setNeedsDisplay() }
  }
}
