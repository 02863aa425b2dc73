/// Counts the animations of a transaction and of those nested in it that still run, and calls the
/// completion when the last one has ended.
final class CompletionScope {
  private let outer: CompletionScope?
  private let completion: () -> Void
  /// The open scope itself, its animations and its nested scopes.
  private var pending = 1

  init(outer: CompletionScope?, completion: @escaping () -> Void) {
    self.outer = outer
    self.completion = completion
    outer?.enter()
  }

  func enter() { pending += 1 }

  func leave() {
    pending -= 1
    guard pending == 0 else { return }
    completion()
    outer?.leave()
  }
}
