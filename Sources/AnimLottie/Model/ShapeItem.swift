import AnimCore

/// An item in a list of shapes. The first is drawn on top. Hidden items are not loaded.
enum ShapeItem: Sendable {
  case group(ShapeGroup)
  case path(Animated<BezierShape>, isReversed: Bool)
  case rectangle(RectangleShape)
  case ellipse(EllipseShape)
  case star(StarShape)
  case fill(FillItem)
  case stroke(StrokeItem)
  case trim(TrimModifier)
  case repeater(RepeaterModifier)
  /// The radius of the corners.
  case roundCorners(Animated<Double>)
  /// In percent.
  case puckerBloat(Animated<Double>)
  case offset(OffsetModifier)
  case zigZag(ZigZagModifier)
  case twist(TwistModifier)
  case merge(MergeMode)
}

struct ShapeGroup: Sendable {
  var items: [ShapeItem]
  var transform = TransformProperties()
  var blendMode = BlendMode.normal
}

struct RectangleShape: Sendable {
  /// Of the centre.
  var position: TransformProperties.Position
  var size: Animated<SIMD2<Double>>
  var radius: Animated<Double>
  var isReversed: Bool
}

struct EllipseShape: Sendable {
  /// Of the centre.
  var position: TransformProperties.Position
  var size: Animated<SIMD2<Double>>
  var isReversed: Bool
}

/// A star, or a polygon, for which the inner radius and roundness are ignored.
struct StarShape: Sendable {
  var isPolygon: Bool
  var position: TransformProperties.Position
  var points: Animated<Double>
  /// In degrees.
  var rotation: Animated<Double>
  var outerRadius: Animated<Double>
  /// In percent.
  var outerRoundness: Animated<Double>
  var innerRadius: Animated<Double>
  /// In percent.
  var innerRoundness: Animated<Double>
  var isReversed: Bool
}

enum MergeMode: Int, Sendable {
  /// All contours become one path, without combining their areas.
  case normal = 1
  case add, subtract, intersect, exclude
}
