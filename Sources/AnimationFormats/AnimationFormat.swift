import LinuxSystem

/// A kind of file that holds an animation: how it is told from others, and how it is opened.
///
/// A new format is a folder with a type that conforms to this, and a line in ``AnimationFormats/all``.
package protocol AnimationFormat: Sendable {
  /// What a file of it is, for sentences: "a Lottie animation".
  var kind: String { get }
  /// One of its files with an example of its name, such as "a Y4M film (.y4m)".
  var example: String { get }
  /// Several of its files, in the same way: "Y4M films (.y4m)".
  var examples: String { get }
  /// What the names of its files end in, without the dot: those are found in folders and completed by
  /// shells. Empty where a name does not tell.
  var endings: [String] { get }
  /// What the names of its files end in that mostly are pictures which do not move. Windows show them;
  /// golden tests and comparisons take them for pictures unless they move.
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

  /// Whether a file of this format is an animation rather than a picture that stands still.
  func moves(_ source: AnimationSource) -> Bool

  /// Opens a file.
  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation

  /// What differs between two versions of a file, in its own words.
  func edits(from old: [UInt8], to new: [UInt8], _ configuration: FileConfiguration) -> [String]

  /// What is in a file without its compression; nil if it has none.
  func plain(_ bytes: [UInt8]) -> [UInt8]?

  /// Whether an animation is in one file, whose bytes are read; otherwise a path names several, of which the
  /// format finds each.
  var isOneFile: Bool { get }
  /// The paths of the files that are read of the animation at a path, as far as they are there.
  func files(of path: String) -> [String]
  /// Whether a file with this name, in the same folder, belongs to the animation at a path.
  func isPart(_ name: String, of path: String) -> Bool
  /// The name of an animation without what is no part of it, such as an ending or a frame's number.
  func stem(of path: String) -> String
  /// The path of the animation that the file at a path is a part of; nil if it is none.
  func whole(of path: String) -> String?
}

extension AnimationFormat {
  package var streamLimit: Int { AnimationSource.streamLimit }

  /// Refuses a pipe of which not all could be read.
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

  /// As it is written on a command line.
  package var flag: String { "--\(rawValue)" }
}
