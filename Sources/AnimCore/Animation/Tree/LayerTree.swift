/// A tree of layers and its time.
///
/// The tree never reads a clock. The host sets its time once per frame with
/// ``update(to:)-(Seconds)``, and every animated value is a function of that time. Stepping and
/// seeking therefore give exactly the same values. Trees are independent of each other.
///
/// When a tree is deallocated, or ended by ``invalidate()``, its layers leave it without their
/// animations. No callbacks are called, because the last owner of a tree may release it on any
/// thread, and objects that a callback uses may already be gone. To receive all completions, call
/// ``removeAllAnimations()`` first.
public final class LayerTree {
  /// The root layer, which contains all other layers.
  public let root: Layer
  /// The time of the tree in seconds.
  public var time: Seconds { clock.time }
  /// The current transaction. If set outside ``run(_:changes:completion:)``, it applies to all
  /// changes until the next update, as the implicit transaction of the frame.
  public var transaction = Transaction()
  /// A Boolean value that indicates whether motion is disabled, for people who are sensitive to it.
  /// Initially `false`.
  ///
  /// While this is `true`, setting a property takes effect immediately, and added animations have
  /// no duration; their callbacks run as usual. Properties declared with `@Animatable(isMotion:
  /// false)`, such as colours and opacities, are animated as usual. Running animations continue.
  public var reducesMotion = false

  let clock: TreeClock
  /// The number of displays. Increasing it clears the requests of all layers at once.
  private(set) var displayNumber = 1
  /// The number of updates. A layer that joined during the current one hasn't been shown.
  var frameNumber = 0
  private var isDisplayRequested = true

  var queue = EventQueue()
  /// The number of animations in the queue that have begun, and the number of those that change an
  /// image.
  private var runningCount = 0
  var redrawingCount = 0
  var sequence = 0
  private var isUpdating = false
  /// Animations added during an update that are already over.
  private var late: [AnimationInstance] = []
  /// Animations that are over but still attached. They are shown, and move again if time goes back.
  private var held: [AnimationInstance] = []

  /// The number of open transactions, the scope that waits for added animations to end, and the
  /// animator that takes over changes.
  var depth = 0
  var scope: CompletionScope?
  var animator: PropertyAnimator?
  private var notices: [Notice] = []
  /// The notices of the current round, or their memory.
  private var round: [Notice] = []
  /// Whether a callback is running.
  private(set) var isCalling = false
  /// The callbacks of animations that will begin or end. They belong to the tree, so they end with
  /// it even if a layer outlives it.
  private var callbacks: [Callbacks] = []
  private(set) var isInvalid = false
  /// Whether the layers are being drawn, and the mistakes noted so far.
  var isDrawing = false
  var mistakes: Set<LikelyMistake> = []

  /// Provides the time when something starts while nothing moves, so that it doesn't start in the
  /// past.
  var timeProvider: (() -> Seconds)?
  /// Called when a frame is needed while nothing moves: an animation was added, display was
  /// requested, or a callback is due.
  var onWake: (() -> Void)?
  /// The link that updates the tree while it is attached to a source.
  var link: DisplayLink?

  /// Creates a tree with the root layer `root` at `time`. The root is removed from its superlayer
  /// first.
  ///
  /// Layers that are already below the root count as shown. A layer that is added later appears
  /// with its current values in that frame, and is animated starting with the next
  /// ``update(to:)-(Seconds)``.
  public init(root: Layer, time: Seconds = 0) {
    self.root = root
    clock = TreeClock(time: time)
    clock.tree = self
    root.removeFromSuperlayer()
    root.leaveTree()
    root.join(self)
    frameNumber = 1
  }

  deinit {
    // This may run on any thread. The layers detect the end on their own threads; see TreeClock.
    for callbacks in callbacks { callbacks.clear() }
    clock.end()
  }

  /// Ends the tree permanently: its layers leave it and show their model values, it no longer
  /// follows a source, and pending callbacks are dropped.
  ///
  /// The owner should call this if completions could reach it after it has ended. It is safe in a
  /// callback and in the owner's `deinit`.
  public func invalidate() {
    isInvalid = true
    detach()
    if root.state.isIn(clock) { _ = root.withdraw(from: self) }
    for callbacks in callbacks { callbacks.clear() }
    callbacks = []
    notices = []
    late = []
  }
}

// MARK: - Display

extension LayerTree {
  /// A Boolean value that indicates whether any layer must be redrawn.
  public var needsDisplay: Bool { isDisplayRequested || redrawingCount > 0 }

