/// The messages about an item after its first image, each shown once.
struct ItemNotices {
  private var first: String?
  private var hasReportedOmission = false
  private var hasReportedFailures = false

  /// - Parameter first: The message with the first image, or `nil`.
  init(first: String? = nil) { self.first = first }

  /// Shows the next notice after a frame was drawn.
  ///
  /// - Parameters:
  ///   - told: The state machine's message, or `nil`.
  ///   - isSilent: Whether no message is shown.
  mutating func takeFrame(
    of item: PlaylistItem, told: String?, isSilent: Bool, into effects: inout [Effect]
  ) {
    let notice = first
    first = nil
    if let told {
      effects.append(.say(told))
    } else if !hasReportedOmission, let omission = item.omission {
      hasReportedOmission = true
      effects += [.log(.warning, omission), .say(omission)]
    } else if let notice {
      effects.append(.say(notice))
    } else if !hasReportedFailures, isSilent, let failures = item.failureNotice {
      // After the message that is shown, such as the item's name.
      hasReportedFailures = true
      effects.append(.say(failures))
    }
  }

  /// Starts another item, or another version of the current one.
  mutating func begin() { (hasReportedOmission, hasReportedFailures) = (false, false) }
}
