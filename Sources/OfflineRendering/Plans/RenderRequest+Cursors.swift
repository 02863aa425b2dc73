import AnimCore
import ImageFiles
import LinuxSystem
import PlainText

// The sizes of cursors.
extension RenderRequest {
  /// The size of scenes without a natural size, in points.
  private static let sceneSize = Size(width: 32, height: 32)

  /// Returns the sizes of a cursor, from the smallest to the largest.
  ///
  /// - Parameter hotSpot: The hot spot in the file in points, or `nil` for the upper left corner.
  func sizes(
    of scene: any Scene, hotSpot: Point?, in format: CursorEncoding
  ) throws(Failure) -> [CursorSize] {
    let natural = scene.naturalSize ?? Self.sceneSize
    if let spot = self.hotSpot, spot.x > natural.width || spot.y > natural.height {
      throw Failure(
        "--hotspot: outside the animation; choose a position within \(plain(natural.width))x"
          + "\(plain(natural.height))", status: .usage)
    }
    let own = natural.pixels(scale: 1)
    let sides = sides.isEmpty ? [max(own.width, own.height)] : sides
    if let conflict = Self.conflict(ofSides: sides, format) {
      throw Failure(conflict, status: .usage)
    }
    return sides.map {
      CursorSize(nominal: $0, of: natural, hotSpot: self.hotSpot ?? hotSpot ?? .zero)
    }
  }

  /// The requested longer sides in pixels, in ascending order, or an empty array for the size of the animation.
  private var sides: [Int] {
    switch size {
    case .width(let side)?: [side]
    case .list(let sides)?: sides
    case .pixels?, .percent?, nil: []
    }
  }

  private static func conflict(ofSides sides: [Int], _ format: CursorEncoding) -> String? {
    guard let side = sides.last, side > format.maximumSide else { return nil }
    return "--size: a cursor in \(format) has at most \(format.maximumSide) pixels per side, not "
      + "\(side); choose a smaller size"
  }

  /// Returns a broken rule for cursors, or `nil`.
  func conflictOfCursor(_ target: RenderTarget) -> String? {
    guard case .cursor(let path, let format) = target else {
      if hotSpot != nil { return "--hotspot: only supported for cursors" }
      if case .list? = size { return "--size: a list of sizes is only supported for cursors" }
      return nil
    }
    if FrameSequence.numbersFiles(path) {
      return "--output: a cursor is a single file; remove the frame number from '\(path)'"
    }
    switch size {
    case .pixels?, .percent?:
      return "--size: a cursor requires a size or a list of sizes in pixels, such as 24,32,48"
    case .width?, .list?, nil: break
    }
    if let conflict = Self.conflict(ofSides: sides, format) { return conflict }
    if scale != 1 { return "--scale: not supported for cursors; use --size" }
    if loops != nil { return "--loops: not supported for cursors, which loop forever" }
    if format.isAnimated, configuration.loops == false {
      return "--no-loop: not supported for cursors, which loop forever"
    }
    if !format.isAnimated, hasMultiFrameOptions {
      return "--frames, --duration, --fps, --start, --speed, --loops, --frame-offset, --past-end: "
        + "not supported for a cursor in \(format), which is a still image; use --frame to select "
        + "its frame, or write xcursor or ani"
    }
    return nil
  }
}
