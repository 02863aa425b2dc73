import AnimCore

/// The items to show, in the order in which they are paged through.
protocol Playlist: AnyObject {
  /// Opens the current item again.
  func open() -> PlaylistItem
  /// Moves by some places, or back if negative, wrapping around; nil if there is no other item.
  func turn(by places: Int) -> PlaylistItem?
  /// Moves to the item with this number, for which there is a key; nil if there is none.
  func show(_ place: Int) -> PlaylistItem?
  /// A descriptor that becomes readable when ``takeChange()`` should be called; −1 if items never
  /// change.
  var changeDescriptor: Int32 { get }
  /// Whether the current item has changed since it was opened, and should be opened again.
  func takeChange() -> Bool
}

/// Something to show, and what the window needs to know about it.
struct PlaylistItem {
  /// The name, for messages.
  var name: String
  var scene: any Scene
  /// Sets the scene's clocks ahead by some seconds, or back if negative, if it has any.
  var adjustClocks: (Seconds) -> Void = { _ in }
  /// The text of the title bar; nil for the default.
  var title: String?
  /// A notice to show once, after the name; nil for none.
  var notice: String?
  /// Why it cannot be drawn; nil if it can.
  var trouble: String?

  /// Whether ``omission`` was reported.
  var hasReportedOmission = false

  /// Whether it has an end, and so a time line; it is played from its start when it is shown.
  var isFinite: Bool { scene.frameRange != nil }

  /// What was left out of its frames so far; nil where nothing was.
  var omission: String? { scene.omission.map { "\(name): \($0)" } }
}
