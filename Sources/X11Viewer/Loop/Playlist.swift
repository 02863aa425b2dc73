import AnimCore
import AnimLottie

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
  /// The text of the title bar; nil for the default.
  var title: String?
  /// A notice to show once, after the name; nil for none.
  var notice: String?
  /// Why it cannot be drawn; nil if it can.
  var trouble: String?

  /// Whether ``omission`` was reported.
  var hasReportedOmission = false

  /// The scene of a file; nil for a built-in scene.
  var animation: LottieScene? { scene as? LottieScene }

  /// What was left out of its frames so far; nil where nothing was.
  var omission: String? { animation?.animation.omission.map { "\(name): \($0)" } }
}
