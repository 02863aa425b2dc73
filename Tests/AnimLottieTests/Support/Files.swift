@testable import AnimLottie

/// Returns a file of one composition, 100 by 50, ten frames at 10 a second.
func file(layers: String = "", _ fields: String = "") -> String {
  let fields = fields.isEmpty ? "" : "," + fields
  return #"""
    {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":100,"h":50,"layers":[\#(layers)]\#(fields)}
    """#
}

/// Returns a layer of shapes.
func shapeLayer(_ items: String) -> String {
  #"{"ty":4,"ip":0,"op":10,"st":0,"ks":{},"shapes":[\#(items)]}"#
}

func load(
  _ json: String, slots: [String: String] = [:], limits: LottieLimits = LottieLimits(),
  resource: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
) throws(LottieError) -> LottieAnimation {
  try LottieAnimation(
    Array(json.utf8), options: .init(slots: slots, limits: limits, resource: resource))
}

/// Returns the shapes that are read from a file whose first layer has `items`.
func shapes(
  _ items: String, version: String = "5.7.0", _ fields: String = "",
  slots: [String: String] = [:]
) throws -> [ShapeItem] {
  let json = file(layers: shapeLayer(items), fields)
    .replacing(#""v":"5.7.0""#, with: #""v":"\#(version)""#)
  let animation = try load(json, slots: slots)
  guard case .shapes(let shapes)? = animation.document.layers.first?.content else { return [] }
  return shapes
}

/// Returns the position of the first layer of a file.
func position(_ property: String) throws -> TransformProperties.Position? {
  let layer = #"{"ty":3,"ip":0,"op":10,"ks":{"p":\#(property)}}"#
  return try load(file(layers: layer)).document.layers.first?.transform.position
}

/// Returns the opacity of the first layer of a file.
func opacity(_ property: String) throws -> Animated<Double>? {
  let layer = #"{"ty":3,"ip":0,"op":10,"ks":{"o":\#(property)}}"#
  return try load(file(layers: layer)).document.layers.first?.transform.opacity
}

/// Returns the diagnostics of a file, as text.
func diagnostics(_ json: String) throws -> [String] {
  try load(json).diagnostics.map(\.description)
}

extension Animated {
  var value: Value? {
    if case .constant(let value) = self { return value }
    return nil
  }

  var frames: [LottieKeyframe<Value>] {
    if case .keyframes(let track) = self { return track.keys }
    return []
  }
}

extension Animated where Value: Interpolated {
  func value(at frame: Double) -> Value { value(at: EvaluationTime(frame)) }
}

extension TransformProperties.Position {
  func value(at frame: Double) -> SIMD2<Double> { value(at: EvaluationTime(frame)) }
}

extension LottieKeyframeTrack {
  /// Creates keyframes that are interpolated linearly.
  init(_ keys: (Double, Value)...) {
    self.init(keys.map { LottieKeyframe(time: $0.0, value: $0.1, easing: .linear) })
  }
}
