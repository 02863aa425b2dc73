#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A frame source in real time for programs without a display, such as terminal programs, game
/// loops or lighting.
///
/// ```swift
/// let source = TimerFrameSource(refreshRate: 30)
/// tree.attach(to: source, for: self) { meter, frame in meter.print() }
/// meter.value = 40
/// source.run()  // until nothing moves any more
/// ```
///
/// A run begins with a slot at once, and slot *n* follows *n* refresh intervals later, by the
/// system's monotonic clock. Each deadline is computed from *n* and never from the previous
/// wake-up, so nothing drifts. The frame of a slot is prepared in the slot, and its target is the
/// slot's own instant. If callbacks take longer than a slot, the slots that have passed are
/// reported as missed, and are skipped.
public final class TimerFrameSource: FrameSource {
  private let timer: any SlotTimer
  private var rate: RefreshRate
  /// The slot from which slots are counted: the start of the run, or the last change of rate.
  private var anchor: (slot: Int, time: Timestamp)

  /// May be set at any time: the next slot comes one new interval after the last one.
  public override var refreshInterval: Seconds {
    didSet {
      guard refreshInterval != oldValue else { return }
      let latest = max(currentSlot, anchor.slot)
      anchor = (latest, time(of: latest))
      rate = RefreshRate(hertz: 1 / refreshInterval)
    }
  }

  #if os(Linux)
    /// - Parameter refreshRate: The number of slots per second, clamped to 0.001 ... 1,000.
    public convenience init(refreshRate: Double = 60) {
      self.init(rate: RefreshRate(hertz: refreshRate), timer: SystemTimer())
    }
  #endif

  init(rate: RefreshRate, timer: any SlotTimer) {
    self.rate = rate
    self.timer = timer
    anchor = (0, timer.now)
    super.init(refreshInterval: rate.interval)
    clock = { timer.now }
  }
}

extension TimerFrameSource {
  /// Sleeps from slot to slot and calls the links, until all are paused or have ended, or until a
  /// ``canceller`` is used. It may be called again, and the first delta of every link is then zero.
  ///
  /// A call from inside a callback has no effect.
  public func run() {
    guard !isDelivering else { return }
    interrupt()
    anchor = (currentSlot + 1, timer.now)
    while let slot = nextWantedSlot, timer.sleep(until: time(of: slot)) {
      // If entire slots have been missed, deliver the current one.
      let present = max(slot, self.slot(atOrBefore: timer.now))
      deliver(slot: present, targetTimestamp: time(of: present), missed: present - slot)
    }
  }

  /// Ends ``run()``, from any thread.
  public var canceller: Canceller { Canceller(timer: timer) }

  /// Ends the run of a ``TimerFrameSource``. It may be passed to other threads and outlive the
  /// source.
  public struct Canceller: Sendable {
    fileprivate let timer: any SlotTimer

    /// Wakes the source and ends its run, or the next run if it isn't running.
    public func cancel() { timer.cancel() }
  }
}

extension TimerFrameSource {
  private func time(of slot: Int) -> Timestamp {
    anchor.time.advanced(byNanoseconds: rate.nanoseconds(toSlot: slot - anchor.slot))
  }

  private func slot(atOrBefore instant: Timestamp) -> Int {
    anchor.slot + rate.slot(atOrBefore: instant.nanoseconds(since: anchor.time))
  }

  private func slot(atOrAfter instant: Timestamp) -> Int {
    let before = slot(atOrBefore: instant)
    return time(of: before) < instant ? before + 1 : before
  }

  private var nextWantedSlot: Int? {
    switch demand {
    case .nothing: nil
    case .at(let instant): max(slot(atOrAfter: instant), currentSlot + 1)
    case .slot(let slot, let instant):
      min(slot, instant.map { max(self.slot(atOrAfter: $0), currentSlot + 1) } ?? slot)
    }
  }
}

/// The timer of a ``TimerFrameSource``; tests use one whose time they move.
protocol SlotTimer: AnyObject, Sendable {
  /// The present time.
  var now: Timestamp { get }
  /// Sleeps until an instant; returns at once if it has passed.
  /// - Returns: `false` if cancelled, during the sleep or before it, which resets the cancellation.
  func sleep(until instant: Timestamp) -> Bool
  /// Ends the current sleep, or the next one. May be called on any thread.
  func cancel()
}

#if os(Linux)
  /// Sleeps on a condition variable with CLOCK_MONOTONIC: the deadlines are absolute, like those of
  /// clock_nanosleep, and another thread can end the sleep. The kernel may end it up to 50 µs late.
  final class SystemTimer: SlotTimer, @unchecked Sendable {
    private let shared: UnsafeMutablePointer<Shared>

    /// All but the synchronisation objects is guarded by the mutex.
    private struct Shared {
      var mutex = pthread_mutex_t()
      var wake = pthread_cond_t()
      var isCancelled = false
    }

    init() {
      shared = .allocate(capacity: 1)
      shared.initialize(to: Shared())
      pthread_mutex_init(&shared.pointee.mutex, nil)
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(&shared.pointee.wake, &attributes)
      pthread_condattr_destroy(&attributes)
    }

    deinit {
      pthread_cond_destroy(&shared.pointee.wake)
      pthread_mutex_destroy(&shared.pointee.mutex)
      shared.deinitialize(count: 1)
      shared.deallocate()
    }

    var now: Timestamp {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    func sleep(until instant: Timestamp) -> Bool {
      let (seconds, rest) = max(instant, .zero).nanoseconds
        .quotientAndRemainder(dividingBy: 1_000_000_000)
      var deadline = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
      pthread_mutex_lock(&shared.pointee.mutex)
      defer { pthread_mutex_unlock(&shared.pointee.mutex) }
      // Spurious wake-ups are ignored until one of the two has happened.
      while !shared.pointee.isCancelled && now < instant {
        pthread_cond_timedwait(&shared.pointee.wake, &shared.pointee.mutex, &deadline)
      }
      defer { shared.pointee.isCancelled = false }
      return !shared.pointee.isCancelled
    }

    func cancel() {
      pthread_mutex_lock(&shared.pointee.mutex)
      shared.pointee.isCancelled = true
      pthread_cond_broadcast(&shared.pointee.wake)
      pthread_mutex_unlock(&shared.pointee.mutex)
    }
  }
#endif
