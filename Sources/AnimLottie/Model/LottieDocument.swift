import AnimCore

/// An animation, checked and ready to be evaluated: every reference has a target, nothing contains
/// itself, and every number is finite.
struct LottieDocument: Sendable {
  var version = ""
  var name = ""
  var size = SIMD2<Double>.zero
  var frameRate = 60.0
  /// The frames that are shown, as the file numbers them. Never empty.
  var frames: Range<Double> = 0..<1
  /// The layers of the main composition. The first is on top.
  var layers: [LottieLayer] = []
  var compositions: [LottieComposition] = []
  var images: [LottieImage] = []
  var fonts: [LottieFont] = []
}

struct LottieComposition: Sendable {
  var id: String
  /// The first is on top.
  var layers: [LottieLayer]
}

struct LottieImage: Sendable {
  var id: String
  /// The size in units of the composition.
  var size: SIMD2<Double>
  /// Nil if the image could not be loaded.
  var image: Image?
}
