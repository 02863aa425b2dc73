import AnimCore
import AnimLottie

/// A file that has been read, with its animation.
package struct AnimationFile {
  package let path: String
  package let animation: LottieAnimation

  /// Reads the file at `path`, and the images beside it that it refers to.
  package init(_ path: String, _ configuration: FileConfiguration) throws(Failure) {
    let limits = LottieLimits()
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try FileBytes.read(path, limit: limits.fileBytes)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    let folder = ResourceFolder(of: path)
    do throws(LottieError) {
      animation = try LottieAnimation(
        bytes, animation: configuration.animation, slots: configuration.slots, limits: limits,
        resource: { folder.bytes(at: $0, limit: limits.fileBytes) })
    } catch {
      throw Failure(error, path: path)
    }
    self.path = path
  }

  /// The file's name, without its folder.
  package var name: String { FilePath.name(of: path) }

  /// A scene that plays the animation as configured.
  package func scene(_ configuration: FileConfiguration) throws(Failure) -> LottieScene {
    LottieScene(animation, configuration: try configuration.sceneConfiguration(of: self))
  }
}

extension Failure {
  package init(_ error: LottieError, path: String) {
    switch error {
    case .unknownSlot, .invalidSlot, .unknownAnimation:
      self.init("\(path): \("\(error)".printable)", status: .usage)
    default: self.init("\(path): \("\(error)".printable)", status: .differs)
    }
  }
}
