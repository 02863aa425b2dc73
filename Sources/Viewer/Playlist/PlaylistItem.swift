import AnimCore
import AnimationFormats

/// An opened scene with the data that a window needs.
package struct OpenedItem {
  let scene: any Scene
  /// The fit of the scene into a window.
  var fit: BoxFit
  /// The interactive scene, or `nil` without a running state machine.
  package var machine: (any InteractiveScene)?
  /// Sets the scene's clocks, if it has any, ahead by a number of seconds, or back if it is
  /// negative.
  package var adjustClocks: (Seconds) -> Void
  /// Returns the failures in the frames drawn so far, such as "2 expressions fail", or `nil`.
  var failures: () -> String?
  /// Warnings about options without effect, as sentences.
  package var warnings: [String]
  /// The background, or `nil` for the default.
  package var background: Color?
  /// Whether playback waits for a request of the user.
  var waits: Bool

  package init(
    scene: any Scene, fit: BoxFit = .contain, machine: (any InteractiveScene)? = nil,
    adjustClocks: @escaping (Seconds) -> Void = { _ in },
    failures: @escaping () -> String? = { nil }, warnings: [String] = [],
    background: Color? = nil, waits: Bool = false
  ) {
    (self.scene, self.fit, self.machine) = (scene, fit, machine)
    (self.adjustClocks, self.failures) = (adjustClocks, failures)
    (self.warnings, self.background, self.waits) = (warnings, background, waits)
  }
}

/// An open file with its choices.
package struct OpenedFile {
  package var item: OpenedItem
  /// The identifiers of the animations.
  package var animations: [String] = []
  /// The identifier of the opened animation, or `nil` if the file doesn't define one.
  package var shownAnimation: String?
  /// The notice to show before any frame is drawn, or `nil`.
  package var notice: String?
  package var themes = FileThemes()
  package var machines = FileMachines.none

  /// Creates a file with a single animation.
  package init(_ item: OpenedItem) { self.item = item }
}

/// An item to show, with its presentation.
package struct PlaylistItem {
  /// The source of an item.
  package enum Source: Hashable {
    /// The catalogue of built-in scenes.
    case scene(hasClock: Bool)
    /// A file at a path.
    case file(String, hasThemes: Bool = false, hasMachines: Bool = false)
  }

  /// The name, for messages.
  var name: String
  var source: Source
  /// The position among the files, such as "3 of 12", or `nil` if there are no others.
  var position: String?
  /// The base name of saved images, without a number and a file extension.
  var imageName: String
  /// A notice to show once after the name, or `nil`.
  var notice: String?
  /// The reason why it can't be drawn, or `nil`.
  var error: String?
  package var opened: OpenedItem

  package init(
    name: String, source: Source, position: String? = nil, imageName: String,
    notice: String? = nil, error: String? = nil, opened: OpenedItem
  ) {
    (self.name, self.source, self.position) = (name, source, position)
    (self.imageName, self.notice, self.error) = (imageName, notice, error)
    self.opened = opened
  }
}

extension PlaylistItem {
  package var scene: any Scene { opened.scene }

  /// The title, or `nil` for the default.
  package var title: String? { path == nil ? nil : "\(caption.printable) - x11viewer" }

  /// The path of its file, or `nil` for a built-in scene.
  var path: String? {
    if case .file(let path, _, _) = source { path } else { nil }
  }

  /// Whether the item has an end. If so, it is played from its start when it is shown.
  var isFinite: Bool { scene.playback != nil }

  /// Whether the item has a timeline, which requires an end and more than one frame.
  var hasTimeline: Bool { scene.playback?.isAnimated ?? false }

  /// The name, followed by the position if there are other items, for messages.
  var caption: String { position.map { "\(name) (\($0))" } ?? name }

  /// The context for keys.
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

  /// The omission in the item's frames so far, or `nil`.
  package var omission: String? { scene.omission.map { "\(name): \($0)" } }

  /// The failures in its frames, or `nil`.
  var failureNotice: String? {
    opened.failures().map { "\(name): \($0); see x11viewer info \(name)" }
  }
}
