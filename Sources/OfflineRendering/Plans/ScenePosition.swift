import AnimCore
import LinuxSystem

/// A position in a scene, for an image or the start of playback.
package enum ScenePosition: Hashable {
  case time(Timestamp)
  case frame(FramePosition)
}

extension ScenePosition {
  /// Returns the position in a scene.
  ///
  /// - Parameter rate: The frame rate for a scene without its own.
  package func instant(in scene: any Scene, rate: RefreshRate) throws(Failure) -> SceneInstant {
    switch self {
    case .time(let time): .time(time)
    case .frame(let position): .frame(try Self.number(of: position, in: scene), rate: rate)
    }
  }

  /// Returns the scene time of this position.
  ///
  /// - Parameter rate: The frame rate for a scene without its own.
  package func time(in scene: any Scene, rate: RefreshRate) throws(Failure) -> Timestamp {
    switch self {
    case .time(let time): time
    case .frame(let position): scene.time(of: try Self.number(of: position, in: scene), at: rate)
    }
  }

  private static func number(
    of position: FramePosition, in scene: any Scene
  ) throws(Failure) -> Fraction {
    do throws(FrameNumberError) {
      return try position.number(in: scene)
    } catch {
      throw Failure("--frame: \(error)", status: .usage)
    }
  }
}

/// The default frame rate of scenes.
package let sceneRate = RefreshRate.assumed

/// The default time of an image of a scene, at which every scene shows something.
package let defaultImageTime = Timestamp(seconds: 2)
