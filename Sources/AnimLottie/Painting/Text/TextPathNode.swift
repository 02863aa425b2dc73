import AnimCore

/// The path that a text follows, ready to be evaluated.
final class TextPathNode {
  private let path: PathNode
  private let isReversed: Property<Double>
  private let isPerpendicular: Property<Double>
  private let forcesAlignment: Property<Double>
  private let firstMargin: Property<Double>
  /// The last path that was measured.
  private var measured: (path: Path, isReversed: Bool, measure: PathMeasure)?

  init(_ path: TextPath, masks: [LayerMask]) {
    self.path = PathNode(.contour(PathProperty(masks[path.mask].shape)), isReversed: false)
    isReversed = Property(path.isReversed)
    isPerpendicular = Property(path.isPerpendicular, default: 1)
    forcesAlignment = Property(path.forcesAlignment)
    firstMargin = Property(path.firstMargin)
  }

  /// The line at a time; nil for a path without length.
  func line(at time: Double) -> TextLine? {
    path.update(to: time)
    let isReversed = isReversed.value(at: time) != 0
    if measured?.path != path.path || measured?.isReversed != isReversed {
      let way = isReversed ? path.path.reversed() : path.path
      measured = (path.path, isReversed, PathMeasure(way))
    }
    guard let measure = measured?.measure, let contour = measure.contours.first else { return nil }
    return TextLine(
      measure: measure, isClosed: contour.isClosed,
      isPerpendicular: isPerpendicular.value(at: time) != 0,
      forcesAlignment: forcesAlignment.value(at: time) != 0,
      firstMargin: firstMargin.value(at: time))
  }
}

/// A path that letters stand on.
struct TextLine {
  fileprivate let measure: PathMeasure
  fileprivate let isClosed: Bool
  fileprivate let isPerpendicular: Bool
  let forcesAlignment: Bool
  let firstMargin: Double

  var length: Double { measure.length }

  /// From a letter's space, with the path's point at the origin, to that of the layer. A closed path
  /// is gone round and round, and an open one goes straight on beyond its ends.
  func transform(at distance: Double) -> Transform? {
    let wrapped = isClosed ? distance - (distance / length).rounded(.down) * length : distance
    let inside = min(max(wrapped, 0), length)
    guard let place = measure.place(at: inside) else { return nil }
    let point = place.point + place.tangent * (wrapped - inside)
    let turn =
      isPerpendicular
      ? Transform(
        a: place.tangent.dx, b: place.tangent.dy, c: -place.tangent.dy, d: place.tangent.dx, tx: 0,
        ty: 0) : .identity
    return turn.followed(by: Transform(translation: Vector(dx: point.x, dy: point.y)))
  }

  /// Where the middle of a letter is along the path where all are spread over it, at even distances
  /// from the middle of the first to that of the last. As in lottie-web that is for one line.
  func spreadPlace(of letter: Int, in letters: [TextLayout.Letter]) -> Double {
    let first = (letters.first?.advance ?? 0) / 2
    let last = (letters.last?.advance ?? 0) / 2
    let share = letters.count > 1 ? Double(letter) / Double(letters.count - 1) : 0
    return firstMargin + first + (length - firstMargin - first - last) * share
  }
}
