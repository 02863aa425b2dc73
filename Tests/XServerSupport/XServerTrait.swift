import Synchronization
import Testing

/// Runs one test with an X server at a time: Xlib expects a single thread, and the deadlines of windows a machine that
/// isn't starting dozens of servers. Other tests run in parallel.
package struct XServerTrait: SuiteTrait, TestTrait, TestScoping {
  private static let gate = Gate()

  package var isRecursive: Bool { true }

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.gate.enter()
    defer { Self.gate.leave() }
    try await function()
  }
}

extension Trait where Self == XServerTrait {
  /// The tests start X servers.
  package static var xServer: Self { Self() }
}

/// Lets one task pass at a time. Waiting tests occupy no thread.
private final class Gate: Sendable {
  private struct State {
    var isFree = true
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func enter() async {
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        guard state.isFree else {
          state.waiting.append(continuation)
          return false
        }
        state.isFree = false
        return true
      }
      if passes { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isFree = true
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
