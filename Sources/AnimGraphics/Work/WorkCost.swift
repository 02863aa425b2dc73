/// The costs of building an image, charged where the work is done. Each is the time of one item.
package enum BuildingCost {
  /// Passing over a child that may not be drawn.
  case child
  /// Reading an attribute, property or setting.
  case attribute
  /// Reading an attribute of a paint server, possibly one that belongs to another server.
  case serverAttribute
  /// Taking an item of a list: a gradient stop, a dash, a number or input of a filter.
  case listItem
  /// Evaluating a transform function.
  case transform
  /// Setting up a clip or mask.
  case clip
  /// Evaluating an animation at a time.
  case animation
  /// A step of matching style sheets with a document.
  case matchedRule
  /// Comparing a byte of text.
  case comparedByte
  /// Hashing a byte of text.
  case hashedByte
  /// Parsing a byte of text, or replacing it.
  case parsedByte
  /// Splitting text at a byte.
  case splitByte
  /// Copying a point of a path.
  case pathPoint
  /// Finding the directions of a path at one of its points.
  case markedPoint
  /// Finding the length or box of a path, for one of its points.
  case measuredPoint
  /// A step of reading a glyph of a font.
  case glyphStep
  /// Turning a path or stroke into one corner of an outline.
  case corner
  /// Placing a layer of a Lottie animation.
  case layer
  /// Visiting a shape of a Lottie animation, or modifying a point of a path.
  case shape
  /// Joining a point of a path with other paths that share a fill or stroke.
  case joinedPoint
  /// Placing a letter, for each text animator.
  case letter
  /// Running a step of an expression.
  case expressionStep

  /// The units that one item costs.
  var units: Int {
    switch self {
    case .comparedByte: 1
    case .hashedByte: 3
    case .attribute, .listItem, .matchedRule, .parsedByte, .pathPoint, .corner: 10
    case .glyphStep, .expressionStep: 20
    case .child, .transform, .splitByte, .markedPoint: 40
    case .serverAttribute, .measuredPoint, .joinedPoint: 80
    case .shape: 400
    case .letter: 800
    case .clip, .animation: 1280
    case .layer: 6400
    }
  }
}

/// The costs of painting, in units for each pixel.
enum PaintingCost {
  /// Storing an opaque colour.
  static let opaque = 1
  /// Blending a translucent colour.
  static let translucent = 3
  /// Computing a linear gradient and blending it.
  static let linearGradient = 4
  /// Computing any other gradient and blending it.
  static let gradient = 6
  /// Copying a pixel of an image.
  static let nearest = 4
  /// Mixing four pixels of an image.
  static let bilinear = 16
  /// Following an edge of an outline through one row or column of pixels.
  static let edge = 20
  /// Combining the coverage of a mask with the group that it masks.
  static let mask = 1
  /// Clearing a group's own pixels and drawing them over those below.
  static let group = 4
  /// Blending a group by a mode other than `normal`.
  static let blend = 6
  /// Multiplying a group by the image of its matte.
  static let matte = 8
  /// Filtering a pixel of a group once.
  static let filter = 20
  /// Computing a step of a filter that takes as long as a blend.
  static let filterStep = 8
}
