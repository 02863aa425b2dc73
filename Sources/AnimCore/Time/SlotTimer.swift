#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The timer of a ``TimerFrameSource``; tests use one whose time they move.
protocol SlotTimer: AnyObject, Sendable {
  /// The present time.
  var now: Timestamp { get }
  /// Sleeps until an instant; returns at once if it has passed.
  /// - Returns: false if cancelled, during the sleep or before it, which resets the cancellation.
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

    var now: Timestamp { .now }

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

  extension Timestamp {
    /// The current time of CLOCK_MONOTONIC.
    package static var now: Timestamp {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
  }
#endif
