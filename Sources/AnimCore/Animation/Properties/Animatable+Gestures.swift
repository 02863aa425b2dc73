/// What a gesture does to a property: it takes hold of it, moves it, and lets it go.
extension Animatable {
  /// Sets the property, which is on the screen with this value at once: no action is asked for, and
  /// its animations end with ``AnimationEnding/replaced``. For what follows a finger.
  ///
  /// Members of a group go on with it. Completions are called before this returns.
  public func jump(to value: Value) {
    guard let state, let tree = state.tree else {
      model = value
      return
    }
    tree.catchUp()
    let ended = state.animations.filter { !($0 is GroupInstance) && $0.moves(self) }
    if redraws && (value != model || !ended.isEmpty) { state.setNeedsDisplay() }
    model = value
    tree.end(ended, .replaced)
  }

  /// Stops the property where it is on the screen, which becomes its model value; see ``jump(to:)``.
  /// For what is caught on its way.
  public func stop() { jump(to: presentation) }

  /// Sets the property and moves it there from where it is on the screen, with a velocity that does not
  /// depend on the distance: even where the two are the same, the value moves away and comes back.
  ///
  /// No action is asked for. The transaction says when the motion begins and, for a curve that is no
  /// spring, how long it takes; it may disable motion, but does not override the curve. In the changes of a
  /// ``PropertyAnimator``, that moves the property along its own curve, beginning with the velocity if one is given.
  /// - Parameters:
  ///   - value: the new model value.
  ///   - velocity: the displacement of the property per second of its layer, such as that of the
  ///     finger that lets go; nil to go on as fast as the property moves now.
  ///   - curve: the course of the motion. One that is no spring begins as fast as the property moves, which is not at all
  ///     at rest, and only then follows its own course; ``LayerTree/animate(duration:delay:curve:changes:completion:)``
  ///     follows it from the beginning.
  public func animate(
    to value: Value, velocity: Value.Displacement? = nil, curve: AnimationCurve = .smooth
  ) {
    move(velocity) { start, present in
      let keeps = velocity != nil || curve.keepsVelocity(.keepVelocity, isMoving: present != .zero)
      let motion = BasicInterpolator(
        start: start, end: nil, way: nil, curve: curve, turning: turning,
        velocity: keeps ? velocity ?? present : nil)
      let duration = state?.tree?.transaction.duration ?? Transaction.defaultDuration
      return (value, motion, curve.ownDuration ?? duration)
    }
  }

  /// Lets the property go on by itself and slow down, and sets it to where it comes to rest:
  /// ``Deceleration/projection(of:velocity:)`` of the value on the screen.
  /// - Parameters:
  ///   - velocity: the displacement of the property per second of its layer, such as that of the
  ///     finger that lets go; nil for that of the property now.
  ///   - deceleration: how fast it slows down.
  public func decelerate(
    velocity: Value.Displacement? = nil, by deceleration: Deceleration = .normal
  ) {
    move(velocity) { start, present in
      let way = deceleration.displacement(from: velocity ?? present)
      let motion = BasicInterpolator(
        start: start, end: nil, way: way, curve: .function(.deceleration), turning: .raw,
        velocity: nil)
      return (start.moved(by: way), motion, deceleration.duration)
    }
  }

  /// Starts a motion from the value and the velocity that are on the screen, or makes the change at
  /// once if it would not be visible.
  /// - Parameters:
  ///   - given: the velocity that was asked for, if any.
  ///   - motion: of the value and the velocity on the screen.
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
