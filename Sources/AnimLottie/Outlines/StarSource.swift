import AnimCore

/// A ``StarShape``, ready to be evaluated.
final class StarSource {
  private let isPolygon: Bool
  private let position: PositionProperty
  private let points: Property<Double>
  private let rotation: Property<Double>
  private let outerRadius: Property<Double>
  private let outerRoundness: Property<Double>
  private let innerRadius: Property<Double>
  private let innerRoundness: Property<Double>
  let isConstant: Bool

  init(_ shape: StarShape) {
    isPolygon = shape.isPolygon
    position = PositionProperty(shape.position)
    points = Property(shape.points)
    rotation = Property(shape.rotation)
    outerRadius = Property(shape.outerRadius)
    outerRoundness = Property(shape.outerRoundness)
    innerRadius = Property(shape.innerRadius)
    innerRoundness = Property(shape.innerRoundness)
    isConstant =
      position.isConstant && points.isConstant && rotation.isConstant && outerRadius.isConstant
      && outerRoundness.isConstant && innerRadius.isConstant && innerRoundness.isConstant
  }

  func append(at time: Double, to path: inout Path) {
    let position = position.value(at: time)
    let center = Point(x: position.x, y: position.y)
    let rotation = Angle(degrees: rotation.value(at: time))
    let radius = outerRadius.value(at: time)
    let roundness = outerRoundness.value(at: time) * 0.01
    // NaN and infinity fail the comparisons.
    let rounded = points.value(at: time).rounded()
    guard rounded >= 1 else { return }
    let count = rounded < Double(Path.maximumCorners) ? Int(rounded) : Path.maximumCorners
    if isPolygon {
      path.addPolygon(
        center: center, radius: radius, corners: count, roundness: roundness, rotation: rotation)
    } else {
      path.addStar(
        center: center, outerRadius: radius, innerRadius: innerRadius.value(at: time),
        points: count, outerRoundness: roundness,
        innerRoundness: innerRoundness.value(at: time) * 0.01, rotation: rotation)
    }
  }
}
