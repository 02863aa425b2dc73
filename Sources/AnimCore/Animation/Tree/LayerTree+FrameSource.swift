extension LayerTree {
  /// Makes the tree follow a source of frames, which sets its time.
  ///
  /// In each frame the tree's time is set to the frame's target, and `draw` is called if anything
  /// must be drawn. While nothing moves the tree is idle and costs nothing: no frame is requested
  /// until something starts or is scheduled to begin. Setting a property, adding an animation or
  /// requesting display wakes it. What starts after an idle time starts at the source's present
  /// time (``FrameSource/now``), not at that of the last frame.
  ///
  /// ```swift
  /// tree.attach(to: source, for: self) { meter, frame in meter.draw() }
  /// bar.length = 40
  /// ```
  ///
  /// A tree follows one source at a time. Attach it before animating anything: if the source's time
  /// is far ahead of the tree's, animations that have begun are over at once.
  ///
  /// - Parameters:
  ///   - source: the source to follow. It does not keep the tree alive.
  ///   - range: the preferred frame rates.
  ///   - listener: the object that draws, referenced weakly. When it is deallocated, the tree is
  ///     detached.
  ///   - draw: called with the listener, which it need not capture. When it returns, the tree has
  ///     been displayed; see ``didDisplay()``.
  public func attach<Listener: AnyObject>(
    to source: FrameSource, at range: FrameRateRange = .default, for listener: Listener,
    _ draw: @escaping (Listener, Frame) -> Void
  ) {
    follow(source, at: range) { [weak listener] tree, frame in
      guard let listener else { return tree.detach() }
      guard tree.needsDisplay else { return }
      // Changes made while drawing are drawn in the next frame.
      tree.isDisplayRequested = false
      draw(listener, frame)
      if !tree.isDisplayRequested { tree.didDisplay() }
    }
  }

  /// Makes a tree follow a source of frames that is drawn by other means, or not at all. The tree
  /// is idle whenever nothing moves, whether it needs display or not.
  public func attach(to source: FrameSource, at range: FrameRateRange = .default) {
    follow(source, at: range, draw: nil)
  }

  /// Stops following the source. The tree's time stays where it is until ``update(to:)-(Seconds)``.
  public func detach() {
    link?.invalidate()
    link = nil
    timeProvider = nil
    onWake = nil
  }
}

extension LayerTree {
  private func follow(
    _ source: FrameSource, at range: FrameRateRange, draw: ((LayerTree, Frame) -> Void)?
  ) {
    detach()
    let link = DisplayLink(for: self) { tree, frame in
      tree.update(to: frame.targetTimestamp)
      draw?(tree, frame)
      tree.rest(unlessDisplay: draw != nil)
    }
    link.preferredFrameRateRange = range
    timeProvider = { [weak source] in source?.now.seconds ?? .nan }
    onWake = { link.isPaused = false }
    self.link = link
    link.add(to: source)
  }

  /// Pauses the link until something moves.
  private func rest(unlessDisplay: Bool) {
    if hasRunningAnimations || unlessDisplay && needsDisplay { return }
    if let next = nextEvent {
      link?.pause(until: next)
    } else {
      link?.isPaused = true
    }
  }
}
