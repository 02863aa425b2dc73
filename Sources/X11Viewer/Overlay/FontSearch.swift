/// What is known of the font in which messages and panels are written. Finding it takes longer than a frame may, so that
/// it is looked for once, when it is first needed.
struct FontSearch: Hashable {
  private enum State: Hashable {
    case found
    /// Nothing was written so far.
    case notBegun
    /// It is looked for, and the overview waits for it or does not.
    case begun(forOverview: Bool)
  }

  private var state: State

  /// - Parameter isReady: whether there is nothing to look for.
  init(isReady: Bool) { state = isReady ? .found : .notBegun }

  var isFound: Bool { state == .found }

  /// Something is to be written.
  ///
  /// - Parameter forOverview: whether the overview waits for it.
  /// - Returns: whether to begin to look for the font.
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

  /// The font is there. Called again, it does nothing.
  ///
  /// - Returns: whether the overview waits for it.
  mutating func didFind() -> Bool {
    guard case .begun(let isAwaited) = state else { return false }
    state = .found
    return isAwaited
  }
}
