import AnimCore
import AnimLottie

/// What there is to show, in the order in which it is paged through.
protocol Playlist: AnyObject {
  /// Opens what is on show once more.
  func open() -> PlaylistItem
  /// Goes on by some places, or back, round and round; nil where there is nothing else.
  func turn(by places: Int) -> PlaylistItem?
  /// Goes to a place that has a key of its own; nil where there is none.
  func show(_ place: Int) -> PlaylistItem?
  /// Can be read when ``takeChange()`` is to be asked; −1 where nothing changes.
  var changeDescriptor: Int32 { get }
  /// Whether what is on show has changed since it was opened, and is to be opened again.
  func takeChange() -> Bool
}

/// Something to show, and what the window needs to know of it.
struct PlaylistItem {
  /// What a message calls it.
  var name: String
  var scene: any Scene
  /// The text of the title bar; nil for the usual one.
  var title: String?
  /// What is to be said of it once; nil where its name is enough.
  var notice: String?
  /// Why there is no picture of it; nil where there is one.
  var trouble: String?

  /// Whether ``omission`` was reported.
  var hasReportedOmission = false

  /// The scene, if it is a file's.
  var animation: LottieScene? { scene as? LottieScene }

  /// What was left out of its frames so far; nil where nothing was.
  var omission: String? { animation?.animation.omission.map { "\(name): \($0)" } }
}
