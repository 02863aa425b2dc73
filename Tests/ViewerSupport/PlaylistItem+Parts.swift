import AnimCore
import AnimGraphics
import AnimLottie
import AnimationFormats
import Viewer

extension PlaylistItem {
  /// Creates an item of a file, or of the catalogue without a path.
  package init(
    name: String, scene: any Scene, machine: (any InteractiveScene)? = nil, path: String? = nil,
    position: String? = nil, imageName: String? = nil, notice: String? = nil,
    error: String? = nil, adjustClocks: @escaping (Seconds) -> Void = { _ in },
    failures: @escaping () -> String? = { nil }, background: Color? = nil,
    waits: Bool = false
  ) {
    self.init(
      name: name, source: path.map { .file($0) } ?? .scene(hasClock: false), position: position,
      imageName: imageName ?? name, notice: notice, error: error,
      opened: OpenedItem(
        scene: scene, machine: machine, adjustClocks: adjustClocks,
        failures: failures, background: background, waits: waits))
  }

  /// The scene of a Lottie file, or `nil` for other scenes.
  package var animation: LottieScene? { scene as? LottieScene }
}
