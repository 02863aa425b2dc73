extension LayerTree {
  /// Sets the time, and ends the animations whose time is up by then.
  ///
  /// Begins and ends come in the order of their instants, those of one instant in the order in which
  /// the animations were added. While a callback runs, ``time`` is the very instant of the event;
  /// what it starts there may end within the same update. So a chain of animations does not depend
  /// on when frames came. An animation without length that is started there ends with the next
  /// update.
  ///
  /// Time may go back. What is attached is then shown as it was; what has ended does not come back,
  /// since adding and ending are events and not functions of time.
  ///
  /// A time that is not finite, and a call from inside a callback, change nothing.
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

  /// Whether anything moves. Where nothing does, a display link can be paused, until
  /// ``nextEventTime``. Animations whose begin is still to come do not count, nor do those on layers
  /// that stand still. Complexity: O(1).
  public var hasRunningAnimations: Bool { runningCount > 0 }

  /// The time of the tree at which an animation next begins or ends or a callback is due, or nil
  /// where nothing is to come. A callback may be due at once, and an event whose instant has passed
  /// happens with the next update. Complexity: O(1).
  public var nextEventTime: Seconds? {
    if !notices.isEmpty { return time }
    guard let next = queue.first?.nextEvent, next.isFinite else { return nil }
    return next
  }

  /// The time at which the last animation ends, those still to begin included: infinite where one
  /// does not end, nil where there is none. Complexity: O(n) in their number.
  public var animationsEnd: Seconds? { queue.lastEnd }

  /// Moves the time to where the provider has it, before something starts while nothing moves. What
  /// is due by then happens with the next update.
  func catchUp() {
    guard let timeProvider, runningCount == 0, !isUpdating else { return }
    let now = timeProvider()
    if now.isFinite && now != time { clock.move(to: now) }
  }

  func wakeIfResting() {
    if let onWake, runningCount == 0, !isUpdating { onWake() }
  }

  /// Ends the wait for the begin.
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
