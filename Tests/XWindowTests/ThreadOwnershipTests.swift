import Foundation
import TestSupport
import Testing

@testable import XWindow

@Suite("The thread that uses a connection")
struct ThreadOwnershipTests {
  /// Returns the result of a closure on another thread.
  private func elsewhere(_ body: @escaping @Sendable () -> Bool) -> Bool {
    nonisolated(unsafe) var result = false
    let thread = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      result = body()
      thread.signal()
    }
    thread.wait()
    return result
  }

  @Test("every thread may use it until one claims it, and then only that one")
  func claims() {
    let ownership = ThreadOwnership()
    #expect(ownership.allowsUse && elsewhere { ownership.allowsUse })
    #expect(ownership.claim() && ownership.claim() && ownership.allowsUse)
    #expect(!elsewhere { ownership.allowsUse })
    #expect(!elsewhere { ownership.claim() })
    #expect(!elsewhere { ownership.release() })
    #expect(ownership.release() && elsewhere { ownership.claim() })
  }
}
