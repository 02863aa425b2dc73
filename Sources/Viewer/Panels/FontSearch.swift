/// The state of the search for the font of messages and panels. The search takes longer than a
/// frame, so it is done once, on first use.
struct FontSearch: Hashable {
  private enum State: Hashable {
    case found
    /// The search hasn't started, because no text has been shown.
    case notBegun
    /// The search is running, and the overview may wait for it.
    case begun(forOverview: Bool)
  }

  private var state: State

  /// - Parameter isReady: Whether no search is necessary.
  init(isReady: Bool) { state = isReady ? .found : .notBegun }

  var isFound: Bool { state == .found }

  /// Handles the first use of text.
  ///
  /// - Parameter forOverview: Whether the overview waits for the font.
  /// - Returns: Whether to start the search.
  mutating func want(forOverview: Bool) -> Bool {
    switch state {
    case .found: return false
    case .notBegun:
      state = .begun(forOverview: forOverview)
      return true
    case .begun(let isAwaited):
      state = .begun(forOverview: forOverview || isAwaited)
      return false
    }
  }

  /// Handles the end of the search. Further calls have no effect.
  ///
  /// - Returns: Whether the overview waits for the font.
  mutating func didFind() -> Bool {
    guard case .begun(let isAwaited) = state else { return false }
    state = .found
    return isAwaited
  }
}
