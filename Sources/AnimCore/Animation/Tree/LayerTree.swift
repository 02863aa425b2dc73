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
  var isDisplayRequested = true

  var queue = EventQueue()
  /// The number of animations in the queue that have begun, and of those that change a picture.
  var runningCount = 0
  var redrawingCount = 0
  var sequence = 0
  var isUpdating = false
  /// Animations added during an update that are already over.
  var late: [AnimationInstance] = []

  /// The number of open transactions, the scope that waits for added animations to end, and the
  /// animator that takes over changes.
  var depth = 0
  var scope: CompletionScope?
  var animator: PropertyAnimator?
  var notices: [Notice] = []
  var isNotifying = false

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
