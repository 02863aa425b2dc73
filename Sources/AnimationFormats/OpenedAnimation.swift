import AnimCore
import LinuxSystem
import PictureFiles

/// An animation that was read from a file, ready to be played on any thread.
package protocol OpenedAnimation: Sendable {
  /// The size for which it was made, in points.
  var size: Size { get }
  /// How long it takes to play once, at the speed for which it was made.
  var duration: Seconds { get }
  /// The media type of its file, for programs; nil if there is none.
  var mediaType: String? { get }
  /// The identifiers of all animations in the file; empty in formats that have one in a file.
  var animations: [String] { get }
  /// The themes that the file has.
  var themes: FileThemes { get }
  /// The identifier of this animation; nil in formats that have one in a file.
  var shownAnimation: String? { get }
  /// Whether the file has state machines.
  var machines: FileMachines { get }
  /// What the file wants to have behind the animation; nil if it does not say.
  var background: Color? { get }
  /// Whether the file wants to be played as soon as it is shown; nil if it does not say.
  var autoplay: Bool? { get }

  /// What the file contains, and what of it is not drawn as intended.
  func info() -> AnimationInfo
  /// What the file alone says about how it is drawn, for people who look at it; nil if there is nothing
  /// to say.
  ///
  /// - Parameter name: the name of the file.
  func notice(name: String) -> String?
  /// Whether the animation is known to have no transparent pixels.
  var isOpaque: Bool { get }
  /// The options that were given and have no effect, though they have one on other animations of the format,
  /// each with the reason.
  func ignoredOptions(_ configuration: FileConfiguration) -> [(flag: String, reason: String)]
  /// What plays the animation.
  ///
  /// - Parameter script: the path of a conversation with it; nil for none.
  func scenes(
    _ configuration: FileConfiguration, script: String?
  ) throws(Failure) -> AnimationScenes

  /// What the player on a report's page needs to play the animation with the pixels that are drawn here;
  /// nil if it cannot.
  func pageContent(_ configuration: FileConfiguration) -> [UInt8]?
}

extension OpenedAnimation {
  package var isOpaque: Bool { false }
  package var mediaType: String? { nil }
  package var animations: [String] { [] }
  package var themes: FileThemes { FileThemes() }
  package var shownAnimation: String? { nil }
  package var machines: FileMachines { .none }
  package var background: Color? { nil }
  package var autoplay: Bool? { nil }

  package func ignoredOptions(
    _ configuration: FileConfiguration
  ) -> [(flag: String, reason: String)] { [] }

  package func pageContent(_ configuration: FileConfiguration) -> [UInt8]? { nil }
}

/// Whether a file has state machines.
package enum FileMachines: Hashable, Sendable {
  case none
  /// None that can play the animation.
  case unusable
  case usable
}

/// The themes of a file.
package struct FileThemes: Hashable, Sendable {
  /// The identifiers, in the order of the file.
  package var ids: [String] = []
  /// The one that is applied; nil for none.
  package var applied: String?

  package init(ids: [String] = [], applied: String? = nil) {
    self.ids = ids
    self.applied = applied
  }
}

/// Makes a scene, which shares nothing with others that it made: threads draw with one each.
package typealias SceneMaker = @Sendable () -> any Scene

/// What plays an animation as it is configured.
package struct AnimationScenes: Sendable {
  /// Makes scenes with an end, for pictures and films.
  package let make: SceneMaker
  /// Makes scenes that answer to the user, for a window; nil where nothing answers.
  package let makeInteractive: (@Sendable () -> any InteractiveScene)?
  /// What the script expects in vain, each as a sentence.
  package let unmetExpectations: [String]

  package init(
    make: @escaping SceneMaker, makeInteractive: (@Sendable () -> any InteractiveScene)? = nil,
    unmetExpectations: [String] = []
  ) {
    self.make = make
    self.makeInteractive = makeInteractive
    self.unmetExpectations = unmetExpectations
  }

  /// Makes a scene for a window.
  package func makeForWindow() -> any Scene { makeInteractive?() ?? make() }
}

/// A scene in which something may fail while it is drawn, in whose place something else is drawn.
package protocol FailingScene: Scene {
  /// The expressions that failed in the pictures drawn so far, each by a name of its own.
  var failedExpressions: Set<String> { get }
}

/// What is said of expressions that fail, such as "2 expressions fail"; nil for none.
package func failureSentence(_ failed: Set<String>) -> String? {
  let count = failed.count
  return count > 0 ? "\(counted(count, "expression")) \(agreeing(count, "fails", "fail"))" : nil
}

/// A scene whose pictures have colours that drawing would round.
package protocol ExactScene: Scene {
  /// The pixels of the present picture as its file has them, where drawing it alone on nothing, in a picture
  /// of a size, would give them but for rounding. Nil where it gives them, or something else.
  func straightPixels(in size: PixelSize) -> StraightPixels?
}

/// A scene of pictures that have pixels of their own.
package protocol PixelScene: Scene {
  /// Whether they are smooth, rather than sharp squares, where they are drawn at least twice as large.
  var smoothsPixels: Bool { get set }
}

/// A scene whose pictures are read when they are drawn.
package protocol ReadingScene: Scene {
  /// Why a picture could not be read; nil if all could.
  var readFailure: Failure? { get }
}
