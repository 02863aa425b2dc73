import AnimCore
import AnimLottie
import ImageFiles
import LinuxSystem
import PlainText

/// An animation that was read from a file. Any thread can play it.
package protocol OpenedAnimation: Sendable {
  /// The intended size, in points.
  var size: Size { get }
  /// The duration of one cycle at the original speed.
  var duration: Seconds { get }
  /// The media type of the file, for programs, or `nil` if the format has no media type.
  var mediaType: String? { get }
  /// The identifiers of all animations in the file. Empty for formats with one animation per file.
  var animations: [String] { get }
  /// The themes of the file.
  var themes: FileThemes { get }
  /// The identifier of this animation, or `nil` for formats with one animation per file.
  var shownAnimation: String? { get }
  /// Whether the file has state machines.
  var machines: FileMachines { get }
  /// The position at which a cursor points, in points, or `nil` for other files.
  var hotSpot: Point? { get }
  /// The background that the file specifies, or `nil` if it doesn't.
  var background: Color? { get }
  /// Whether the file requests to play as soon as it is shown, or `nil` if it doesn't specify it.
  var autoplay: Bool? { get }

  /// The sentence about a library that isn't installed and without which text in the file isn't drawn, or `nil`
  /// if the file needs none.
  var missingLibrary: String? { get }

  /// The fonts that text is drawn with, in the file and elsewhere.
  var fontFiles: [AnimationInfo.FontFile] { get }

  /// Returns a description of the file's contents, including features that aren't drawn as
  /// intended.
  func info() -> AnimationInfo
  /// Returns a notice for users about how the file is drawn, or `nil` if everything is drawn as intended. It depends
  /// only on the file.
  ///
  /// - Parameter name: The name of the file.
  func notice(name: String) -> String?
  /// Whether the animation is known to have no transparent pixels.
  var isOpaque: Bool { get }
  /// Returns the specified options that have no effect on this animation, although its format supports them, each with
  /// the reason.
  func ignoredOptions(_ configuration: FileConfiguration) -> [(flag: String, reason: String)]
  /// Returns the scenes that play the animation.
  ///
  /// - Parameter script: The path of an interaction script, or `nil`.
  func scenes(
    _ configuration: FileConfiguration, script: String?
  ) throws(Failure) -> AnimationScenes

  /// Returns the data with which the player in a report draws exactly the same pixels, or `nil` if that isn't possible.
  func pageContent(_ configuration: FileConfiguration) -> [UInt8]?

  /// Returns a probe that draws the animation without some of its layers, or `nil` for formats without layers.
  func layerProbe() -> LottieLayerProbe?
}

extension OpenedAnimation {
  package var isOpaque: Bool { false }
  package var mediaType: String? { nil }
  package var missingLibrary: String? { nil }
  package var fontFiles: [AnimationInfo.FontFile] { [] }
  package var animations: [String] { [] }
  package var themes: FileThemes { FileThemes() }
  package var shownAnimation: String? { nil }
  package var machines: FileMachines { .none }
  package var hotSpot: Point? { nil }
  package var background: Color? { nil }
  package var autoplay: Bool? { nil }

  package func ignoredOptions(
    _ configuration: FileConfiguration
  ) -> [(flag: String, reason: String)] { [] }

  package func pageContent(_ configuration: FileConfiguration) -> [UInt8]? { nil }

  package func layerProbe() -> LottieLayerProbe? { nil }
}

/// Whether a file has state machines.
package enum FileMachines: Hashable, Sendable {
  case none
  /// The file has state machines, but none of them can play the animation.
  case unusable
  case usable
}

/// The themes of a file.
package struct FileThemes: Hashable, Sendable {
  /// The identifiers, in file order.
  package var ids: [String] = []
  /// The applied theme, or `nil` if no theme is applied.
  package var applied: String?

  package init(ids: [String] = [], applied: String? = nil) {
    self.ids = ids
    self.applied = applied
  }
}

/// Creates a scene that shares nothing with other scenes, so each thread can draw with its own.
package typealias SceneMaker = @Sendable () -> any Scene

/// The scenes of an animation with a given configuration.
package struct AnimationScenes: Sendable {
  /// Creates scenes with an end, for images and videos.
  package let make: SceneMaker
  /// Creates scenes that respond to the user, for a window, or `nil` if nothing responds.
  package let makeInteractive: (@Sendable () -> any InteractiveScene)?
  /// The unmet expectations of the script, each as a sentence.
  package let unmetExpectations: [String]

  package init(
    make: @escaping SceneMaker, makeInteractive: (@Sendable () -> any InteractiveScene)? = nil,
    unmetExpectations: [String] = []
  ) {
    self.make = make
    self.makeInteractive = makeInteractive
    self.unmetExpectations = unmetExpectations
  }

  /// Creates a scene for a window.
  package func makeForWindow() -> any Scene { makeInteractive?() ?? make() }
}

/// A scene in which expressions may fail while it is drawn. Stored values are drawn instead.
package protocol FailingScene: Scene {
  /// The expressions that failed in the frames drawn so far, each with a unique name.
  var failedExpressions: Set<String> { get }
}

/// Returns a sentence about failing expressions, such as "2 expressions fail", or `nil` for an empty set.
package func failureSentence(_ failed: Set<String>) -> String? {
  let count = failed.count
  return count > 0 ? "\(counted(count, "expression")) \(agreeing(count, "fails", "fail"))" : nil
}

/// A scene whose images have colours that drawing would round.
package protocol ExactScene: Scene {
  /// Returns the exact pixels of the current image, or `nil` to draw it. The result is an alternative to drawing the
  /// image alone on a transparent background of the given size, which would round the colours.
  func straightPixels(in size: PixelSize) -> StraightPixels?
}

/// A scene that consists of raster images.
package protocol PixelScene: Scene {
  /// Whether to smooth pixels, rather than show sharp squares, at twice their size or larger.
  var smoothsPixels: Bool { get set }
}

/// A scene whose images are read when they are drawn.
package protocol ReadingScene: Scene {
  /// The error of reading an image, or `nil` if there was no error.
  var readFailure: Failure? { get }
}
