import AnimCore
import LinuxSystem
import Synchronization
import Viewer

/// A queue of results of background work, which the window takes as messages.
final class Mailbox: Sendable {
  /// Returns the message, on the thread of the window, or `nil` if it is no longer wanted.
  typealias Letter = @Sendable () -> Message?

  private let ready: EventDescriptor
  private let letters = Mutex<[Letter]>([])

  /// - Parameter ready: An event that becomes readable when there are messages.
  init(signalling ready: EventDescriptor) { self.ready = ready }

  func post(_ letter: @escaping Letter) {
    letters.withLock { $0.append(letter) }
    ready.signal()
  }

  /// Returns the first message, or `nil` if the mailbox is empty.
  func take() -> Message? {
    while let letter = letters.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      if let message = letter() { return message }
    }
    return nil
  }
}

/// A queue of background work that runs in order and can be cancelled.
final class WorkQueue: Sendable {
  private let work: any BackgroundWork
  private let state = Mutex(State())

  private struct State {
    /// A number that changes when the work is cancelled.
    var generation = 0
    /// The number of pieces of work that aren't finished.
    var count = 0
  }

  init(on work: any BackgroundWork) { self.work = work }

  /// Does a piece of work after all earlier ones, and posts its result, if any.
  func run(to mailbox: Mailbox, _ body: @escaping @Sendable () -> Mailbox.Letter?) {
    let generation = state.withLock { state in
      state.count += 1
      return state.generation
    }
    work.run { [self] in
      guard isCurrent(generation) else { return }
      let letter = body()
      state.withLock { state in
        if state.generation == generation { state.count -= 1 }
      }
      guard let letter else { return }
      mailbox.post { [self] in isCurrent(generation) ? letter() : nil }
    }
  }

  /// Does a piece of work after all earlier ones, which can't be cancelled.
  func run(_ body: @escaping @Sendable () -> Void) { work.run(body) }

  /// Discards all other work and its results. A piece of work that doesn't end, because a disk may not
  /// respond, doesn't delay later ones.
  func cancel() {
    let isBusy = state.withLock { state in
      state.generation += 1
      defer { state.count = 0 }
      return state.count > 0
    }
    if isBusy { work.passOver() }
  }

  private func isCurrent(_ generation: Int) -> Bool {
    state.withLock { $0.generation == generation }
  }
}
