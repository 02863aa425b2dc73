import AnimCore

/// A golden star with a hole and a shadow.
func drawBadge(into list: inout DisplayList) {
  var star = Path()
  star.addStar(center: Point(x: 50, y: 50), outerRadius: 40, innerRadius: 18, points: 5)
  star = star.roundingCorners(radius: 4)

  var hole = Path()
  hole.addCircle(center: Point(x: 50, y: 50), radius: 8, start: .degrees(-90))

  let gold = GradientStops([
    .init(at: 0, Color(rgb: 0xFFE08A)), .init(at: 1, Color(rgb: 0xD08A10)),
  ])
  let shine = Gradient(.linear(start: Point(x: 0, y: 10), end: Point(x: 0, y: 90)), stops: gold)
  let shadow = Filter.dropShadow(
    Color(argb: 0x8000_0000), offset: Vector(dx: 0, dy: 4), sigma: 3)

  list.withGroup(GroupStyle(filters: [shadow])) { list in
    list.fill(star.subtracting(hole), .gradient(shine))
    list.stroke(star, StrokeStyle(width: 2, join: .round), .color(.black))
  }
}

/// Returns the badge as text, with a character for each 4 × 8 points: darker characters for darker
/// areas.
func badgeAsText() -> String {
  var list = DisplayList(size: PixelSize(width: 25, height: 25), scale: 0.25, background: .white)
  drawBadge(into: &list)
  let image = PixelImage(size: list.size)
  Rasterizer(threads: 1).paint(list, into: image)
  let rows = stride(from: 1, to: 25, by: 2).map { y in
    String((0..<25).map { shade(image[$0, y]) })
  }
  return rows.joined(separator: "\n")
}

private func shade(_ word: UInt32) -> Character {
  let brightness = (word >> 16 & 0xFF) + (word >> 8 & 0xFF) + (word & 0xFF)
  let shades = Array("@#+-. ")
  return shades[Int(brightness) * shades.count / 766]
}

@main
enum Program {
  static func main() { print(badgeAsText()) }
}
