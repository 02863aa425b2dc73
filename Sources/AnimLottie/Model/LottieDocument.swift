import AnimCore

/// A file, checked and ready to be evaluated: every reference in it leads somewhere, nothing
/// contains itself, and every number is finite.
struct LottieDocument: Sendable {
  var version = ""
  var name = ""
  var size = SIMD2<Double>.zero
  var frameRate = 60.0
  /// The frames shown, in the file's own count; the second is not shown. Not empty.
  var frames: Range<Double> = 0..<1
  /// The composition that is shown. The first layer is on top.
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
  /// The extent in the composition's units.
  var size: SIMD2<Double>
  /// Nil where it could not be had.
  var image: Image?
}