  /// Marks the current state of the layers as drawn: nothing needs display until something changes.
  /// Call this after drawing them.
  public func didDisplay() {
    displayNumber += 1
    isDisplayRequested = false
  }

  func requestDisplay() {
    isDisplayRequested = true
    wakeIfResting()
  }
}

// MARK: - Following a source of frames

extension LayerTree {
  /// Makes the tree follow a source of frames, which sets its time.
  ///
  /// In each frame, the time of the tree is set to the target of the frame, and `draw` is called if
  /// anything must be drawn. While nothing moves, the tree is idle: it requests no frame until
  /// something starts or is scheduled to begin. Setting a property, adding an animation or
  /// requesting display wakes it. An animation that starts after an idle period starts at the
  /// current time of the source (``FrameSource/now``), not at the time of the last frame.
  ///
  /// ```swift
  /// tree.attach(to: source, for: self) { meter, frame in meter.draw() }
  /// bar.length = 40
  /// ```
  ///
  /// A tree follows one source at a time. Attach it before you animate anything: if the time of the
  /// source is far ahead of the tree, running animations are over immediately. Debug builds print a
  /// warning about this to standard error.
  ///
  /// - Parameters:
  ///   - source: The source to follow. It doesn't keep the tree alive.
  ///   - range: The preferred frame rates.
  ///   - listener: The object that draws, which is referenced weakly. The tree is detached when
  ///     the listener is deallocated.
  ///   - draw: A closure that is called with the listener, so that it doesn't have to capture it.
  ///     The tree has been displayed when the closure returns; see ``didDisplay()``.
  public func attach<Listener: AnyObject>(
    to source: FrameSource, at range: FrameRateRange = .default, for listener: Listener,
    _ draw: @escaping (Listener, Frame) -> Void
  ) {
    follow(source, at: range, for: listener) { [weak listener] tree, frame in
      guard let listener else { return tree.detach() }
      guard tree.needsDisplay else { return }
      // Changes made while drawing are drawn in the next frame.
      tree.isDisplayRequested = false
      draw(listener, frame)
      if !tree.isDisplayRequested { tree.didDisplay() }
    }
  }

  /// Makes a tree follow a source of frames, if the tree is drawn by other means or not at all. The
  /// tree is idle whenever nothing moves, whether it needs display or not.
  public func attach(to source: FrameSource, at range: FrameRateRange = .default) {
    follow(source, at: range, for: nil, draw: nil)
  }

  /// Stops following the source. The tree's time stays unchanged until ``update(to:)-(Seconds)``.
  public func detach() {
    link?.invalidate()
    link = nil
    timeProvider = nil
    onWake = nil
  }

