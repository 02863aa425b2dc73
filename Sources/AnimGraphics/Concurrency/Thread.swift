#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs `body` on a new, detached thread, which inherits the mask of blocked signals.
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
