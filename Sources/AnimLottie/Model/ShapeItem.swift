import AnimCore

/// An item in a list of shapes, topmost first. Hidden items aren't loaded.
enum ShapeItem: Sendable {
  case group(ShapeGroup)
  case path(PathShape, isReversed: Bool)
  case fill(FillItem)
  case stroke(StrokeItem)
  case trim(TrimModifier)
  case repeater(RepeaterModifier)
  case change(PathChange)
  case merge(MergeMode)
}

struct ShapeGroup: Sendable {
  var items: [ShapeItem]
  var transform = TransformProperties()
  var blendMode = BlendMode.normal
}

/// The path of a shape. Positions are those of its centre.
enum PathShape: Sendable {
  case contour(Animated<BezierShape>)
  case rectangle(
    position: TransformProperties.Position, size: Animated<SIMD2<Double>>, radius: Animated<Double>)
  case ellipse(position: TransformProperties.Position, size: Animated<SIMD2<Double>>)
  indirect case star(StarShape)
}

/// A star, or a polygon, for which the inner radius and roundness are ignored.
struct StarShape: Sendable {
  var isPolygon: Bool
  var position: TransformProperties.Position
  var points: Animated<Double>
  /// The rotation, in degrees.
  var rotation: Animated<Double>
  var outerRadius: Animated<Double>
  /// The roundness of the outer points, in percent.
  var outerRoundness: Animated<Double>
  var innerRadius: Animated<Double>
  /// The roundness of the inner points, in percent.
  var innerRoundness: Animated<Double>
}

enum MergeMode: Int, Sendable {
  /// All contours become one path, without combining their areas.
  case normal = 1
  case add, subtract, intersect, exclude
}

/// The colour or gradient of a fill or stroke.
enum PaintProperties: Sendable {
  /// Red, green, blue and alpha, 0 ... 1. Alpha is always 1, because the loader ignores it, like
  /// lottie-web.
  case color(Animated<SIMD4<Double>>)
  case gradient(GradientProperties)
}

struct GradientProperties: Sendable {
  enum Kind: Int, Sendable {
    case linear = 1
    case radial
    /// A gradient around the start. The end is irrelevant.
    case conic
  }

  var kind: Kind
  var start: Animated<SIMD2<Double>>
  var end: Animated<SIMD2<Double>>
  /// The distance from the start to the focus of a radial gradient, in percent of the radius.
  var highlightLength: Animated<Double>
  /// The direction from the start to the focus of a radial gradient in degrees, relative to the
  /// direction from the start to the end; or the direction of the first colour of a conic gradient,
  /// clockwise from the right.
  var highlightAngle: Animated<Double>
  /// The number of colour stops at the start of ``stops``.
  var colorCount: Int
  /// Colour stops, four numbers each (position, red, green, blue), then opacity stops, two each
  /// (position, alpha), all 0 ... 1.
  var stops: Animated<[Double]>
}

struct FillItem: Sendable {
  var paint: PaintProperties
  /// The opacity, in percent.
  var opacity: Animated<Double>
  var rule: FillRule
  var blendMode = BlendMode.normal
}

struct StrokeItem: Sendable {
  var paint: PaintProperties
  /// The opacity, in percent.
  var opacity: Animated<Double>
  var width: Animated<Double>
  var cap: StrokeStyle.Cap
  var join: StrokeStyle.Join
  var miterLimit: Animated<Double>
  /// The alternating dashes and gaps, or an empty array for a solid line.
  var dashes: [Animated<Double>]
  var dashOffset: Animated<Double>
  var blendMode = BlendMode.normal
}

struct TrimModifier: Sendable {
  /// The start, in percent.
  var start: Animated<Double>
  /// The end, in percent.
  var end: Animated<Double>
  /// The offset in degrees. 360° is the length of the path.
  var offset: Animated<Double>
  /// Whether the paths are trimmed as one, joined end to end, rather than separately.
  var isSequential: Bool
}

struct RepeaterModifier: Sendable {
  var copies: Animated<Double>
  /// The number of copies by which the series is shifted.
  var offset: Animated<Double>
  /// Whether later copies are drawn above earlier ones.
  var isAbove: Bool
  /// The transform from one copy to the next.
  var transform: TransformProperties
  /// The opacity of the first copy, in percent.
  var startOpacity: Animated<Double>
  /// The opacity of the last copy, in percent.
  var endOpacity: Animated<Double>
}

/// A modifier that changes each path separately.
enum PathChange: Sendable {
  /// Rounds corners with this radius.
  case roundCorners(Animated<Double>)
  /// Puckers or bloats by this amount, in percent.
  case puckerBloat(Animated<Double>)
  /// Moves the path outwards by this amount, or inwards if negative.
  case offset(Animated<Double>, StrokeStyle.Join, miterLimit: Animated<Double>)
  /// The amplitude is the distance of the peaks from the path, and the frequency the number of peaks
  /// on each segment. Smooth peaks are round.
  case zigZag(
    amplitude: Animated<Double>, frequency: Animated<Double>, isSmooth: Animated<Bool>)
  case twist(degrees: Animated<Double>, center: Animated<SIMD2<Double>>)
}
