import AnimCore
import AnimWindow

/// A card on a table, which can be dragged, flung and caught. Flung over the edge, it springs back.
final class CardTable {
  let card = ShapeLayer()
  let tree = LayerTree(root: Layer())
  /// The size of the table, in points.
  var size: Size
  /// From the finger to the card's middle, while it is held.
  private var grip: Vector?
  private var tracker = VelocityTracker<Point>()

  init(size: Size) {
    self.size = size
    card.path = Path(roundedRect: Rect(x: -60, y: -40, width: 120, height: 80), cornerRadius: 12)
    card.fillColor = .orange
    card.position = size.center
    tree.root.addSublayer(card)
  }

  func handle(_ event: PointerEvent) {
    switch event.phase {
    case .pressed(.left) where tree.hitTest(event.point) === card: take(event)
    case .moved where grip != nil: drag(event)
    case .released(.left) where grip != nil: release()
    default: break
    }
  }

  private func take(_ event: PointerEvent) {
    card.$position.stop()
    grip = card.position - event.point
    tracker.reset()
    tracker.add(event.point, at: event.time)
    tree.animate(curve: .snappy) { card.scale = Size(width: 1.1, height: 1.1) }
  }

  private func drag(_ event: PointerEvent) {
    guard let grip else { return }
    card.$position.jump(to: event.point + grip)
    tracker.add(event.point, at: event.time)
  }

  private func release() {
    grip = nil
    tree.animate(curve: .snappy) { card.scale = Size(width: 1, height: 1) }
    let velocity = tracker.velocity
    let rest = Deceleration.normal.projection(of: card.position, velocity: velocity)
    let inside = Point(
      x: min(max(rest.x, 60), size.width - 60), y: min(max(rest.y, 40), size.height - 40))
    if inside == rest {
      card.$position.decelerate(velocity: velocity)
    } else {
      card.$position.animate(to: inside, velocity: velocity, curve: .spring(bounce: 0.2))
    }
  }
}
