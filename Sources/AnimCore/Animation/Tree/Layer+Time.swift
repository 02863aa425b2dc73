extension Layer {
  /// The layer's own time at the tree's present time, in seconds; 0 if it is not in a tree.
  public final var time: Seconds { clock.time }

  /// How the layer's time runs relative to its superlayer's.
  public final var timing: LayerTiming { clock.timing }

  /// Changes how the layer's time runs from now on. The time, and with it every animation, jumps
  /// unless beginTime and timeOffset are chosen to prevent it, as ``pause()`` and ``resume()`` do.
  public final func setTiming(_ timing: LayerTiming) {
    tree?.catchUp()
    pausedSpeed = nil
    change(timing)
  }

  /// Whether the layer is stopped by ``pause()``.
  public final var isPaused: Bool { pausedSpeed != nil }

  /// Stops the time of the layer and of all layers below it.
  public final func pause() {
    guard !isPaused, timing.speed != 0 else { return }
    tree?.catchUp()
    pausedSpeed = timing.speed
    change(timing.paused(at: parentTime))
  }

  /// Continues the time from where ``pause()`` stopped it, at the speed it had before.
  public final func resume() {
    guard let speed = pausedSpeed else { return }
    tree?.catchUp()
    pausedSpeed = nil
    change(timing.resumed(at: parentTime, speed: speed))
  }

  private final var parentTime: Seconds { superlayer?.time ?? tree?.time ?? 0 }

  private final func change(_ new: LayerTiming) {
    clock.timing = new
    tree?.timingChanged(below: self)
  }
}

// MARK: - Conversion

extension Layer {
  /// Converts a time of this layer to the time of `other`, or of the tree if that is nil.
  ///
  /// Nil if a layer on the way up has speed 0, so that the time is not unique, or if the two are
  /// not in one tree. Only layers up to the nearest common superlayer matter.
  public final func convert(_ time: Seconds, to other: Layer?) -> Seconds? {
    var layer: Layer? = self
    var converted = time
    while let current = layer {
      if let other, let inner = other.localTime(at: converted, of: current) { return inner }
      guard let outer = current.timing.parentTime(at: converted) else { return nil }
      converted = outer
      layer = current.superlayer
    }
    return other == nil ? converted : nil
  }

  /// Converts a time of the tree to the time of this layer.
  public final func localTime(atTreeTime time: Seconds) -> Seconds {
    timing.localTime(at: superlayer?.localTime(atTreeTime: time) ?? time)
  }

  /// Converts a time of `ancestor` to the time of this layer; nil if that is not above it.
  private final func localTime(at time: Seconds, of ancestor: Layer) -> Seconds? {
    if self === ancestor { return time }
    guard let outer = superlayer?.localTime(at: time, of: ancestor) else { return nil }
    return timing.localTime(at: outer)
  }

  /// Seconds here per second of the tree.
  final var rate: Double { timing.speed * (superlayer?.rate ?? 1) }

  /// The transaction's begin time, or else now, in the layer's time.
  final func startTime(in tree: LayerTree) throws(AnimationError) -> Seconds {
    let begin = tree.transaction.begin(at: tree.time)
    try AnimationError.Quantity.beginTime.check(begin)
    return localTime(atTreeTime: begin)
  }
}
