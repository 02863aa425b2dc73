/// The names that expressions can use to access an animation: global names and members of objects.
/// Their raw values are those of After Effects or of exporters.
enum ExpressionName: String, CaseIterable {
  // The property and its layer.
  case value, time, velocity, index, name, numKeys, inPoint, outPoint, active, hasParent, parent
  case thisLayer, thisComp, thisProperty, transform, content, effect, mask, text, comp, footage
  case textIndex, textTotal, selectorValue
  // Compositions and layers.
  case layer, width, height, numLayers, frameDuration, displayStartTime, pixelAspect, duration
  case marker, position, anchorPoint, scale, rotation, opacity, sourceText, startTime, source
  case toComp, toWorld, fromComp, fromWorld, toWorldVec, fromWorldVec, fromCompToSurface
  case toCompVec, fromCompVec
  case sampleImage, sourceRectAtTime
  case underscoredName = "_name"
  case top, left
  // Transforms.
  case skew, skewAxis, xPosition, yPosition, zPosition, xRotation, yRotation, zRotation, orientation
  // Shapes.
  case size, path, shape, color, strokeWidth, dash, gap, offset, startPoint, endPoint, start, end
  case points, outerRadius, innerRadius, outerRoundness, innerRoundness, roundness, radius, copies
  case amount, maskPath, maskOpacity, maskExpansion, enabled
  // Paths.
  case inTangents, outTangents, isClosed, pointOnPath, tangentOnPath, normalOnPath, createPath
  // Properties.
  case valueAtTime, velocityAtTime, speedAtTime, speed, key, nearestKey, propertyGroup
  case propertyIndex, numProperties, matchName
  case loopOut, loopIn, loopOutDuration, loopInDuration
  case loopOutOld = "loop_out"
  case loopInOld = "loop_in"
  case smooth, wiggle, temporalWiggle, length, style, fillColor, strokeColor, fontSize
  // Functions.
  case linear, ease, easeIn, easeOut, clamp
  case bmSum = "$bm_sum"
  case bmSub = "$bm_sub"
  case bmMul = "$bm_mul"
  case bmDiv = "$bm_div"
  case bmMod = "$bm_mod"
  case bmNeg = "$bm_neg"
  case bmIsArray = "$bm_isInstanceOfArray"
  case sum, sub, mul, div, mod, add, normalize, dot, cross, lookAt
  case degreesToRadians, radiansToDegrees
  case degreesToRadiansOld = "degrees_to_radians"
  case radiansToDegreesOld = "radians_to_degrees"
  case rgbToHsl, hslToRgb, hexToRgb, random, seedRandom, gaussRandom, noise
  case framesToTime, timeToFrames, timeToTimecode, posterizeTime, substr, substring
  // Names of properties in After Effects, in its English version and in all others.
  case namedTransform = "Transform"
  case namedContents = "Contents"
  case namedEffects = "Effects"
  case effects
  case namedAnchorPoint = "Anchor Point"
  case namedPosition = "Position"
  case namedScale = "Scale"
  case namedRotation = "Rotation"
  case namedOpacity = "Opacity"
  case namedSkew = "Skew"
  case namedSkewAxis = "Skew Axis"
  case namedXPosition = "X Position"
  case namedYPosition = "Y Position"
  case namedXRotation = "X Rotation"
  case namedYRotation = "Y Rotation"
  case namedZRotation = "Z Rotation"
  case namedOrientation = "Orientation"
  case namedColor = "Color"
  case namedStrokeWidth = "Stroke Width"
  case namedSize = "Size"
  case namedPath = "Path"
  case namedShape = "Shape"
  case namedStart = "Start"
  case namedEnd = "End"
  case namedOffset = "Offset"
  case namedCopies = "Copies"
  case namedRadius = "Radius"
  case namedRoundness = "Roundness"
  case namedPoints = "Points"
  case namedOuterRadius = "Outer Radius"
  case namedInnerRadius = "Inner Radius"
  case namedOuterRoundness = "Outer Roundness"
  case namedInnerRoundness = "Inner Roundness"
  case namedStartPoint = "Start Point"
  case namedEndPoint = "End Point"
  case namedAmount = "Amount"
  case namedMaskPath = "Mask Path"
  case namedMaskOpacity = "Mask Opacity"
  case namedMaskExpansion = "Mask Expansion"
  case namedSourceText = "Source Text"
  case namedText = "Text"
  case namedMasks = "Masks"
  case namedData = "Data"
  case namedOutline = "Outline"
  case namedTimeRemap = "Time Remap"
  case timeRemap
  case matchTransform = "ADBE Transform Group"
  case matchContents = "ADBE Root Vectors Group"
  case matchEffects = "ADBE Effect Parade"
  case matchMasks = "ADBE Mask Parade"
  case matchText = "ADBE Text Properties"
  case matchTextDocument = "ADBE Text Document"
  case matchTimeRemap = "ADBE Time Remapping"
  case matchAnchorPoint = "ADBE Anchor Point"
  case matchPosition = "ADBE Position"
  case matchPositionX = "ADBE Position_0"
  case matchPositionY = "ADBE Position_1"
  case matchPositionZ = "ADBE Position_2"
  case matchScale = "ADBE Scale"
  case matchRotation = "ADBE Rotate Z"
  case matchRotationX = "ADBE Rotate X"
  case matchRotationY = "ADBE Rotate Y"
  case matchOrientation = "ADBE Orientation"
  case matchOpacity = "ADBE Opacity"
  case matchVectors = "ADBE Vectors Group"
  case matchVectorTransform = "ADBE Vector Transform Group"
  case matchVectorAnchor = "ADBE Vector Anchor"
  case matchVectorPosition = "ADBE Vector Position"
  case matchVectorScale = "ADBE Vector Scale"
  case matchVectorRotation = "ADBE Vector Rotation"
  case matchVectorOpacity = "ADBE Vector Group Opacity"
  case matchVectorSkew = "ADBE Vector Skew"
  case matchVectorSkewAxis = "ADBE Vector Skew Axis"
  case matchVectorShape = "ADBE Vector Shape"
  case matchRectSize = "ADBE Vector Rect Size"
  case matchRectPosition = "ADBE Vector Rect Position"
  case matchRectRoundness = "ADBE Vector Rect Roundness"
  case matchEllipseSize = "ADBE Vector Ellipse Size"
  case matchEllipsePosition = "ADBE Vector Ellipse Position"
  case matchStarPoints = "ADBE Vector Star Points"
  case matchStarPosition = "ADBE Vector Star Position"
  case matchStarRotation = "ADBE Vector Star Rotation"
  case matchStarOuterRadius = "ADBE Vector Star Outer Radius"
  case matchStarInnerRadius = "ADBE Vector Star Inner Radius"
  case matchStarOuterRoundness = "ADBE Vector Star Outer Roundess"
  case matchStarInnerRoundness = "ADBE Vector Star Inner Roundess"
  case matchFillColor = "ADBE Vector Fill Color"
  case matchFillOpacity = "ADBE Vector Fill Opacity"
  case matchStrokeColor = "ADBE Vector Stroke Color"
  case matchStrokeOpacity = "ADBE Vector Stroke Opacity"
  case matchStrokeWidth = "ADBE Vector Stroke Width"
  case matchTrimStart = "ADBE Vector Trim Start"
  case matchTrimEnd = "ADBE Vector Trim End"
  case matchTrimOffset = "ADBE Vector Trim Offset"
  case matchCopies = "ADBE Vector Repeater Copies"
  case matchRepeaterOffset = "ADBE Vector Repeater Offset"
  case matchRoundCorner = "ADBE Vector RoundCorner Radius"

  /// All names, by their position in a vocabulary.
  static let all = Array(allCases)

  // The vocabulary positions of names that the host itself uses.
  static let transformPosition = position(of: .transform)
  static let textPosition = position(of: .text)
  static let sourceTextPosition = position(of: .sourceText)
  static let timeRemapPosition = position(of: .timeRemap)

  private static func position(of name: ExpressionName) -> Int { all.firstIndex(of: name) ?? -1 }
}
