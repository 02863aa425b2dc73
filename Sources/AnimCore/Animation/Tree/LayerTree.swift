/// A tree of layers and its time.
///
/// The tree never reads a clock. The host sets its time once a frame with
/// ``update(to:)-(Seconds)``, and every animated value is a function of that time: stepping and
/// seeking give the same values to the last bit. Trees are independent of each other.
///
/// When a tree is deallocated, its layers leave it, and the completions of their animations are
/// called with ``AnimationEnding/removed``.
public final class LayerTree {
  /// The layer that all others are below.
  public let root: Layer
  /// The time of the tree in seconds.
  public var time: Seconds { clock.time }
  /// The current transaction. If set outside ``run(_:changes:completion:)``, it applies to all
  /// changes until the next update, as the implicit transaction of the frame.
  public var transaction = Transaction()
  /// Whether to leave out motion, for people who are sensitive to it. Initially false.
  ///
  /// While true, setting a property takes effect at once, and animations that are added take no
  /// time; their callbacks run as usual. Properties declared with `@Animatable(isMotion: false)`,
  /// such as colours and opacities, are animated as usual. Animations that are already running
  /// continue.
  public var reducesMotion = false

  let clock: TreeClock
  /// Counts the displays, so that the requests of all layers can be cleared at once.
  private(set) var displayNumber = 1
  /// Counts the updates: a layer that joined in the present one has not been shown.
  var frameNumber = 0
  private var isDisplayRequested = true

  var queue = EventQueue()
  /// The number of animations in the queue that have begun, and of those that change a picture.
  private var runningCount = 0
  var redrawingCount = 0
  var sequence = 0
  private var isUpdating = false
  /// Animations added during an update that are already over.
  var late: [AnimationInstance] = []

  /// The number of open transactions, the scope that waits for added animations to end, and the
  /// animator that takes over changes.
  var depth = 0
  var scope: CompletionScope?
  var animator: PropertyAnimator?
  var notices: [Notice] = []
  private var isNotifying = false

  /// Provides the time when something starts while nothing moves, so that it does not start in the
  /// past.
  var timeProvider: (() -> Seconds)?
  /// Called when a frame is needed while nothing moves: an animation was added, display was
  /// requested, or a callback is due.
  var onWake: (() -> Void)?
  /// The link that updates the tree while it is attached to a source.
  var link: DisplayLink?

  /// A tree with the root layer `root`, which is removed from its superlayer first, at `time`.
  ///
  /// The layers already below it are treated as shown. One that is added later appears as it is set
  /// in that frame, and is animated from the next ``update(to:)-(Seconds)`` on.
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
    clock.tree = nil
    guard root.clock.tree === clock else { return }
    post(root.withdraw(from: self), .removed)
    notify()
  }
}

// MARK: - Display

extension LayerTree {
  /// Whether any layer must be redrawn.
  public var needsDisplay: Bool { isDisplayRequested || redrawingCount > 0 }

  /// Call this once the layers have been drawn as they are now: nothing needs display until
  /// something changes.
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

// MARK: - Time

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

  private func wakeIfResting() {
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

  /// Sets the time to an instant of a display, such as a frame's target; see ``update(to:)-(Seconds)``.
  public func update(to instant: Timestamp) { update(to: instant.seconds) }

  /// The instant of the next event; see ``nextEventTime``. Rounded up, so that a frame for that
  /// instant or a later one shows the event.
  public var nextEvent: Timestamp? {
    nextEventTime.map { time in
      let instant = Timestamp(seconds: time)
      return instant.seconds < time ? instant.advanced(byNanoseconds: 1) : instant
    }
  }
}

// MARK: - Animations

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

  private func schedule(_ instance: AnimationInstance) {
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

  private func enqueue(_ instance: AnimationInstance, hasBegun: Bool) {
    instance.hasBegun = hasBegun
    queue.insert(instance)
    guard hasBegun else { return }
    runningCount += 1
    guard instance.redraws else { return }
    instance.layer?.redrawingCount += 1
    redrawingCount += 1
  }

  private func unschedule(_ instance: AnimationInstance) {
    guard instance.queueIndex != nil else { return }
    queue.remove(instance)
    guard instance.hasBegun else { return }
    runningCount -= 1
    guard instance.redraws else { return }
    instance.layer?.redrawingCount -= 1
    redrawingCount -= 1
  }
}

// MARK: - Callbacks

extension LayerTree {
  /// Records that animations have ended. A group's members end with it.
  func post(_ instances: [AnimationInstance], _ ending: AnimationEnding) {
    for instance in instances where !instance.isOver {
      post(instance.ownEvents, ending)
      instance.isOver = true
      guard instance.completion != nil || instance.scope != nil else { continue }
      notices.append(Notice(instance: instance, event: .ended(ending)))
    }
  }

  /// Records that an animation has begun, if there is a callback for it. The callback is called
  /// once.
  private func postBegin(of instance: AnimationInstance) {
    guard instance.began != nil else { return }
    notices.append(Notice(instance: instance, event: .began))
  }

  /// Calls the callbacks that are due, one after another and never one inside another.
  func notify() {
    guard !isNotifying, !notices.isEmpty else { return }
    isNotifying = true
    var index = 0
    while index < notices.count {
      let notice = notices[index]
      index += 1
      outsideOfTransactions { call(notice) }
    }
    notices.removeAll(keepingCapacity: true)
    isNotifying = false
  }

  private func call(_ notice: Notice) {
    let instance = notice.instance
    switch notice.event {
    case .began:
      instance.began?()
      instance.began = nil
    case .ended(let ending):
      instance.completion?(ending)
      instance.scope?.leave()
      instance.completion = nil
      instance.began = nil
      instance.scope = nil
    }
  }
}

/// A callback that is due.
struct Notice {
  enum Event {
    case began
    case ended(AnimationEnding)
  }

  let instance: AnimationInstance
  let event: Event
}
