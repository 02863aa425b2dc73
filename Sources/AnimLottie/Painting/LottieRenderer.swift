import AnimCore

/// Draws the frames of an animation. Keeps shared data and working memory.
///
/// The image of a frame depends only on the frame, regardless of earlier ones. Use a renderer on one thread at a time.
/// For several threads, create a renderer of the same animation for each:
///
/// ```swift
/// let renderer = LottieRenderer(animation)
/// let report = renderer.draw(frame: 12, into: &list)
/// if let omission = report.omission { print(omission) }
/// ```
public final class LottieRenderer {
  /// The animation.
  public let animation: LottieAnimation
  /// Created on first use, because a scene whose size alone is needed doesn't require it.
  private lazy var painter = DocumentPainter(animation.document)

  /// Creates a renderer. It needs no time or memory until it draws.
  public init(_ animation: LottieAnimation) { self.animation = animation }

  /// The animation's ``LottieAnimation/diagnostics``, without compiling its expressions again.
  public var diagnostics: [Diagnostic] {
    animation.diagnostics(animation.document.expressions.flatMap { _ in painter.scripts })
  }

  /// Appends a frame, clipped to the composition. The upper left corner of the composition is the origin.
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

  /// Returns a Boolean value that indicates whether a point lies in the box of a layer, as it is
  /// drawn at a frame. The box has the directions of the layer, not of the composition. The layer
  /// may be in a nested composition. If several layers have this name, any of them counts.
  ///
  /// - Parameters:
  ///   - name: The name of the layer.
  ///   - point: A point of the composition.
  ///   - frame: The frame, counted from 0 and clamped to the animation.
  public func hits(_ name: String, at point: Point, frame: Double) -> Bool {
    painter.hits(name, frame: frame, at: point)
  }
}

@available(*, unavailable, message: "make a renderer for each thread")
extension LottieRenderer: Sendable {}
