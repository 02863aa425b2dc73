import Synchronization

@testable import AnimCore
@testable import AnimGraphics
@testable import DemoScenes
@testable import Viewer
@testable import X11Viewer

extension SceneConfiguration {
  private static let known = Mutex<[[String]: SceneConfiguration]>([:])

  /// The configuration from these flags, parsed only once, since a debug build is slow at it.
  static func parsed(_ arguments: [String]) throws -> SceneConfiguration {
    if let known = known.withLock({ $0[arguments] }) { return known }
    let configuration = try ViewCommand.parse(arguments).sceneConfiguration
    known.withLock { $0[arguments] = configuration }
    return configuration
  }

  /// Returns the chosen scene in an image of `size` pixels, in virtual time.
  func view(size: PixelSize) -> SceneView {
    SceneView(scene: virtualScene(), size: size, backdrop: .color(background))
  }
}
