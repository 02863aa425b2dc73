/// A tree of layers and the time that they live in.
///
/// The tree never reads a clock. Its time is set by the host with ``update(to:)-(Seconds)``, once a
/// frame, and all that is animated is a function of it: stepping and seeking give the same values to
/// the last bit. Two trees, two windows or a test beside them, know nothing of each other.
///
/// When a tree is released, its layers leave it, and the completions of their animations are called
/// with ``AnimationEnding/removed``.
public final class LayerTree {
  public let root: Layer
  /// The time of the tree in seconds.
  public var time: Seconds { clock.time }
  /// The transaction in force. Set outside of ``run(_:changes:completion:)``, it holds for all
  /// changes until the next update: the implicit transaction of the frame.
  public var transaction = Transaction()
  /// Whether motion is to be left out, for people whom it makes unwell: false at first.
  ///
  /// While true, setting a property takes effect at once, and animations that are added take no
  /// time: their callbacks run as usual. What declares itself with `@Animatable(isMotion: false)`,
  /// as fades of colour and opacity do, animates as ever. Animations that run already go on.
  public var reducesMotion = false

  let clock: TreeClock
  /// Counts the displays, so that all layers' requests are taken back at once.
  private(set) var displayNumber = 1
  /// Counts the updates: a layer that joined in the present frame has not been shown.
  var frameNumber = 0
  var isDisplayRequested = true

  var queue = EventQueue()
  /// How many of the animations in the queue have begun, and how many of these change a picture.
  var runningCount = 0
  var redrawingCount = 0
  var sequence = 0
  var isUpdating = false
  /// Added during an update, but over already.
  var late: [AnimationInstance] = []

  /// How many transactions are open, which of them waits for the end of what is added, and which
  /// animator takes the changes over.
  var depth = 0
  var scope: CompletionScope?
  var animator: PropertyAnimator?
  var notices: [Notice] = []
  var isNotifying = false

  /// Where the tree takes its time from when something starts while nothing moves, so that it does
  /// not start in the past.
  var timeProvider: (() -> Seconds)?
  /// Called when something wants a frame while nothing moves: an animation was added, a display
  /// requested, a callback is due.
  var onWake: (() -> Void)?
  /// What moves the tree while it is attached to a source.
  var link: DisplayLink?

  /// A tree over `root`, which leaves wherever it was, at `time`.
  ///
  /// The layers that are below it already count as shown. One that is added later appears as it is
  /// set in that frame, and animates from the next ``update(to:)-(Seconds)`` on.
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
  /// Whether any layer has to be drawn again.
  public var needsDisplay: Bool { isDisplayRequested || redrawingCount > 0 }

  /// Call it when the layers have been drawn as they are now: nothing needs display until something
  /// changes.
  public func didDisplay() {
    displayNumber += 1
    isDisplayRequested = false
  }

  func requestDisplay() {
    isDisplayRequested = true
    wakeIfResting()
  }
}
