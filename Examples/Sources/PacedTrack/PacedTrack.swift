import AnimCore

/// Two marks on a track of unequal sections, both at constant speed: one along its corners, as
/// keyframes, and one along a curve through them, as a path.
final class PacedTrack {
  let corners = [
    Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 60), Point(x: 40, y: 60),
  ]
  private let onCorners = GraphicLayer()
  private let onCurve = GraphicLayer()
  private let tree: LayerTree

  init() {
    let root = GraphicLayer()
    root.addSublayer(onCorners)
    root.addSublayer(onCurve)
    tree = LayerTree(root: root)
  }

  func start(duration: Seconds) throws {
    let timing = MediaTiming(duration: duration)
    try onCorners.$position.add(
      KeyframeAnimation(values: corners, calculationMode: .paced, timing: timing))
    var curve = Path()
    curve.move(to: corners[0])
    curve.addCurve(to: corners[3], control1: corners[1], control2: corners[2])
    try onCurve.$position.add(PathAnimation(along: curve, timing: timing))
    try onCurve.$rotation.add(PathAnimation(turningAlong: curve, timing: timing))
  }

  /// Returns the positions of the two marks.
  func positions(at time: Seconds) -> (corners: Point, curve: Point) {
    tree.update(to: time)
    return (onCorners.$position.presentation, onCurve.$position.presentation)
  }

  /// Returns the speeds of the two marks, in points per second.
  func speeds(at time: Seconds) -> (corners: Double, curve: Double) {
    tree.update(to: time)
    return (onCorners.$position.velocity.length, onCurve.$position.velocity.length)
  }
}

@main
enum Program {
  static func main() throws {
    let track = PacedTrack()
    try track.start(duration: 4)
    for step in 0..<8 { print(track.positions(at: Double(step) / 2)) }
  }
}
