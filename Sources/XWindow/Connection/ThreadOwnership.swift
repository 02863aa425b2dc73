import Glibc
import Synchronization

/// The thread that uses a connection. Debug builds check it at every use, because Xlib and the types
/// of this module have no locks.
///
/// A window may belong to an actor, which changes its threads, so that the owner is only known while
/// a loop runs.
package final class ThreadOwnership: Sendable {
  /// The thread, or zero while no loop runs.
  private let owner = Atomic<UInt>(0)

  package init() {}

  /// Makes the current thread the owner.
  /// - Returns: Whether no other thread was.
  package func claim() -> Bool {
    let (isFree, old) = owner.compareExchange(
      expected: 0, desired: pthread_self(), ordering: .relaxed)
    return isFree || old == pthread_self()
  }

  /// Ends the ownership of the current thread.
  /// - Returns: Whether no other thread is the owner.
  package func release() -> Bool {
    guard allowsUse else { return false }
    owner.store(0, ordering: .relaxed)
    return true
  }

  /// Whether the current thread may use the connection.
  package var allowsUse: Bool {
    let owner = owner.load(ordering: .relaxed)
    return owner == 0 || owner == pthread_self()
  }
}
