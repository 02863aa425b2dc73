import AnimCore
import AnimText

/// The resources of an image and the work done for it so far. All SVG images in a document and in
/// its fonts share the limits, so that many of them take no more than one.
final class DrawingWork {
  /// The time that the image may take.
  let budget = WorkBudget()
  /// The images of patterns and filters.
  let drawings = KeptDrawings()
  var tiles = PatternTiles()
  var filtered = FilterWork()
  /// Elements that were drawn.
  var elements = 0
  /// Elements whose boxes were found.
  var boxes = 0
  /// Characters that were looked at, and what takes as long.
  var characters = 0
  /// Bytes and pixels of the images that fonts have for glyphs.
  var glyphImages = 0
  /// Steps for reading glyphs; see ``PaintingLimits/glyphSteps``.
  private(set) var glyphSteps = 0
  /// Bytes of what was read for this image, or before and used again.
  var readBytes = 0
  /// Bytes of all that was read and is kept.
  var keptBytes = 0
  /// Counts images, and searches for what is at a point.
  private(set) var image = 0
  /// The corners that the list already had.
  private(set) var firstWork = 0

  /// Begins with another image.
  ///
  /// - Parameters:
  ///   - work: That of the list that it is appended to.
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

  /// Begins to look for what is at a point.
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

  /// Spends the steps for glyphs that were read before, unless they exceed the budget of the image.
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
