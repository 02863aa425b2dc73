import TestSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import DemoScenes
@testable import Viewer
@testable import X11Viewer

/// The expected contents of the viewer, drawn in this process with the same scenes and overlays,
/// but without a server.
struct Expected {
  var size = PixelSize(width: 320, height: 200)
  var scale = 1.0
  var background = Color(rgb: 0xFAFAF7)
  var configuration = SceneConfiguration()
  var overlay = Overlay(text: .desktop())

  /// The overlays of a paused animation.
  static var paused: Expected {
    var expected = Expected()
    expected.overlay.isPaused = true
    return expected
  }

  func list(_ scene: String, at time: Seconds, _ change: (DemoScene) -> Void = { _ in })
    -> DisplayList
  {
    let made = SceneCatalog.entries[SceneCatalog.index(of: scene) ?? 0].open(configuration)
    let view = SceneView(scene: made.scene, size: size, scale: scale, backdrop: .color(background))
    made.scene.update(to: time)
    change(made)
    return view.compose(overlay: overlay.draw(into:))
  }

  func image(_ scene: String, at time: Seconds, _ change: (DemoScene) -> Void = { _ in })
    -> PixelImage
  {
    list(scene, at: time, change).painted()
  }
}
