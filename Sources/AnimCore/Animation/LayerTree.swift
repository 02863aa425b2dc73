/// A tree of layers and the time that they live in.
///
/// The tree never reads a clock. Its time is set by the host with ``update(to:)``, once a frame,
/// and all that is animated is a function of it: stepping and seeking give the same values to the
/// last bit. Two trees, two windows or a test beside them, know nothing of each other.
public final class LayerTree {
  public let root: Layer
  /// The time of the tree in seconds.
  public var time: Seconds { clock.time }
  /// The transaction in force. Set outside of ``run(_:changes:completion:)``, it holds for all
  /// changes until the next update: the implicit transaction of the frame.
  public var transaction = Transaction()

  let clock: TreeClock
  /// Counts the displays, so that all layers' requests are taken back at once.
  private(set) var displayNumber = 1
  var isDisplayRequested = true
  private var redrawingCount = 0

  private var queue = EndQueue()
  private var sequence = 0
  private var isUpdating = false
  /// Added during an update, but over already.
  private var late: [AnimationInstance] = []

  /// How many transactions are open, and which of them wants to know the end of what is added.
  var depth = 0
  var scope: CompletionScope?
  private var notices: [(AnimationInstance, AnimationEnding)] = []
  private var isTelling = false

  /// A tree over `root`, which leaves wherever it was, at `time`.
  public init(root: Layer, time: Seconds = 0) {
    self.root = root
    clock = TreeClock(time: time)
    clock.tree = self
    root.removeFromSuperlayer()
    root.leaveTree()
    root.join(self)
  }

  deinit { clock.tree = nil }
}

// MARK: - Time

extension LayerTree {
  /// Sets the time, and ends the animations whose time is up by then.
  ///
  /// They end in the order of their ends, those that end together in the order in which they were
  /// added. While a completion runs, ``time`` is the very instant of that end; what it starts there
  /// may end within the same update. So a chain of animations does not depend on when frames came.
  /// An animation without length that is started there ends with the next update.
  ///
  /// Time may go back. What is attached is then shown as it was; what has ended does not come back,
  /// since adding and ending are events and not functions of time.
  ///
  /// A time that is not finite, and a call from inside a completion, change nothing.
  ///
  /// Complexity: O(1) without ends, O(log n) for each.
  public func update(to target: Seconds) {
    guard target.isFinite, !isUpdating, !isTelling else { return }
    isUpdating = true
    if depth == 0 { transaction = Transaction() }
    while let next = queue.first, next.end <= target {
      clock.move(to: next.end)
      finish(next)
    }
    clock.move(to: target)
    isUpdating = false
    for instance in late where !instance.isOver { schedule(instance) }
    late.removeAll(keepingCapacity: true)
  }

  /// Whether anything moves, or will without being touched. Where nothing does, a display link can
  /// be paused. Animations on layers that stand still do not count. Complexity: O(1).
  public var hasRunningAnimations: Bool { !queue.isEmpty }

  /// The time at which the last running animation ends: infinite where one does not, nil where
  /// none runs. Complexity: O(n) in the running ones.
  public var animationsEnd: Seconds? { queue.lastEnd }

  /// Whether any layer has to be drawn again.
  public var needsDisplay: Bool { isDisplayRequested || redrawingCount > 0 }

  /// Takes note that the layers have been drawn as they are now.
  public func didDisplay() {
    displayNumber += 1
    isDisplayRequested = false
  }

  private func finish(_ instance: AnimationInstance) {
    unschedule(instance)
    if let layer = instance.layer {
      if instance.redraws { layer.setNeedsDisplay() }
      if instance.isRemovedOnCompletion { detach(instance, from: layer) }
    }
    tell([instance], .finished)
  }
}

// MARK: - Animations

extension LayerTree {
  /// Attaches a new animation in place of `old` ones.
  func add(_ instance: AnimationInstance, replacing old: [AnimationInstance], on layer: Layer) {
    for instance in old { detach(instance, from: layer) }
    instance.sequence = sequence
    sequence += 1
    instance.scope = scope
    scope?.enter()
    layer.animations.append(instance)
    instance.attach()
    if instance.redraws { layer.setNeedsDisplay() }
    schedule(instance)
    tell(old, .replaced)
  }

  /// Detaches animations and tells their completions.
  func end(_ instances: [AnimationInstance], _ ending: AnimationEnding) {
    for instance in instances {
      guard let layer = instance.layer else { continue }
      if instance.redraws { layer.setNeedsDisplay() }
      detach(instance, from: layer)
    }
    tell(instances, ending)
  }

  /// Takes an animation off its layer; whoever calls this tells its completion.
  func detach(_ instance: AnimationInstance, from layer: Layer) {
    unschedule(instance)
    instance.detach()
    layer.animations.removeAll { $0 === instance }
  }

  /// Tells completions one after the other, never one inside another.
  func tell(_ instances: [AnimationInstance], _ ending: AnimationEnding) {
    for instance in instances where !instance.isOver {
      instance.isOver = true
      notices.append((instance, ending))
    }
    guard !isTelling else { return }
    isTelling = true
    var told = 0
    while told < notices.count {
      let (instance, ending) = notices[told]
      told += 1
      outsideOfTransactions {
        instance.completion?(ending)
        instance.scope?.leave()
      }
      instance.completion = nil
      instance.scope = nil
    }
    notices.removeAll(keepingCapacity: true)
    isTelling = false
  }

  /// Counts the ends anew of all that is attached to `layer` and below.
  func timingChanged(below layer: Layer) {
    clock.move(to: time)
    reschedule(layer)
  }

  private func reschedule(_ layer: Layer) {
    for instance in layer.animations {
      if instance.redraws { layer.setNeedsDisplay() }
      guard !instance.isOver else { continue }
      unschedule(instance)
      schedule(instance)
    }
    for sublayer in layer.sublayers { reschedule(sublayer) }
  }

  private func schedule(_ instance: AnimationInstance) {
    guard let layer = instance.layer else { return }
    let rate = layer.rate
    guard rate * instance.timing.speed != 0 else { return }
    let end = layer.convert(instance.localEnd(rate: rate), to: nil) ?? .infinity
    if isUpdating && end <= time {
      late.append(instance)
      return
    }
    instance.end = end
    queue.insert(instance)
    guard instance.redraws else { return }
    layer.redrawingCount += 1
    redrawingCount += 1
  }

  private func unschedule(_ instance: AnimationInstance) {
    guard instance.queueIndex != nil else { return }
    queue.remove(instance)
    guard instance.redraws else { return }
    instance.layer?.redrawingCount -= 1
    redrawingCount -= 1
  }
}