  private func follow(
    _ source: FrameSource, at range: FrameRateRange, for listener: AnyObject?,
    draw: ((LayerTree, Frame) -> Void)?
  ) {
    detach()
    let now = source.now.seconds
    if runningCount > 0, now - time > LikelyMistake.visibleGap {
      note(.animatedBeforeAttaching)
    }
    let link = DisplayLink(for: self) { tree, frame in
      tree.update(to: frame.targetTimestamp)
      draw?(tree, frame)
      tree.rest(unlessDisplay: draw != nil)
    }
    link.preferredFrameRateRange = range
    if let listener { link.end(with: listener) }
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

// MARK: - Time

extension LayerTree {
  /// Sets the time, and ends the animations that are over by then.
  ///
  /// Animations begin and end in the order of their instants, and at the same instant in the order
  /// in which they were added. While a callback runs, ``time`` is the exact instant of the event,
  /// and an animation that it starts may end within the same update, so a chain of animations
  /// doesn't depend on the frame times. If the callback starts an animation with a duration of
  /// zero, it ends with the next update.
  ///
  /// Time may go backwards. Attached animations are then shown as they were. Animations that have
  /// ended don't return, because adding and ending are events, not functions of time.
  ///
  /// A time that isn't finite has no effect, and neither does a call from inside a callback.
  ///
  /// Complexity: O(1) without events, O(log n) for each; O(n) in the number of animations if time
  /// goes backwards.
  public func update(to target: Seconds) {
    guard target.isFinite, !isUpdating, !isCalling else { return }
    isUpdating = true
    frameNumber += 1
    if depth == 0 { transaction = Transaction() }
    notify()
    if target < time { rewind(to: target) }
    while let next = queue.first, next.nextEvent <= target {
      // Layers that joined at an earlier event count as shown, as if that event had had its own
      // frame.
      if next.nextEvent != time { frameNumber += 1 }
      clock.move(to: next.nextEvent)
      if next.awaitsChanges {
        change(next, by: target)
      } else if next.hasBegun {
        finish(next)
      } else {
        begin(next)
      }
    }
    clock.move(to: target)
    isUpdating = false
    for instance in late {
      instance.isLate = false
      if !instance.isOver { schedule(instance) }
    }
    late.removeAll(keepingCapacity: true)
  }

  /// Moves time back. Animations that haven't begun at that time wait for their start again.
  /// Animations that were reported as over, but aren't over at that time, continue.
  private func rewind(to target: Seconds) {
    clock.move(to: target)
    for instance in queue.items where instance.awaitsChanges { change(instance, by: target) }
    for instance in queue.items where instance.hasBegun && instance.begin > target {
      unschedule(instance)
      enqueue(instance, hasBegun: false)
      if instance.redraws { instance.state?.setNeedsDisplay() }
    }
    for instance in held where instance.end > target {
      release(instance)
      schedule(instance)
      if instance.redraws { instance.state?.setNeedsDisplay() }
    }
  }

  /// A Boolean value that indicates whether anything moves. If not, a display link can be paused
  /// until ``nextEventTime``. Animations that haven't begun don't count, nor do those on stopped
  /// layers. Complexity: O(1).
  public var hasRunningAnimations: Bool { runningCount > 0 }

  /// The time of the tree at which the next animation begins or ends or the next callback is due,
  /// or `nil` if nothing is pending. A callback may be due at once, and an event whose instant has
  /// passed happens with the next update. Complexity: O(1).
  public var nextEventTime: Seconds? {
    if !notices.isEmpty { return time }
    guard let next = queue.first?.nextEvent, next.isFinite else { return nil }
    return next
  }

  /// The time at which the last animation ends, including those that haven't begun. It is infinite
  /// if an animation never ends, and `nil` if there are no animations. Complexity: O(*n*) in the
  /// number of animations.
  public var animationsEnd: Seconds? { queue.lastEnd }

  /// Advances the time to the provider's before something starts while nothing moves. Events that
  /// are due by then happen with the next update.
  func catchUp() {
    guard let timeProvider, runningCount == 0, !isUpdating else { return }
    let now = timeProvider()
    guard now.isFinite && now != time else { return }
    if now < time { rewind(to: now) } else { clock.move(to: now) }
  }

  private func wakeIfResting() {
    if let onWake, runningCount == 0, !isUpdating { onWake() }
  }

  /// Marks an animation as begun.
  private func begin(_ instance: AnimationInstance) {
    unschedule(instance)
    enqueue(instance, hasBegun: true)
    if instance.redraws { instance.state?.setNeedsDisplay() }
    postBegin(of: instance)
    notify()
  }

  /// Redraws an image that has changed, and waits for its next change after a time of the tree.
  private func change(_ instance: AnimationInstance, by time: Seconds) {
    unschedule(instance)
    instance.state?.setNeedsDisplay()
    if findChange(of: instance, after: time) { enqueue(instance, hasBegun: false) }
  }

  private func finish(_ instance: AnimationInstance) {
    unschedule(instance)
    if let layer = instance.state {
      instance.hold(from: layer.time, rate: layer.rate)
      if instance.redraws { layer.setNeedsDisplay() }
      if instance.isRemovedOnCompletion {
        detach(instance, from: layer)
      } else {
        hold(instance)
      }
    }
    post([instance], .finished)
    notify()
  }

  private func hold(_ instance: AnimationInstance) {
    guard instance.heldIndex < 0 else { return }
    instance.heldIndex = Int32(held.count)
    held.append(instance)
  }

  private func release(_ instance: AnimationInstance) {
    let index = instance.heldIndex
    guard index >= 0 else { return }
    instance.heldIndex = -1
    let last = held.removeLast()
    guard last !== instance else { return }
    held[Int(index)] = last
    last.heldIndex = index
  }

  /// Sets the time to an instant of a display, such as a frame's target; see ``update(to:)-(Seconds)``.
  public func update(to instant: Timestamp) { update(to: instant.seconds) }

  /// The instant of the next event; see ``nextEventTime``. It is rounded up, so that a frame for
  /// that instant or a later one shows the event.
  public var nextEvent: Timestamp? {
    nextEventTime.map { time in
      let instant = Timestamp(seconds: time)
      return instant.seconds < time ? instant.advanced(byNanoseconds: 1) : instant
    }
  }
}

// MARK: - Animations

extension LayerTree {
  /// Attaches a new animation instead of `old` ones. Callbacks are called at the end of the
  /// transaction.
  func add(
    _ instance: AnimationInstance, replacing old: [AnimationInstance], on layer: LayerState
  ) {
    let wasResting = runningCount == 0
    for instance in old { detach(instance, from: layer) }
    layer.attach(instance)
    instance.attach()
    if instance.redraws { layer.setNeedsDisplay() }
    post(old, .replaced)
    for member in instance.observedMembers { enlist(member) }
    enlist(instance)
    if wasResting && !isUpdating { onWake?() }
  }

  private func enlist(_ instance: AnimationInstance) {
    instance.sequence = sequence
    sequence += 1
    listen(to: instance)
    schedule(instance, isNew: true)
    if instance.hasBegun { postBegin(of: instance) }
  }

  /// Detaches animations. Their completions are called at the end of the transaction.
  func end(_ instances: [AnimationInstance], _ ending: AnimationCompletionReason) {
    withdraw(instances, ending)
    if depth == 0 { notify() }
  }

  /// Detaches animations. Their completions are called at the end of the transaction.
  func withdraw(_ instances: [AnimationInstance], _ ending: AnimationCompletionReason) {
    for instance in instances {
      guard let layer = instance.state else { continue }
      if instance.redraws { layer.setNeedsDisplay() }
      detach(instance, from: layer)
    }
    post(instances, ending)
  }

  /// Removes all animations of all layers. Their completions receive
  /// ``AnimationCompletionReason/removed``.
  public func removeAllAnimations() {
    var layers = [root]
    while let layer = layers.popLast() {
      withdraw(layer.state.animations, .removed)
      layers += layer.sublayers.reversed()
    }
    if depth == 0 { notify() }
  }

  /// Removes an animation from its layer. The caller posts its completion.
  func detach(_ instance: AnimationInstance, from layer: LayerState) {
    for member in instance.observedMembers { unschedule(member) }
    unschedule(instance)
    release(instance)
    instance.detach()
    layer.detach(instance)
  }

  /// Recomputes when the animations on `layer` and below begin and end.
  func timingChanged(below layer: Layer) {
    clock.move(to: time)
    reschedule(layer)
    wakeIfResting()
  }

  private func reschedule(_ layer: Layer) {
    for instance in layer.state.animations {
      if instance.redraws { layer.setNeedsDisplay() }
      for member in instance.observedMembers { reschedule(member) }
      reschedule(instance)
    }
    for sublayer in layer.sublayerList { reschedule(sublayer) }
    layer.timingDidChange()
  }

  /// Recomputes when an animation whose timing changed begins and ends.
  func reschedule(_ instance: AnimationInstance) {
    if instance.heldIndex >= 0 { return resumeIfUnfinished(instance) }
    // Late animations are scheduled at the end of the update, with their timing at that point.
    guard !instance.isOver || instance.isQueued, !instance.isLate else { return }
    unschedule(instance)
    schedule(instance)
    if instance.hasBegun { postBegin(of: instance) }
  }

  /// Resumes an animation that was held at its end, if its layer's time was set to before that.
  private func resumeIfUnfinished(_ instance: AnimationInstance) {
    guard findSpan(of: instance), instance.end > time else { return }
    release(instance)
    schedule(instance)
  }

  /// Computes when an animation begins and ends in the time of the tree.
  ///
  /// - Returns: `false` if the animation never begins or ends, because the time of its layer
  ///   doesn't advance.
  private func findSpan(of instance: AnimationInstance) -> Bool {
    if instance.awaitsChanges { return findChange(of: instance, after: time) }
    guard let layer = instance.state, let span = instance.localSpan(rate: layer.rate) else {
      return false
    }
    instance.begin = layer.convertTime(span.begin, to: nil) ?? -.infinity
    instance.end = layer.convertTime(span.end, to: nil) ?? .infinity
    return true
  }

  /// Finds when an image next changes after a time of the tree.
  ///
  /// - Returns: `false` if the time of its layer doesn't advance.
  private func findChange(of instance: AnimationInstance, after time: Seconds) -> Bool {
    let changes = unsafeDowncast(instance, to: ImageChanges.self)
    guard let layer = instance.state, layer.rate > 0 else { return false }
    let next = changes.next(after: layer.localTime(atTreeTime: time))
    instance.begin = .infinity
    if let next, let begin = layer.convertTime(next, to: nil) {
      instance.begin = max(begin, time.nextUp)
    }
    instance.end = layer.convertTime(changes.lastChange, to: nil) ?? .infinity
    return true
  }

  /// - Parameter isNew: Whether the animation has just been added. If it is already over and was
  ///   added in a callback, it ends with the next update, so that an animation that adds itself
  ///   again doesn't run forever. An animation that was moved into the past by its timing ends now.
  private func schedule(_ instance: AnimationInstance, isNew: Bool = false) {
    guard findSpan(of: instance) else { return }
    if isNew && isUpdating && instance.end <= time {
      instance.isLate = true
      late.append(instance)
    } else {
      enqueue(instance, hasBegun: instance.begin <= time)
    }
  }

  private func enqueue(_ instance: AnimationInstance, hasBegun: Bool) {
    instance.hasBegun = hasBegun
    queue.insert(instance)
    guard hasBegun else { return }
    runningCount += 1
    guard instance.redraws else { return }
    instance.state?.redrawingCount += 1
    redrawingCount += 1
  }

  private func unschedule(_ instance: AnimationInstance) {
    guard instance.isQueued else { return }
    queue.remove(instance)
    guard instance.hasBegun else { return }
    runningCount -= 1
    guard instance.redraws else { return }
    instance.state?.redrawingCount -= 1
    redrawingCount -= 1
  }
}

// MARK: - Callbacks

extension LayerTree {
  /// Records that animations have ended. A group's members end with it.
  func post(_ instances: [AnimationInstance], _ ending: AnimationCompletionReason) {
    for instance in instances where !instance.isOver {
      post(instance.observedMembers, ending)
      instance.isOver = true
      guard instance.callbacks != nil else { continue }
      notices.append(.ended(instance, ending))
    }
  }

  /// Records that the changes of a transaction were made in a callback.
  func postClosed(_ scope: CompletionScope) { notices.append(.closed(scope)) }

  /// Records that an animation has begun, if there is a callback for it. The callback is called
  /// once.
  private func postBegin(of instance: AnimationInstance) {
    guard instance.callbacks?.began != nil else { return }
    notices.append(.began(instance))
  }

  /// Stores the callbacks of an animation, and the transaction that waits for it.
  private func listen(to instance: AnimationInstance) {
    if let scope {
      scope.enter()
      let callbacks = instance.callbacks ?? Callbacks()
      callbacks.scope = scope
      instance.callbacks = callbacks
    }
    guard let new = instance.callbacks, new.index == nil else { return }
    new.index = callbacks.count
    callbacks.append(new)
  }

  private func forget(_ old: Callbacks) {
    guard let index = old.index else { return }
    old.index = nil
    let last = callbacks.removeLast()
    guard last !== old else { return }
    callbacks[index] = last
    last.index = index
  }

  /// The maximum number of rounds of callbacks per update. A chain that replaces its own animations
  /// forever continues in the next update.
  private static let maximumRounds = 100

  /// Calls the callbacks that are due, one after another and never nested. Callbacks that result
  /// from these calls follow in another round.
  func notify() {
    guard !isCalling else { return }
    var count = 0
    while !notices.isEmpty && count < Self.maximumRounds {
      swap(&notices, &round)
      for notice in round where !isInvalid { outsideOfTransactions { call(notice) } }
      round.removeAll(keepingCapacity: true)
      count += 1
    }
  }

  private func call(_ notice: Notice) {
    switch notice {
    case .began(let instance):
      guard !instance.isOver, let callbacks = instance.callbacks else { return }
      let began = callbacks.began
      callbacks.began = nil
      began?()
    case .ended(let instance, let ending):
      guard let callbacks = instance.callbacks else { return }
      instance.callbacks = nil
      forget(callbacks)
      callbacks.completion?(ending)
      if !isInvalid { callbacks.scope?.leave() }
    case .closed(let scope):
      scope.leave()
    }
  }

  /// Runs a callback outside the open transactions, which don't apply to it.
  func outsideOfTransactions(_ body: () -> Void) {
    let (current, currentScope, currentAnimator) = (transaction, scope, animator)
    let wasCalling = isCalling
    transaction = Transaction()
    scope = nil
    animator = nil
    isCalling = true
    depth += 1
    body()
    depth -= 1
    isCalling = wasCalling
    transaction = current
    scope = currentScope
    animator = currentAnimator
  }
}

/// A callback that is due.
private enum Notice {
  case began(AnimationInstance)
  case ended(AnimationInstance, AnimationCompletionReason)
  /// The changes of a transaction were made. Its completion is due unless animations are still
  /// running.
  case closed(CompletionScope)
}
