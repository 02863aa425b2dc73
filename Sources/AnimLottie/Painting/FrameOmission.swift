import AnimCore

/// An omission in a frame because of a limit.
struct FrameOmission: Hashable, Sendable {
  /// The frame, counted from the animation's first frame, which is 0.
  var frame: Double
  /// The JSON path of the layer in which the limit was reached, or an empty string for none.
  var layer: String
  var reason: Reason

  enum Reason: Hashable, Sendable {
    /// See ``WorkBudget/buildingLimit``.
    case work
    /// See ``FrameLimits/depth``.
    case depth
    /// See ``FrameLimits/copies``.
    case copies
    /// See ``FrameLimits/shapes``.
    case shapes
    /// See ``FrameLimits/points``.
    case points
    /// See ``FrameLimits/pathPoints``.
    case pathPoints
    /// Areas that have too many sides to be merged.
    case areas
    /// A path that exceeds a limit of a modifier. See ``ModifierError``.
    case modifiedPath
    /// See ``FrameLimits/letters``.
    case letters
    /// See ``FrameLimits/glyphSteps``.
    case glyphs
    /// A glyph that is invalid or takes too many steps.
    case complexGlyph(Character)
    /// Omissions in the display list.
    case list(Omissions)
  }
}

extension FrameOmission {
  var diagnostic: Diagnostic {
    let number = Int(min(max(frame, 0), 1e15))
    return Diagnostic(
      .frameLimit, .notDrawn, "frame \(number) has \(reason); \(reason.consequence)", at: layer)
  }
}

extension FrameOmission.Reason {
  fileprivate var consequence: String {
    switch self {
    case .areas, .modifiedPath: "they are drawn as they are"
    default: "the rest is not drawn"
    }
  }
}

extension FrameOmission.Reason: CustomStringConvertible {
  var description: String {
    switch self {
    case .work: "more layers, points and letters than are drawn in one frame"
    case .depth:
      "more than \(FrameLimits.depth) compositions, mattes or repeaters nested in each other"
    case .copies: "more than \(FrameLimits.copies) copies by repeaters"
    case .shapes: "more than \(FrameLimits.shapes) shapes and points of modified paths"
    case .points: "outlines with more than \(FrameLimits.points) corners"
    case .pathPoints: "paths with more than \(FrameLimits.pathPoints) points"
    case .areas: "areas with too many sides to be merged"
    case .modifiedPath: "paths with too many sides to be modified"
    case .letters: "more than \(FrameLimits.letters) letters, counted again for each text animator"
    case .glyphs: "glyphs that take more than \(FrameLimits.glyphSteps) steps together"
    case .complexGlyph(let character):
      "glyphs that are invalid or take too many steps, such as that of \(character.codePoints)"
    case .list(let omissions): omissions.text
    }
  }
}

extension Omissions {
  /// A description of the exceeded limit, or of one of them if several were exceeded.
  fileprivate var text: String {
    if contains(.depth) {
      "more than \(DisplayList.maximumDepth) nested groups"
    } else if contains(.commands) {
      "more than \(DisplayList.maximumCommands) outlines and groups"
    } else if contains(.points) {
      "an outline with more than \(FrameLimits.outlinePoints) corners"
    } else if contains(.filters) {
      "effects on more than \(DisplayList.maximumFilteredPixels) pixels"
    } else if contains(.work) {
      "shapes and groups that cover more pixels than are painted"
    } else if contains(.dashes) {
      "a line with more than a million dashes"
    } else {
      "an outline without a finite extent"
    }
  }
}

/// Limits on the sizes of one frame. Content beyond them is omitted. ``WorkBudget`` limits the time
/// that the frame takes.
enum FrameLimits {
  /// The maximum depth of nested compositions and mattes, and of repeaters in one list.
  static let depth = 128
  /// The maximum number of copies of one layer's shapes, by all repeaters together.
  static let copies = 10_000
  /// The maximum number of shapes of all layers, including copies, plus the points added by modifiers.
  static let shapes = 1 << 18
  /// The maximum number of letters of all texts; see ``TextWork/letters``.
  static let letters = 1 << 17
  /// The maximum number of steps for reading the glyphs of all texts; see ``TextWork/glyphSteps``.
  static let glyphSteps = 1 << 21
  /// The maximum number of points of the paths of all shapes, including copies.
  static let pathPoints = 1 << 21
  /// The number of points that take as long to join as it takes to measure a point's curve for
  /// dashes.
  static let dashedPoints = 16
  /// The points that take as long to join as the transform of a path takes to find.
  static let pointsPerPath = 8
  /// The maximum number of corners of one outline.
  static let outlinePoints = 1 << 18
  /// The maximum number of corners of all outlines.
  static let points = 1 << 20
}
