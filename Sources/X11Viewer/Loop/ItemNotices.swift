/// The messages about an item after its first image, each shown once.
struct ItemNotices {
  private var first: Notice?
  private var hasReportedOmission = false
  private var hasReportedFailures = false

  enum Notice: Hashable {
    case message(String)
    /// The key that shows all keys.
    case hint
    /// A part was omitted, which is also logged.
    case omission(String)
  }

  /// - Parameter first: The message with the first image, or `nil`.
  init(first: Notice? = nil) { self.first = first }

  /// Returns the notice to show after a frame was drawn.
  ///
  /// - Parameters:
  ///   - told: The state machine's message, or `nil`.
  ///   - isSilent: Whether no message is shown.
  mutating func next(
    about item: PlaylistItem, told: String?, isSilent: Bool
  ) -> Notice? {
    let notice = first
    first = nil
    if let told { return .message(told) }
    if !hasReportedOmission, let omission = item.omission {
      hasReportedOmission = true
      return .omission(omission)
    }
    if let notice { return notice }
    // After the message that is shown, such as the item's name.
    if !hasReportedFailures, isSilent, let notice = item.failureNotice {
      hasReportedFailures = true
      return .message(notice)
    }
    return nil
  }

  /// Starts another item, or another version of the current one.
  mutating func begin() { (hasReportedOmission, hasReportedFailures) = (false, false) }
}
