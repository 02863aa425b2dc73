import AnimCore
import AnimLottie

/// What a film shows: all that it takes to make an artist. Every artist draws any frame alike, so
/// that several can share the frames.
struct FilmSource: Sendable {
  enum Content: Sendable {
    case animation(LottieAnimation, LottieSceneConfiguration)
    /// The scene at a place of the catalogue.
    case scene(Int, SceneCatalog.Configuration)
  }

  var content: Content
  var size: PixelSize
  /// Pixels per point.
  var scale: Double
  var background: Color

  /// What was left out of the frames drawn so far; nil where nothing was.
  var omission: LottieDiagnostic? {
    if case .animation(let animation, _) = content { animation.omission } else { nil }
  }

  /// The scene, which shares nothing with others made here.
  func makeScene() -> any Scene {
    switch content {
    case .animation(let animation, let configuration):
      LottieScene(animation.separateCopy, configuration: configuration)
    case .scene(let index, let configuration): SceneCatalog.entries[index].make(configuration)
    }
  }
}
