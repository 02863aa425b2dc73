/// A layer that shows its sublayers several times, each copy moved, turned, faded and later than the one before, like
/// CAReplicatorLayer.
///
/// ```swift
/// let dots = ReplicatorLayer()
/// dots.instanceCount = 12
/// dots.instanceRotation = .degrees(30)
/// dots.instanceDelay = 0.1
/// dots.addSublayer(dot)
/// ```
///
/// The copies are drawn, not made: they have no layers of their own, and only the first is found by
/// ``Layer/hitTest(_:)``.
open class ReplicatorLayer: GraphicLayer {
  /// The number of copies, the first included: 0 ... ``maximumCount``. Initially 1.
  public final var instanceCount = 1 { didSet { changed(instanceCount != oldValue) } }
  /// The most copies of one layer.
  public static var maximumCount: Int { 10_000 }
  /// How far each copy is from the one before, in the space of that.
  @Animatable public final var instanceOffset = Vector.zero
  /// How far each copy is turned against the one before, about the layer's origin.
  @Animatable public final var instanceRotation = Angle.zero
  /// The scale of each copy relative to the one before, about the layer's origin.
  @Animatable public final var instanceScale = Size(width: 1, height: 1)
  /// The opacity of each copy relative to the one before, clamped to 0 ... 1.
  @Animatable(isMotion: false) public final var instanceOpacity = 1.0
  /// Seconds by which each copy shows its animations later than the one before; finite.
  ///
  /// A copy shows the sublayers as they were, or will be, by the animations that they have now. One that has ended
  /// and been removed is in no copy any more: let it stay, or repeat it.
  public final var instanceDelay: Seconds = 0 { didSet { changed(instanceDelay != oldValue) } }

  /// A layer that shows its sublayers once.
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
    var (own, opacity) = (Transform.identity, 1.0)
    for index in 0..<count {
      let outer = own.followed(by: transform)
      withTreeTime(delayedBy: delay * Double(index)) {
        if opacity == 1 { return super.drawCopies(into: &list, outer) }
        list.withGroup(GroupStyle(opacity: opacity)) { super.drawCopies(into: &$0, outer) }
      }
      own = step.followed(by: own)
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
