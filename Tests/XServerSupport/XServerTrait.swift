import Synchronization
import Testing

/// Runs few tests with X servers at a time, since tests that run in parallel would start all servers at once.
package struct XServerTrait: SuiteTrait, TestTrait, TestScoping {
  /// Tests of windows mostly wait.
  private static let gate = Gate(count: 4)

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

/// Lets a number of tasks pass at a time. Waiting tests occupy no thread.
private final class Gate: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(free: count)) }

  func enter() async {
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if passes { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
