#if !os(Linux)
  /// The standard library's mutex, for systems with a single thread, which lack it.
  ///
  /// Because there is only one thread, no other thread can hold the lock.
  package final class Mutex<Value: ~Copyable>: @unchecked Sendable {
    private var value: Value

    package init(_ value: consuming Value) { self.value = value }

    package func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(&value)
    }
  }
#endif
