extension Layer {
  /// The layer's own time at the tree's present one, in seconds; 0 in no tree.
  public final var time: Seconds { clock.time }

  /// How the layer's time runs in its superlayer's.
  public final var timing: LayerTiming { clock.timing }

  /// Changes how the layer's time runs from now on. Unless beginTime and timeOffset are chosen for
  /// it, the time jumps, and with it all that is animated; ``pause()`` and ``resume()`` choose them.
  public final func setTiming(_ timing: LayerTiming) {
    tree?.catchUp()
    pausedSpeed = nil
    change(timing)
  }

  /// Whether ``pause()`` holds the layer.
  public final var isPaused: Bool { pausedSpeed != nil }

  /// Stops the time of the layer and of all below it where it is.
  public final func pause() {
    guard !isPaused, timing.speed != 0 else { return }
    tree?.catchUp()
    pausedSpeed = timing.speed
    change(timing.paused(at: parentTime))
  }

  /// Lets the time go on from where ``pause()`` stopped it, as fast as before.
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
  /// A time of this layer as time of `other`; of the tree where that is nil.
  ///
  /// Nil where a layer on the way up has speed 0, so that no one time is it, or where the two are
  /// not related. The way leads over the nearest common superlayer, so what stands still further up
  /// does not matter.
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

  /// A time of the tree as time of this layer.
  public final func localTime(atTreeTime time: Seconds) -> Seconds {
    timing.localTime(at: superlayer?.localTime(atTreeTime: time) ?? time)
  }

  /// The time here at a time of `ancestor`, or nil where that is not above.
  private final func localTime(at time: Seconds, of ancestor: Layer) -> Seconds? {
    if self === ancestor { return time }
    guard let outer = superlayer?.localTime(at: time, of: ancestor) else { return nil }
    return timing.localTime(at: outer)
  }

  /// Seconds here in a second of the tree.
  final var rate: Double { timing.speed * (superlayer?.rate ?? 1) }

  /// The transaction's begin, or else now, in the layer's time.
  final func startTime(in tree: LayerTree) throws(AnimationError) -> Seconds {
    let begin = tree.transaction.begin(at: tree.time)
    try AnimationError.Quantity.beginTime.check(begin)
    return localTime(atTreeTime: begin)
  }
}
