import AnimCore
import AnimationFormats

/// What was opened: a scene, and what a window needs to know about it.
struct OpenedItem {
  let scene: any Scene
  /// How the scene lays its picture out in a window.
  var fit = SceneFit.contain
  /// The scene, if a state machine plays it; nil if none does.
  var machine: (any InteractiveScene)?
  /// Sets the scene's clocks ahead by some seconds, or back if negative, if it has any.
  var adjustClocks: (Seconds) -> Void = { _ in }
  /// What has failed in the frames drawn so far, such as "2 expressions fail"; nil for nothing.
  var failures: () -> String? = { nil }
  /// What was asked for and has no effect on it, a sentence each.
  var warnings: [String] = []
  /// What is behind it; nil for the default.
  var background: Color?
  /// Whether it waits until it is asked to play.
  var waits = false
}

/// A file that was opened, and what there is to choose in it.
struct OpenedFile {
  var item: OpenedItem
  /// The identifiers of its animations.
  var animations: [String] = []
  /// The identifier of the one that was opened; nil if it has none.
  var shownAnimation: String?
  /// What is known about it before any frame is drawn, for the user; nil if there is nothing to say.
  var notice: String?
  var themes = FileThemes()
  var machines = FileMachines.none
}

/// Something to show: what was opened, and how it is presented.
struct PlaylistItem {
  /// Where it is from.
  enum Source: Hashable {
    /// The catalogue of built-in scenes.
    case scene(hasClock: Bool)
    /// A file at a path.
    case file(String, hasThemes: Bool = false, hasMachines: Bool = false)
  }

  /// The name, for messages.
  var name: String
  var source: Source
  /// Where it is among the others, such as "3 of 12"; nil if there are no others.
  var position: String?
  /// The name of pictures of it, without a number and an ending.
  var pictureName: String
  /// A notice to show once, after the name; nil for none.
  var notice: String?
  /// Why it cannot be drawn; nil if it can.
  var error: String?
  var opened: OpenedItem
}

extension PlaylistItem {
  var scene: any Scene { opened.scene }

  /// The text of the title bar; nil for the default.
  var title: String? { path == nil ? nil : "\(caption.printable) - x11viewer" }

  /// The path of its file; nil without one.
  var path: String? {
    if case .file(let path, _, _) = source { path } else { nil }
  }

  /// Whether it has an end; it is played from its start when it is shown.
  var isFinite: Bool { scene.playback != nil }

  /// Whether it has a time line: an end, and more than one frame before it.
  var hasTimeline: Bool { scene.playback?.moves ?? false }

  /// The name, with the position if there is one, for messages.
  var caption: String { position.map { "\(name) (\($0))" } ?? name }

  /// What there is to use keys on.
  var helpContext: HelpContext {
    var context: HelpContext = hasTimeline ? [.timeline] : []
    switch source {
    case .scene(let hasClock):
      context.insert(.scenes)
      if hasClock { context.insert(.clock) }
    case .file(_, let hasThemes, let hasMachines):
      context.insert(.files)
      if hasThemes { context.insert(.themes) }
      if hasMachines { context.insert(.machines) }
    }
    if opened.machine != nil { context.insert(.machine) }
    if scene is any PixelScene { context.insert(.pixels) }
    return context
  }

  /// What was left out of its frames so far; nil where nothing was.
  var omission: String? { scene.omission.map { "\(name): \($0)" } }

  /// What has failed in its frames; nil for nothing.
  var failureNotice: String? {
    opened.failures().map { "\(name): \($0); see x11viewer info \(name)" }
  }
}
