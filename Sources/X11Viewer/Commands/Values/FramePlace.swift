import AnimCore
import OfflineRendering

/// A frame of an animation.
enum FramePlace: Hashable {
  /// Counted from the first, which is 0.
  case number(Double)
  /// A fraction, from 0 for the first frame to 1 for the last.
  case share(Double)

  /// Parses a number or a percentage.
  static func parse(_ text: String) throws -> FramePlace {
    if text.hasSuffix("%"), let percent = parseNumber(text.dropLast()),
      (0...100).contains(percent)
    {
      return .share(percent / 100)
    }
    guard let number = parseNumber(text), (0...1_000_000_000).contains(number) else {
      throw InvalidValue(
        expected: "the number of a frame from 0 to 1000000000, or 0% to 100% of the animation")
    }
    return .number(number)
  }

  /// The number of the frame in a scene; nil for a percentage of one that is endless.
  func frame(of scene: any Scene) -> Double? {
    switch self {
    case .number(let number): number
    case .share(let share):
      scene.frameRange.map { frames in
        let last = (frames.upperBound - frames.lowerBound).rounded(.up) - 1
        return frames.lowerBound + (share * last).rounded()
      }
    }
  }
}

/// The place in an animation or scene at which a picture is taken, or playing begins.
enum Place: Hashable {
  case time(Timestamp)
  case frame(FramePlace)
}

extension Place {
  /// Moves a scene to this place.
  ///
  /// - Parameter rate: the frame rate for a scene without one of its own.
  func apply(to scene: any Scene, rate: RefreshRate) throws(Failure) {
    if case .frame(let place) = self, scene.frameRate != nil, let frame = place.frame(of: scene) {
      scene.show(frame: frame)
    } else {
      scene.update(to: try time(in: scene, rate: rate).seconds)
    }
  }

  /// The scene time of this place.
  func time(in scene: any Scene, rate: RefreshRate) throws(Failure) -> Timestamp {
    switch self {
    case .time(let time): return time
    case .frame(let place):
      guard let frame = place.frame(of: scene) else {
        throw Failure("--frame: only a file has a last frame; give a number", status: .usage)
      }
      return Timestamp(
        seconds: scene.frameRate == nil ? frame / rate.hertz : scene.time(of: frame))
    }
  }
}
