/// A drag of a property: the property follows the pointer from its position on the screen, and
/// keeps the velocity of the pointer when it is released.
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
/// Positions of the pointer are in the space of the property: for a ``GraphicLayer/position``, the
/// space of the superlayer, which ``Layer/convert(_:from:)`` converts to.
public struct Drag<Value: Interpolatable> {
  private let property: Animatable<Value>
  /// The displacement from the pointer to the value.
  private let grip: Value.Displacement
  /// A function that returns the value to show for a value at the pointer.
  private let shown: (Value) -> Value
  private var tracker = VelocityTracker<Value>()

  /// Stops the property at its value on the screen (see ``Animatable/stop()``), and holds it there.
  /// - Parameters:
  ///   - property: The property to drag.
  ///   - pointer: The position at which the pointer takes hold. Its distance to the value stays
  ///     the same.
  ///   - time: The time of the event. All times of a drag must be from the same clock.
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

  /// Moves the property immediately with the pointer; see ``Animatable/jump(to:)``.
  /// - Parameters:
  ///   - pointer: The current position of the pointer.
  ///   - time: The time of the event.
  public mutating func move(to pointer: Value, at time: Timestamp) {
    let value = shown(pointer.moved(by: grip))
    property.jump(to: value)
    tracker.add(value, at: time)
  }

  /// Returns the velocity of the property per second if it is released at `time`. The velocity is
  /// zero if the pointer hasn't moved for 40 ms by then. See ``VelocityTracker``.
  public func velocity(at time: Timestamp) -> Value.Displacement { tracker.velocity(at: time) }
}

extension Drag where Value == Double {
  /// Holds a property that follows the pointer within a range and resists outside, like the offset
  /// of a list.
  ///
  /// A value that is already outside the range, for example while it bounces back, is held there
  /// without a jump.
  /// - Parameters:
  ///   - property: The property to drag.
  ///   - pointer: The position at which the pointer takes hold.
  ///   - time: The time of the event.
  ///   - range: The values without resistance.
  ///   - dimension: The size of the view in that direction, in points.
  ///   - band: The resistance.
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
  /// Holds a point that follows the pointer within a rectangle and resists outside, separately in
  /// each direction, like the contents of a scroll view.
  ///
  /// A point that is already outside the rectangle, for example while it bounces back, is held
  /// there without a jump.
  /// - Parameters:
  ///   - property: The property to drag.
  ///   - pointer: The position at which the pointer takes hold.
  ///   - time: The time of the event.
  ///   - range: The points without resistance. If its width and the width of `size` are 0, the
  ///     point moves only vertically.
  ///   - size: The size of the view, in points.
  ///   - band: The resistance.
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
