extension LayerTree {
  /// Attaches a new animation in place of `old` ones. Callbacks are called at the end of the
  /// transaction.
  func add(_ instance: AnimationInstance, replacing old: [AnimationInstance], on layer: Layer) {
    let wasResting = runningCount == 0
    for instance in old { detach(instance, from: layer) }
    layer.animations.append(instance)
    instance.attach()
    if instance.redraws { layer.setNeedsDisplay() }
    post(old, .replaced)
    for member in instance.ownEvents { enlist(member) }
    enlist(instance)
    if wasResting && !isUpdating { onWake?() }
  }

  private func enlist(_ instance: AnimationInstance) {
    instance.sequence = sequence
    sequence += 1
    instance.scope = scope
    scope?.enter()
    schedule(instance)
    if instance.hasBegun { postBegin(of: instance) }
  }

  /// Detaches animations and calls their completions, within a transaction at its end.
  func end(_ instances: [AnimationInstance], _ ending: AnimationEnding) {
    withdraw(instances, ending)
    if depth == 0 { notify() }
  }

  /// Detaches animations. Their completions are called at the end of the transaction.
  func withdraw(_ instances: [AnimationInstance], _ ending: AnimationEnding) {
    for instance in instances {
      guard let layer = instance.layer else { continue }
      if instance.redraws { layer.setNeedsDisplay() }
      detach(instance, from: layer)
    }
    post(instances, ending)
  }

  /// Removes an animation from its layer. The caller posts its ending.
  func detach(_ instance: AnimationInstance, from layer: Layer) {
    for member in instance.ownEvents { unschedule(member) }
    unschedule(instance)
    instance.detach()
    layer.animations.removeAll { $0 === instance }
  }

  /// Recomputes when the animations on `layer` and below begin and end.
  func timingChanged(below layer: Layer) {
    clock.move(to: time)
    reschedule(layer)
    wakeIfResting()
  }

  private func reschedule(_ layer: Layer) {
    for instance in layer.animations {
      if instance.redraws { layer.setNeedsDisplay() }
      for member in instance.ownEvents { reschedule(member) }
      reschedule(instance)
    }
    for sublayer in layer.sublayers { reschedule(sublayer) }
    layer.timingDidChange()
  }

  /// Recomputes when an animation whose timing changed begins and ends.
  func reschedule(_ instance: AnimationInstance) {
    guard !instance.isOver else { return }
    unschedule(instance)
    schedule(instance)
    if instance.hasBegun { postBegin(of: instance) }
  }

  func schedule(_ instance: AnimationInstance) {
    guard let layer = instance.layer, let span = instance.localSpan(rate: layer.rate) else {
      return
    }
    instance.begin = layer.convert(span.begin, to: nil) ?? -.infinity
    instance.end = layer.convert(span.end, to: nil) ?? .infinity
    if isUpdating && instance.end <= time {
      late.append(instance)
    } else {
      enqueue(instance, hasBegun: instance.begin <= time)
    }
  }

  func enqueue(_ instance: AnimationInstance, hasBegun: Bool) {
    instance.hasBegun = hasBegun
    queue.insert(instance)
    guard hasBegun else { return }
    runningCount += 1
    guard instance.redraws else { return }
    instance.layer?.redrawingCount += 1
    redrawingCount += 1
  }

  func unschedule(_ instance: AnimationInstance) {
    guard instance.queueIndex != nil else { return }
    queue.remove(instance)
    guard instance.hasBegun else { return }
    runningCount -= 1
    guard instance.redraws else { return }
    instance.layer?.redrawingCount -= 1
    redrawingCount -= 1
  }
}
