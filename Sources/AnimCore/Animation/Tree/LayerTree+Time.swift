extension LayerTree {
  /// Sets the time, and ends the animations that are over by then.
  ///
  /// Animations begin and end in the order of their instants, and at the same instant in the order
  /// in which they were added. While a callback runs, ``time`` is the exact instant of the event,
  /// and an animation that it starts may end within the same update, so a chain of animations does
  /// not depend on when frames came. An animation of zero length that is started there ends with
  /// the next update.
  ///
  /// Time may go backwards. Attached animations are then shown as they were; those that have ended
  /// do not come back, since adding and ending are events, not functions of time.
  ///
  /// A time that is not finite and a call from inside a callback have no effect.
  ///
  /// Complexity: O(1) without events, O(log n) for each.
  public func update(to target: Seconds) {
    guard target.isFinite, !isUpdating, !isNotifying else { return }
    isUpdating = true
    frameNumber += 1
    if depth == 0 { transaction = Transaction() }
    notify()
    while let next = queue.first, next.nextEvent <= target {
      clock.move(to: next.nextEvent)
      if next.hasBegun { finish(next) } else { begin(next) }
    }
    clock.move(to: target)
    isUpdating = false
    for instance in late where !instance.isOver { schedule(instance) }
    late.removeAll(keepingCapacity: true)
  }

  /// Whether anything moves. If not, a display link can be paused until ``nextEventTime``.
  /// Animations that have not begun do not count, nor do those on stopped layers. Complexity: O(1).
  public var hasRunningAnimations: Bool { runningCount > 0 }

  /// The time of the tree at which an animation next begins or ends or a callback is due, or nil if
  /// nothing is pending. A callback may be due at once, and an event whose instant has passed
  /// happens with the next update. Complexity: O(1).
  public var nextEventTime: Seconds? {
    if !notices.isEmpty { return time }
    guard let next = queue.first?.nextEvent, next.isFinite else { return nil }
    return next
  }

  /// The time at which the last animation ends, including those that have not begun: infinite if
  /// one never ends, nil if there are none. Complexity: O(n) in their number.
  public var animationsEnd: Seconds? { queue.lastEnd }

  /// Moves the time to the provider's before something starts while nothing moves. Events that are
  /// due by then happen with the next update.
  func catchUp() {
    guard let timeProvider, runningCount == 0, !isUpdating else { return }
    let now = timeProvider()
    if now.isFinite && now != time { clock.move(to: now) }
  }

  func wakeIfResting() {
    if let onWake, runningCount == 0, !isUpdating { onWake() }
  }

  /// Marks an animation as begun.
  private func begin(_ instance: AnimationInstance) {
    unschedule(instance)
    enqueue(instance, hasBegun: true)
    if instance.redraws { instance.layer?.setNeedsDisplay() }
    postBegin(of: instance)
    notify()
  }

  private func finish(_ instance: AnimationInstance) {
    unschedule(instance)
    if let layer = instance.layer {
      instance.hold(from: layer.time, rate: layer.rate)
      if instance.redraws { layer.setNeedsDisplay() }
      if instance.isRemovedOnCompletion { detach(instance, from: layer) }
    }
    post([instance], .finished)
    notify()
  }
}
