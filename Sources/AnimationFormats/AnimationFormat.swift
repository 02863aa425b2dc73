import LinuxSystem

/// A file format for animations, which detects and opens its files.
///
/// A new format is a type that conforms to this protocol, in a separate folder, and a line in
/// ``AnimationFormats/all``.
package protocol AnimationFormat: Sendable {
  /// The name of the format in sentences: "a Lottie animation".
  var kind: String { get }
  /// A phrase for one file with an example of its name, such as "a Y4M video (.y4m)".
  var example: String { get }
  /// A phrase for several files with an example of their names, such as "Y4M videos (.y4m)".
  var examples: String { get }
  /// The file extensions without the dot, which are listed in folders and completed by shells. The
  /// array is empty if names don't identify the format.
  var fileExtensions: [String] { get }
  /// The file extensions of files that are mostly still images. Windows show them; golden tests and
  /// comparisons treat them as images unless they are animated.
  var imageExtensions: [String] { get }
  /// The first bytes of files that have no file extension, which are listed in folders, or `nil` if files
  /// have one.
  var namelessStart: [UInt8]? { get }
  /// The options that affect its files.
  var options: Set<FileOption> { get }
  /// The maximum number of bytes read from an input that isn't seekable, such as standard input.
  var streamLimit: Int { get }

  /// Returns whether a file has this format, from its first bytes.
  func recognizes(_ start: [UInt8]) -> Bool
  /// Returns whether a path has this format, for files that the first bytes don't identify.
  func recognizes(path: String) -> Bool
  /// Returns whether a file with one of the ``fileExtensions`` isn't a corrupt animation, but a different kind of file with
  /// the same extension.
  func isUnrelatedFile(_ source: AnimationSource) -> Bool

  /// Returns whether a file of this format is an animation and not a still image.
  func isAnimated(_ source: AnimationSource) -> Bool

  /// Opens a file.
  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation

  /// Returns the differences between two versions of a file, described in terms of the format.
  func edits(from old: [UInt8], to new: [UInt8], _ configuration: FileConfiguration) -> [String]

  /// Returns the uncompressed contents of a file, or `nil` if it isn't compressed.
  func plain(_ bytes: [UInt8]) -> [UInt8]?

  /// Whether an animation is a single file. Otherwise, a path refers to several files, which the format finds.
  var isOneFile: Bool { get }
  /// Returns the paths of the existing files of the animation at a path.
  func files(of path: String) -> [String]
  /// Returns whether a file with this name, in the same folder, belongs to the animation at a path.
  func isPart(_ name: String, of path: String) -> Bool
  /// Returns the name of an animation without parts such as the file extension or a frame number.
  func stem(of path: String) -> String
  /// Returns the path of the animation that contains the file at a path, or `nil` if the file isn't part of one.
  func whole(of path: String) -> String?
}

extension AnimationFormat {
  package var streamLimit: Int { AnimationSource.streamLimit }

  /// Rejects a pipe that couldn't be read completely.
  func checkLength(of source: AnimationSource) throws(Failure) {
    guard source.isStream, source.bytes.count > streamLimit else { return }
    throw Failure(
      "\(source.label): more than \(streamLimit) bytes through a pipe (limit of this program); save it "
        + "as a file", status: .differs)
  }

  package var imageExtensions: [String] { [] }

  package var namelessStart: [UInt8]? { nil }

  package func recognizes(path: String) -> Bool {
    (fileExtensions + imageExtensions).contains { FilePath.ends(path, in: ".\($0)") }
  }

  package func isUnrelatedFile(_ source: AnimationSource) -> Bool { false }

  package func isAnimated(_ source: AnimationSource) -> Bool { true }

  package func edits(
    from old: [UInt8], to new: [UInt8], _ configuration: FileConfiguration
  ) -> [String] { [] }

  package func plain(_ bytes: [UInt8]) -> [UInt8]? { nil }

  package var isOneFile: Bool { true }

  package func files(of path: String) -> [String] { [path] }

  package func isPart(_ name: String, of path: String) -> Bool { name == FilePath.name(of: path) }

  package func whole(of path: String) -> String? { nil }

  package func stem(of path: String) -> String { FilePath.stem(of: FilePath.name(of: path)) }
}

/// An option that only some formats support.
package enum FileOption: String, CaseIterable, Sendable {
  case animation
  case theme
  case stateMachine = "state-machine"
  case script
  case marker
  case slot
  case expressions
  case fontDir = "font-dir"
  case systemFonts = "system-fonts"
  case resources
  case fps
  case mode
  case subframes
  case frameDelays = "frame-delays"
  case fileLoops = "file-loops"
  case smoothPixels = "smooth-pixels"
  case colorProfiles = "color-profiles"

  /// The command line option.
  package var flag: String { "--\(rawValue)" }
}
