import AnimCore
import AnimWindow

/// A card on a table, which can be dragged, flung and caught. Flung over the edge, it springs back.
final class CardTable {
  let card = ShapeLayer()
  let tree = LayerTree(root: Layer())
  /// The size of the table, in points.
  var size: Size
  private var drag: Drag<Point>?

  init(size: Size) {
    self.size = size
    card.path = Path(roundedRect: Rect(x: -60, y: -40, width: 120, height: 80), cornerRadius: 12)
    card.fillColor = .orange
    card.position = size.center
    tree.root.addSublayer(card)
  }

  func handle(_ event: PointerEvent) {
    switch event.phase {
    case .pressed(.left) where tree.hitTest(event.point) === card:
      drag = Drag(card.$position, from: event.point, at: event.time)
      show(scale: 1.1)
    case .moved: drag?.move(to: event.point, at: event.time)
    case .released(.left):
      if let drag { fling(drag.velocity(at: event.time)) }
      drag = nil
    default: break
    }
  }

  private func fling(_ velocity: Vector) {
    show(scale: 1)
    let rest = Deceleration.normal.projection(of: card.position, velocity: velocity)
    let inside = Point(
      x: min(max(rest.x, 60), size.width - 60), y: min(max(rest.y, 40), size.height - 40))
    if inside == rest {
      card.$position.decelerate(velocity: velocity)
    } else {
      card.$position.animate(to: inside, velocity: velocity, curve: .spring(bounce: 0.2))
    }
  }

  private func show(scale: Double) {
    tree.animate(curve: .snappy) { card.scale = Size(width: scale, height: scale) }
  }
}
