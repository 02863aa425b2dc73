import AnimCore
import AnimWindow

/// A list that can be dragged and flung. Pulling it down loads new rows.
final class PullList {
  static let rowHeight = 48.0
  /// The distance to pull, which is also the resting position while loading, in points.
  static let pull = 64.0
  let tree = LayerTree(root: Layer())
  let list = GraphicLayer()
  let spinner = ShapeLayer()
  /// The size of the view, in points.
  var size: Size
  private(set) var rows: [BoxLayer] = []
  private(set) var isRefreshing = false
  private var drag: Drag<Point>?

  init(rows count: Int, size: Size) {
    self.size = size
    spinner.path = Path(ellipseIn: Rect(center: .zero, side: 28))
    spinner.position = Point(x: size.width / 2, y: Self.pull / 2)
    (spinner.fillColor, spinner.strokeColor, spinner.lineWidth) = (.clear, .gray, 3)
    spinner.strokeEnd = 0
    for layer in [spinner, list] { tree.root.addSublayer(layer) }
    for _ in 0..<count { insertRow() }
    tree.update(to: 0)
  }

  /// The range of resting positions. The list's origin moves vertically.
  var range: Rect {
    let bottom = min(size.height - Double(rows.count) * Self.rowHeight, 0)
    let top = isRefreshing ? Self.pull : 0
    return Rect(x: 0, y: bottom, width: 0, height: top - bottom)
  }

  func handle(_ event: PointerEvent) {
    switch event.phase {
    case .pressed(.left):
      drag = Drag(
        list.$position, from: event.point, at: event.time, in: range,
        over: Size(width: 0, height: size.height))
    case .moved:
      drag?.move(to: event.point, at: event.time)
      if drag != nil, !isRefreshing {
        spinner.$strokeEnd.jump(to: min(max(list.position.y / Self.pull, 0), 1) * 0.8)
      }
    case .released(.left):
      if let drag { release(drag.velocity(at: event.time)) }
      drag = nil
    case .scrolled(let way): list.position.y = inside(list.position.y - way.dy * Self.rowHeight)
    default: break
    }
  }

  private func inside(_ y: Double) -> Double { min(max(y, range.minY), range.maxY) }

  private func release(_ velocity: Vector) {
    if !isRefreshing, list.position.y >= Self.pull { refresh() }
    let rest = Deceleration.normal.projection(of: list.position, velocity: velocity)
    if inside(rest.y) == rest.y {
      list.$position.decelerate(velocity: velocity)
    } else {
      list.$position.animate(to: Point(x: 0, y: inside(rest.y)), velocity: velocity)
    }
  }

  /// Shows the progress indicator for two turns.
  private func refresh() {
    isRefreshing = true
    let turns = BasicAnimation(
      from: Angle.zero, to: .turns(1), timing: MediaTiming(duration: 0.8, repeatCount: 2))
    try? spinner.$rotation.add(turns, completion: { [weak self] _ in self?.finish() })
  }

  private func finish() {
    isRefreshing = false
    tree.animate(curve: .snappy) {
      insertRow()
      spinner.strokeEnd = 0
      if drag == nil { list.position.y = inside(list.position.y) }
    }
  }

  /// Inserts a row above the others, which move down.
  private func insertRow() {
    let row = BoxLayer(
      Rect(x: 8, y: 4, width: size.width - 16, height: Self.rowHeight - 8), cornerRadius: 8)
    row.fillColor = Color(white: rows.count.isMultiple(of: 2) ? 0.3 : 0.4)
    for other in rows { other.position.y += Self.rowHeight }
    rows.append(row)
    list.addSublayer(row, transition: .fade.combined(with: .scale(0.8)))
  }
}
