/// A drag of a property: it is taken hold of where it is on the screen, follows the pointer, and is as fast when it is let
/// go as it was then.
///
/// ```swift
/// // Where the pointer is pressed on a card, which may be on its way:
/// drag = Drag(card.$position, from: event.point, at: event.time)
/// // Where it is moved:
/// drag?.move(to: event.point, at: event.time)
/// // Where it is released:
/// if let drag { card.$position.decelerate(velocity: drag.velocity(at: event.time)) }
/// drag = nil
/// ```
///
/// Places of the pointer are in the space of the property: that of the superlayer for a ``GraphicLayer/position``, which
/// ``Layer/convert(_:from:)`` converts to.
public struct Drag<Value: Interpolatable> {
  private let property: Animatable<Value>
  /// From the pointer to the value that it holds.
  private let grip: Value.Displacement
  /// What is shown of a value that the pointer holds.
  private let shown: (Value) -> Value
  private var tracker = VelocityTracker<Value>()

  /// Stops the property where it is on the screen (see ``Animatable/stop()``), and holds it there.
  /// - Parameters:
  ///   - property: what is dragged.
  ///   - pointer: where the pointer takes hold of it. The distance to the value stays as it is.
  ///   - time: when that was, by the clock that all times of the drag are of.
  public init(_ property: Animatable<Value>, from pointer: Value, at time: Timestamp) {
    self.init(property, holding: property.presentation, from: pointer, at: time) { $0 }
  }

  private init(
    _ property: Animatable<Value>, holding held: Value, from pointer: Value, at time: Timestamp,
    shown: @escaping (Value) -> Value
  ) {
    property.stop()
    self.property = property
    self.shown = shown
    grip = Value.displacement(from: pointer, to: held, turning: .raw)
    tracker.add(property.model, at: time)
  }

  /// Moves the property with the pointer, at once; see ``Animatable/jump(to:)``.
  /// - Parameters:
  ///   - pointer: where the pointer is now.
  ///   - time: when it was there.
  public mutating func move(to pointer: Value, at time: Timestamp) {
    let value = shown(pointer.moved(by: grip))
    property.jump(to: value)
    tracker.add(value, at: time)
  }

  /// How fast the property moves if it is let go at `time`, per second; zero if the pointer has not been moved for 40 ms by
  /// then. See ``VelocityTracker``.
  public func velocity(at time: Timestamp) -> Value.Displacement { tracker.velocity(at: time) }
}

extension Drag where Value == Double {
  /// Holds a property that follows the pointer within a range, and resists beyond, as the offset of a list.
  ///
  /// What is beyond already, as on its way back, is held there without a jump.
  /// - Parameters:
  ///   - property: what is dragged.
  ///   - pointer: where the pointer takes hold of it.
  ///   - time: when that was.
  ///   - range: the values without resistance.
  ///   - dimension: the size of the view in that direction, in points.
  ///   - band: the resistance.
  public init(
    _ property: Animatable<Double>, from pointer: Double, at time: Timestamp,
    in range: ClosedRange<Double>, over dimension: Double, band: RubberBand = .standard
  ) {
    let held = band.position(showing: property.presentation, in: range, over: dimension)
    self.init(property, holding: held, from: pointer, at: time) {
      band.position($0, in: range, over: dimension)
    }
  }
}

extension Drag where Value == Point {
  /// Holds a place that follows the pointer within a rectangle, and resists beyond, in each direction by itself, as what a
  /// scroll view shows.
  ///
  /// What is beyond already, as on its way back, is held there without a jump.
  /// - Parameters:
  ///   - property: what is dragged.
  ///   - pointer: where the pointer takes hold of it.
  ///   - time: when that was.
  ///   - range: the places without resistance. With a width of 0, and one of 0 in `size`, the place moves up and down only.
  ///   - size: that of the view, in points.
  ///   - band: the resistance.
  public init(
    _ property: Animatable<Point>, from pointer: Point, at time: Timestamp, in range: Rect,
    over size: Size, band: RubberBand = .standard
  ) {
    let (x, y) = (
      range.minX...max(range.minX, range.maxX), range.minY...max(range.minY, range.maxY)
    )
    let seen = property.presentation
    let held = Point(
      x: band.position(showing: seen.x, in: x, over: size.width),
      y: band.position(showing: seen.y, in: y, over: size.height))
    self.init(property, holding: held, from: pointer, at: time) {
      Point(
        x: band.position($0.x, in: x, over: size.width),
        y: band.position($0.y, in: y, over: size.height))
    }
  }
}
