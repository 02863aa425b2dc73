extension LayerTree {
  /// Follows a source of frames: the tree takes its time from there.
  ///
  /// In each frame the tree's time is set to the frame's target, and `draw` is called if anything
  /// has to be drawn. Once nothing moves the tree rests, and costs nothing: no frame is wanted until
  /// something starts, or is to begin at a later time. Setting a property, adding an animation or
  /// asking for display wakes it. What starts after a rest starts at the source's present time
  /// (``FrameSource/now``), and not at that of the last frame.
  ///
  /// ```swift
  /// tree.attach(to: source, for: self) { meter, frame in meter.draw() }
  /// bar.length = 40
  /// ```
  ///
  /// A tree follows one source at a time. Attach it before anything is animated: where the source's
  /// time is far ahead of the tree's, what has begun is then over.
  ///
  /// - Parameters:
  ///   - source: what the tree follows. It does not keep the tree alive.
  ///   - range: the frame rates that suit.
  ///   - listener: what draws. It is held weakly; when it is gone, the tree is detached.
  ///   - draw: called with the listener, which it need not capture. The tree counts as displayed
  ///     when it returns.
  public func attach<Listener: AnyObject>(
    to source: FrameSource, at range: FrameRateRange = .default, for listener: Listener,
    _ draw: @escaping (Listener, Frame) -> Void
  ) {
    follow(source, at: range) { [weak listener] tree, frame in
      guard let listener else { return tree.detach() }
      guard tree.needsDisplay else { return }
      // What the drawing changes is drawn in the next frame.
      tree.isDisplayRequested = false
      draw(listener, frame)
      if !tree.isDisplayRequested { tree.didDisplay() }
    }
  }

  /// Follows a source of frames, for a tree that is drawn by something with a display link of its
  /// own, or not at all. The tree rests whenever nothing moves, whether it needs display or not.
  public func attach(to source: FrameSource, at range: FrameRateRange = .default) {
    follow(source, at: range, draw: nil)
  }

  /// Leaves the source. The tree's time stays where it is, until ``update(to:)-(Seconds)``.
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

  /// Lets the link rest until something moves.
  private func rest(unlessDisplay: Bool) {
    if hasRunningAnimations || unlessDisplay && needsDisplay { return }
    if let next = nextEvent {
      link?.pause(until: next)
    } else {
      link?.isPaused = true
    }
  }
}
