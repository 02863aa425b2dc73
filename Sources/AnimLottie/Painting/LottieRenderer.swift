import AnimCore

/// Draws frames of an animation, and keeps what they have in common and memory to work in.
///
/// The picture of a frame depends on the frame alone, whatever was drawn before. Use a renderer on one
/// thread at a time; for several threads, make one of the same animation for each:
///
/// ```swift
/// let renderer = LottieRenderer(animation)
/// let report = renderer.draw(frame: 12, into: &list)
/// if let omission = report.omission { print(omission) }
/// ```
public final class LottieRenderer {
  /// The animation that is drawn.
  public let animation: LottieAnimation
  /// Made when something is first drawn: a scene that is only asked for its size needs none.
  private lazy var painter = DocumentPainter(animation.document)

  /// Creates a renderer, which takes no time and no memory until it draws.
  public init(_ animation: LottieAnimation) { self.animation = animation }

  /// ``LottieAnimation/diagnostics`` of the animation, without compiling its expressions once more.
  public var diagnostics: [LottieDiagnostic] {
    animation.diagnostics(animation.document.expressions.flatMap { _ in painter.scripts })
  }

  /// Appends a frame, clipped to the composition, whose upper left corner is the origin.
  ///
  /// - Parameters:
  ///   - frame: The frame, counted from 0 and clamped to the animation. Between two frames,
  ///     properties are interpolated.
  ///   - list: The display list to append to.
  ///   - transform: The transform from points of the composition to points of the list.
  /// - Returns: The omissions and failed expressions of this frame.
  @discardableResult
  public func draw(
    frame: Double, into list: inout DisplayList, transform: Transform = .identity
  ) -> LottieDrawingReport {
    painter.draw(frame: frame, into: &list, transform: transform)
  }

  /// Whether a point lies in the box of a layer, as it is drawn at a frame. The box has the directions
  /// of the layer, not of the composition. The layer may be in a nested composition; of several with
  /// this name, any counts.
  ///
  /// - Parameters:
  ///   - name: the name of the layer.
  ///   - point: a point of the composition.
  ///   - frame: the frame, counted from 0 and clamped to the animation.
  public func hits(_ name: String, at point: Point, frame: Double) -> Bool {
    painter.hits(name, frame: frame, at: point)
  }
}

@available(*, unavailable, message: "make a renderer for each thread")
extension LottieRenderer: Sendable {}
