/// A layer that shows copies of its sublayers, each of which is moved, rotated, faded and delayed
/// relative to the previous one, like CAReplicatorLayer.
///
/// ```swift
/// let dots = ReplicatorLayer()
/// dots.instanceCount = 12
/// dots.instanceRotation = .degrees(30)
/// dots.instanceDelay = 0.1
/// dots.addSublayer(dot)
/// ```
///
/// The copies are only drawn. They aren't layers, and ``Layer/hitTest(_:)`` finds only the first.
open class ReplicatorLayer: GraphicLayer {
  /// The number of copies, the first included: 0 ... ``maximumCount``. Initially 1.
  public final var instanceCount = 1 { didSet { changed(instanceCount != oldValue) } }
  /// The maximum number of copies of one layer.
  public static var maximumCount: Int { 10_000 }
  /// The offset of each copy from the previous one, in the space of that copy.
  @Animatable public final var instanceOffset = Vector.zero
  /// The rotation of each copy relative to the previous one, around the origin of the layer.
  @Animatable public final var instanceRotation = Angle.zero
  /// The scale of each copy relative to the one before, about the layer's origin.
  @Animatable public final var instanceScale = Size(width: 1, height: 1)
  /// The opacity of each copy relative to the one before, clamped to 0 ... 1.
  @Animatable(isMotion: false) public final var instanceOpacity = 1.0
  /// The delay of the animations of each copy relative to the previous one, in seconds. It must be
  /// finite.
  ///
  /// A copy shows the past or future state of the sublayers, computed from their current
  /// animations. An animation that has ended and been removed disappears from all copies. Keep it
  /// with a fill mode, or let it repeat.
  public final var instanceDelay: Seconds = 0 { didSet { changed(instanceDelay != oldValue) } }

  /// Creates a layer that shows its sublayers once.
  public override init() {
    super.init()
    drawsForeground = true
  }

  override final func drawCopies(into list: inout DisplayList, _ transform: Transform) {
    let count = min(max(instanceCount, 0), Self.maximumCount)
    let step = Transform(
      scaleX: $instanceScale.presentation.width, y: $instanceScale.presentation.height
    )
    .followed(by: Transform(rotation: $instanceRotation.presentation))
    .followed(by: Transform(translation: $instanceOffset.presentation))
    let fading = min(max($instanceOpacity.presentation, 0), 1)
    let delay = instanceDelay.isFinite ? instanceDelay : 0
    var (placement, opacity) = (Transform.identity, 1.0)
    for index in 0..<count {
      let outer = placement.followed(by: transform)
      withTreeTime(delayedBy: delay * Double(index)) {
        if opacity == 1 { return super.drawCopies(into: &list, outer) }
        list.withGroup(GroupStyle(opacity: opacity)) { super.drawCopies(into: &$0, outer) }
      }
      placement = step.followed(by: placement)
      opacity *= fading
    }
  }

  /// Draws with the time of the tree as it was before.
  private final func withTreeTime(delayedBy delay: Seconds, _ body: () -> Void) {
    guard delay != 0, let clock = tree?.clock else { return body() }
    let now = clock.time
    clock.move(to: now - delay)
    body()
    clock.move(to: now)
  }
}
