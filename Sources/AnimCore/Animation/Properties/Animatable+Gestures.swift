/// Methods for gestures that take hold of a property, move it and release it.
extension Animatable {
  /// Sets the property, which immediately shows this value: no action is requested, and its
  /// animations end with ``AnimationCompletionReason/replaced``. Use it for properties that follow
  /// a finger.
  ///
  /// Members of a group continue from it. Completions are called before this method returns.
  public func jump(to value: Value) {
    guard let state, let tree = state.tree else {
      model = value
      return
    }
    tree.catchUp()
    let ended = state.animations.filter { !($0 is GroupInstance) && $0.animates(self) }
    if redraws && (value != model || !ended.isEmpty) { state.setNeedsDisplay() }
    model = value
    tree.end(ended, .replaced)
  }

  /// Stops the property at its value on the screen, which becomes its model value; see
  /// ``jump(to:)``. Use it to catch a moving layer.
  public func stop() { jump(to: presentation) }

  /// Sets the property and animates it from its value on the screen, with a velocity that doesn't
  /// depend on the distance. Even if both values are equal, the property moves away and returns.
  ///
  /// The method doesn't request an action. The transaction sets the start of the motion and, if the
  /// curve isn't a spring, its duration. A transaction can disable the motion, but it doesn't
  /// override the curve. In the changes of a ``PropertyAnimator``, the property follows the
  /// animator's own curve, starting with this velocity if it is given.
  /// - Parameters:
  ///   - value: The new model value.
  ///   - velocity: The displacement of the property per second of its layer, such as the velocity
  ///     of the finger, or `nil` to continue with the current velocity of the property.
  ///   - curve: The curve of the motion. A curve that isn't a spring starts with the current
  ///     velocity of the property, and then follows its own course.
  ///     ``LayerTree/animate(duration:delay:curve:changes:completion:)`` follows the curve from the
  ///     start.
  public func animate(
    to value: Value, velocity: Value.Displacement? = nil, curve: AnimationCurve = .smooth
  ) {
    move(velocity) { start, present in
      let keeps = velocity != nil || curve.keepsVelocity(.keepVelocity, isMoving: present != .zero)
      let motion = BasicInterpolator(
        start: start, end: nil, displacement: nil, curve: curve, turning: turning,
        velocity: keeps ? velocity ?? present : nil)
      let duration = state?.tree?.transaction.duration ?? Transaction.defaultDuration
      return (value, motion, curve.naturalDuration ?? duration)
    }
  }

  /// Lets the property decelerate, and sets its model value to the value at which it comes to rest:
  /// ``Deceleration/projection(of:velocity:)`` of the value on the screen.
  /// - Parameters:
  ///   - velocity: The displacement of the property per second of its layer, such as the velocity
  ///     of the finger, or `nil` for the current velocity of the property.
  ///   - deceleration: The rate of deceleration.
  public func decelerate(
    velocity: Value.Displacement? = nil, by deceleration: Deceleration = .normal
  ) {
    move(velocity) { start, present in
      let displacement = deceleration.displacement(from: velocity ?? present)
      let motion = BasicInterpolator(
        start: start, end: nil, displacement: displacement, curve: .function(.deceleration),
        turning: .raw,
        velocity: nil)
      return (start.moved(by: displacement), motion, deceleration.duration)
    }
  }

  /// Starts a motion from the value and the velocity on the screen, or changes the property
  /// immediately if the motion wouldn't be visible.
  /// - Parameters:
  ///   - given: The requested velocity, if any.
  ///   - motion: A function that returns the motion for the value and the velocity on the screen.
  private func move(
    _ given: Value.Displacement?,
    _ motion: (Value, Value.Displacement) -> (
      end: Value, interpolator: BasicInterpolator<Value>, duration: Seconds
    )
  ) {
    guard let state, let tree = state.tree else {
      model = motion(model, .zero).end
      return
    }
    tree.catchUp()
    if redraws { state.setNeedsDisplay() }
    let begin = tree.transaction.begin(at: tree.time)
    let seen = state.localTime(atTreeTime: begin < tree.time ? begin : tree.time)
    let (end, interpolator, duration) = motion(
      presentation(at: seen), velocity(at: seen) * state.direction)
    if tree.reducesMotion && isMotion {
      model = end
      tree.end(state.animations(under: .property, of: self), .replaced)
    } else if tree.transaction.disablesActions == true || state.isNew || !begin.isFinite {
      model = end
    } else if let animator = tree.animator {
      animator.animate(self, to: end, velocity: given, on: state, in: tree)
    } else {
      model = end
      replace(by: interpolator, taking: duration, from: begin, state, tree)
    }
  }
}
