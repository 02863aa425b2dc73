import CLinux
import Glibc

/// Runs `body` on a new detached thread, which inherits the signal mask.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
  let start = Unmanaged.passRetained(ThreadStart(body))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { argument in
      if let argument {
        Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().body()
      }
      return nil
    }, start.toOpaque())
  guard code == 0 else {
    start.release()
    throw SystemError(call: "pthread_create", code: code)
  }
  pthread_detach(thread)
}

/// Carries a closure in the single pointer that a new thread receives.
private final class ThreadStart: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// State that threads share and can wait for.
package final class Monitor<State>: @unchecked Sendable {
  // Both must keep their addresses. The state is only accessed while the mutex is locked.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Changes the state, and wakes the threads that wait for a change.
  package func change<Result>(_ body: (inout State) -> sending Result) -> sending Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Waits until `body` returns a value.
  package func wait<Result>(_ body: (inout State) -> sending Result?) -> sending Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Waits until `body` returns a value, or returns `nil` after a timeout in nanoseconds.
  package func wait<Result>(
    nanoseconds limit: Int, _ body: (inout State) -> sending Result?
  ) -> sending Result? {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    if let result = body(&state) { return result }
    guard limit > 0 else { return nil }
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let second = 1_000_000_000
    let (seconds, rest) = (end.tv_nsec + limit).quotientAndRemainder(dividingBy: second)
    (end.tv_sec, end.tv_nsec) = (end.tv_sec + seconds, rest)
    while pthread_cond_timedwait(condition, mutex, &end) == 0 {
      if let result = body(&state) { return result }
    }
    return body(&state)
  }
}

/// Returns the number of processors that this process may use, at least one. Job schedulers may
/// restrict a job to some of them.
package func allowedProcessors() -> Int {
  // 8192 is the maximum number of processors for which the kernel can be built.
  var mask = [UInt8](repeating: 0, count: 1024)
  guard clinux_affinity(&mask, mask.count) > 0 else { return 1 }
  return max(1, mask.reduce(0) { $0 + $1.nonzeroBitCount })
}
