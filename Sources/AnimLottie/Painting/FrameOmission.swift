import AnimCore

/// Something that is left out of a frame because of a limit.
struct FrameOmission: Hashable, Sendable {
  /// Counted from the animation's first, which is 0.
  var frame: Double
  /// The JSON path of the layer in which the limit was reached; empty for none.
  var layer: String
  var reason: Reason

  enum Reason: Hashable, Sendable {
    /// See ``FrameLimits/layers``.
    case layers
    /// See ``FrameLimits/depth``.
    case depth
    /// See ``FrameLimits/copies``.
    case copies
    /// See ``FrameLimits/shapes``.
    case shapes
    /// See ``FrameLimits/points``.
    case points
    /// Areas that have too many sides to be merged.
    case areas
    /// What the display list did not take.
    case list(Omissions)
  }
}

extension FrameOmission {
  var diagnostic: LottieDiagnostic {
    let number = Int(min(max(frame, 0), 1e15))
    return LottieDiagnostic(
      path: layer, severity: .notDrawn,
      message: "frame \(number) has \(reason); the rest is not drawn")
  }
}

extension FrameOmission.Reason: CustomStringConvertible {
  var description: String {
    switch self {
    case .layers: "more than \(FrameLimits.layers) layers"
    case .depth:
      "more than \(FrameLimits.depth) compositions, mattes or repeaters within each other"
    case .copies: "more than \(FrameLimits.copies) copies by repeaters"
    case .shapes: "more than \(FrameLimits.shapes) shapes and points of modified paths"
    case .points: "outlines with more than \(FrameLimits.points) corners"
    case .areas: "areas with too many sides to be merged"
    case .list(let omissions): omissions.text
    }
  }
}

extension Omissions {
  /// What there is too much of; of several, one.
  fileprivate var text: String {
    if contains(.depth) {
      "more than \(DisplayList.maximumDepth) groups within each other"
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

/// Limits on what is drawn in one frame, so that every frame ends. Anything beyond them is left
/// out.
enum FrameLimits {
  /// Layers, including those of nested compositions and mattes.
  static let layers = 50_000
  /// Levels of nested compositions and mattes; also repeaters in one list.
  static let depth = 128
  /// Copies that all repeaters together make of one layer's shapes.
  static let copies = 10_000
  /// Shapes of all layers, including copies, plus the points that modifiers make of them.
  static let shapes = 1 << 18
  /// Corners of one outline.
  static let outlinePoints = 1 << 18
  /// Corners of all outlines.
  static let points = 1 << 20
}
