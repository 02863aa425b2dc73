import AnimCore
import DemoScenes

/// A scene without an image or an end, which notes how its clocks are set.
package final class BenchScene: LinkedScene {
  package let isAnimated: Bool
  package private(set) var adjustment: Seconds = 0
  package var link: DisplayLink?

  /// - Parameter isAnimated: Whether it moves in every frame.
  package init(isAnimated: Bool = true) { self.isAnimated = isAnimated }

  package func layout(in size: Size) {}
  package func draw(into list: inout DisplayList) {}
  package func update(to time: Seconds) {}
  package func adjustClocks(by span: Seconds) { adjustment += span }

  /// Returns a new scene, like the catalogue.
  package static func item(isAnimated: Bool = true) -> DemoScene {
    let scene = BenchScene(isAnimated: isAnimated)
    return DemoScene(scene, adjustClocks: scene.adjustClocks)
  }
}
