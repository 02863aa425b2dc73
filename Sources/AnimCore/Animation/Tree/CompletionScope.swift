/// Counts the animations of a transaction that still run, those of the transactions inside it
/// included, and calls the completion when the last one has ended.
final class CompletionScope {
  private let outer: CompletionScope?
  private let completion: () -> Void
  /// The open scope itself, the animations and the scopes inside.
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
