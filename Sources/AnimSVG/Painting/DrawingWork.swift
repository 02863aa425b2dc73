import AnimCore
import AnimText

/// The resources of an image, and the work done for it so far. All SVG images in a document and in
/// its fonts share the limits.
final class DrawingWork {
  /// The time that the image may take.
  let budget = WorkBudget()
  /// The images of patterns and filters.
  let drawings = KeptDrawings()
  var tiles = PatternTiles()
  var filtered = FilterWork()
  /// The number of elements that were drawn.
  var elements = 0
  /// The number of elements whose boxes were computed.
  var boxes = 0
  /// The number of characters that were processed, and of operations with the same cost.
  var characters = 0
  /// The number of bytes and pixels of glyph images in fonts.
  var glyphImages = 0
  /// The number of steps for reading glyphs; see ``PaintingLimits/glyphSteps``.
  private(set) var glyphSteps = 0
  /// The number of bytes of all files that this image uses, whether or not they were read for an
  /// earlier image.
  var readBytes = 0
  /// The number of bytes of all cached files.
  var keptBytes = 0
  /// The number of images and hit tests so far.
  private(set) var image = 0
  /// The number of corners that the list had before this image.
  private(set) var firstWork = 0

  /// Starts another image.
  ///
  /// - Parameters:
  ///   - work: The work of the list that the image is appended to.
  ///   - size: The size of the image in pixels.
  func beginFrame(after work: Int, size: PixelSize) {
    budget.reset(size: size)
    drawings.beginFrame()
    tiles = PatternTiles()
    filtered = FilterWork()
    firstWork = work
    beginHit()
  }

  /// Charges the budget of the image.
  func spend(_ count: Int = 1, on cost: BuildingCost) { budget.spend(count, on: cost) }

  /// Whether building the image has reached its limit.
  var isExhausted: Bool { budget.isBuildingExhausted }

  /// Starts a hit test.
  func beginHit() {
    image += 1
    readBytes = 0
    budget.resetBuilding()
    elements = 0
    boxes = 0
    characters = 0
    glyphImages = 0
    glyphSteps = 0
  }

  /// Charges the steps for glyphs that are already cached, and returns whether the budget of the
  /// image allows them.
  func spendGlyphSteps(_ count: Int) -> Bool {
    guard glyphSteps + count <= PaintingLimits.glyphSteps else { return false }
    glyphSteps += count
    spend(count, on: .glyphStep)
    return true
  }

  /// Returns the outline of a glyph, unless the glyph or the glyphs of the image take too many steps.
  func outline(of glyph: FontFace.Glyph, _ face: FontFace) -> GlyphOutcome {
    guard glyphSteps <= PaintingLimits.glyphSteps else { return .omitted(.glyphSteps) }
    let cost = face.cost(of: glyph)
    let steps = max((cost ?? FontLimits.glyphSteps) - PaintingLimits.plainGlyphSteps, 0)
    glyphSteps += steps
    spend(steps, on: .glyphStep)
    guard glyphSteps <= PaintingLimits.glyphSteps else { return .omitted(.glyphSteps) }
    return cost == nil ? .omitted(.complexGlyphs) : .path(face.outline(of: glyph))
  }

  enum GlyphOutcome {
    case path(Path)
    case omitted(Omission)
  }
}
