import AnimCore

/// Several scenes in adjacent cells. Each is clipped to its cell.
package final class TiledScene: Scene {
  private let scenes: [any Scene]
  private var cells: [Rect]

  package init(_ scenes: [any Scene]) {
    self.scenes = scenes
    cells = scenes.map { _ in .zero }
  }

  package func layout(in size: Size) {
    cells = Self.cells(scenes.count, in: size)
    for (scene, cell) in zip(scenes, cells) { scene.layout(in: cell.size) }
  }

  package func update(to time: Seconds) {
    for scene in scenes { scene.update(to: time) }
  }

  package func start(on source: FrameSource) {
    for scene in scenes { scene.start(on: source) }
  }

  package func draw(into list: inout DisplayList) {
    for (scene, cell) in zip(scenes, cells) { list.withView(cell) { scene.draw(into: &$0) } }
  }

  /// Returns `count` equal cells in rows, in the arrangement that maximizes the shorter side of the
  /// cells. If the last row isn't full, its cells are wider.
  static func cells(_ count: Int, in size: Size) -> [Rect] {
    guard count > 0 else { return [] }
    let columns = (1...count).max { shortSide($0, count, size) < shortSide($1, count, size) } ?? 1
    let rows = (count + columns - 1) / columns
    return (0..<count).map { index in
      let row = index / columns
      let inRow = min(columns, count - row * columns)
      let width = size.width / Double(inRow)
      let height = size.height / Double(rows)
      return Rect(
        x: Double(index % columns) * width, y: Double(row) * height, width: width, height: height)
    }
  }

  private static func shortSide(_ columns: Int, _ count: Int, _ size: Size) -> Double {
    let rows = (count + columns - 1) / columns
    return min(size.width / Double(columns), size.height / Double(rows))
  }
}
