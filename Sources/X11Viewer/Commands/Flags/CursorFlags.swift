import AnimCore
import ArgumentParser
import OfflineRendering
import PlainText

/// The flags for cursors.
struct CursorFlags: ParsableArguments {
  @Option(
    "x,y",
    "Set the position in the animation at which a cursor points, such as 4,2 (default: 0,0, or the "
      + "hot spot of a cursor in the file).", parseHotSpot)
  private var hotspot: Point?

  /// Applies these flags to a request.
  func apply(to request: inout RenderRequest) { request.hotSpot = hotspot }
}

private func parseHotSpot(_ text: String) throws -> Point {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
  guard parts.count == 2, let x = parts[0], let y = parts[1], x >= 0, y >= 0, x.isFinite,
    y.isFinite
  else { throw InvalidValue(expected: "X,Y in the units of the animation, such as 4,2") }
  return Point(x: x, y: y)
}
