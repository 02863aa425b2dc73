import LinuxSystem

/// A file format for animations: its detection, and how to open its files.
///
/// A new format is a type that conforms to this protocol, in a separate folder, and a line in
/// ``AnimationFormats/all``.
package protocol AnimationFormat: Sendable {
  /// The name of the format in sentences: "a Lottie animation".
  var kind: String { get }
  /// One of its files with an example of its name, such as "a Y4M film (.y4m)".
  var example: String { get }
  /// Several of its files, in the same way: "Y4M films (.y4m)".
  var examples: String { get }
  /// The file extensions without the dot, which are listed in folders and completed by shells. The
  /// array is empty if names don't identify the format.
  var endings: [String] { get }
  /// The file extensions of files that are mostly still images. Windows show them; golden tests and
  /// comparisons treat them as images unless they are animated.
  var pictureEndings: [String] { get }
  /// The options that have an effect on its files.
  var options: Set<FileOption> { get }
  /// The most bytes that are read of a file that cannot be read again at any place, such as standard
  /// input.
  var streamLimit: Int { get }

  /// Whether a file is of this format, by its first bytes.
  func recognizes(_ start: [UInt8]) -> Bool
  /// Whether a path means this format, where the bytes do not tell.
  func recognizes(path: String) -> Bool
  /// Whether a file with one of the ``endings`` is in fact another kind of file, for which the ending is
  /// used as well, rather than a damaged animation.
  func isOther(_ source: AnimationSource) -> Bool

  /// Returns whether a file of this format is an animation and not a still image.
  func moves(_ source: AnimationSource) -> Bool

  /// Opens a file.
  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation

  /// Returns the differences between two versions of a file, described in terms of the format.
  func edits(from old: [UInt8], to new: [UInt8], _ configuration: FileConfiguration) -> [String]

  /// Returns the uncompressed contents of a file, or `nil` if it isn't compressed.
  func plain(_ bytes: [UInt8]) -> [UInt8]?

  /// Whether an animation is a single file whose bytes are read. Otherwise a path stands for
  /// several files, which the format finds.
  var isOneFile: Bool { get }
  /// Returns the paths of the existing files of the animation at a path.
  func files(of path: String) -> [String]
  /// Whether a file with this name, in the same folder, belongs to the animation at a path.
  func isPart(_ name: String, of path: String) -> Bool
  /// Returns the name of an animation without parts such as the file extension or a frame number.
  func stem(of path: String) -> String
  /// Returns the path of the animation that contains the file at a path, or `nil` if there is none.
  func whole(of path: String) -> String?
}

extension AnimationFormat {
  package var streamLimit: Int { AnimationSource.streamLimit }

  /// Rejects a pipe that couldn't be read completely.
  func checkLength(of source: AnimationSource) throws(Failure) {
    guard source.isStream, source.bytes.count > streamLimit else { return }
    throw Failure(
      "\(source.label): more than \(streamLimit) bytes through a pipe, a limit of this program; save it "
        + "as a file", status: .differs)
  }

  package var pictureEndings: [String] { [] }

  package func recognizes(path: String) -> Bool {
    (endings + pictureEndings).contains { FilePath.ends(path, in: ".\($0)") }
  }

  package func isOther(_ source: AnimationSource) -> Bool { false }

  package func moves(_ source: AnimationSource) -> Bool { true }

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

/// An option of files that not every format understands.
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

  /// The option on a command line.
  package var flag: String { "--\(rawValue)" }
}
