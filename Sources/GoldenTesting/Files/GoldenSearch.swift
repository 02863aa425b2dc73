import AnimationFormats
import Glibc
import LinuxSystem
import OfflineRendering
import PlainText

/// Finds the animations to test in files and folders, and the folders of their goldens.
package struct GoldenSearch {
  /// The folder of all goldens, or `nil` for a folder `goldens` next to each file.
  let goldens: String?
  /// The filter for files in folders.
  private let filter: FileFilter
  private(set) var subjects: [GoldenSubject] = []
  /// Existing animations that aren't tested now.
  private(set) var unselected: [GoldenSubject] = []
  /// The paths of scripts in folders that belong to no file.
  package private(set) var strayScripts: [String] = []
  /// The paths of animations in folders, to which the filter was applied.
  private var filteredPaths: [String] = []
  /// The folders on the command line, and those of the files on the command line.
  private(set) var roots: [String] = []
  /// The folders that are searched.
  private var folders: [String] = []
  /// Whether all files that were found are tested or were excluded by patterns.
  private var isWhole = true
  /// The places that may contain stale goldens, which no longer belong to an animation.
  private var locations: [Location] = []
  /// The subject for each golden's path, without the number, to find two that would share goldens.
  private var owners: [String: String] = [:]
  /// The paths of goldens, without the number, of files that are tested only if they are named:
  /// still images and image sequences.
  private var namedAlone: Set<String> = []
  /// The existing scenes, whose goldens are in one folder.
  private var scenes: (names: Set<String>, folder: String) = ([], folderName)

  private enum Location {
    /// A folder with the goldens of all animations in a folder.
    case folder(String)
    /// A folder, and all folders below it.
    case tree(String)
    /// The goldens in a folder whose names start with a stem.
    case stem(String, in: String)
  }

  /// The folder of the goldens, next to the animations, or in the current folder for scenes.
  package static let folderName = "goldens"
  /// The file extensions of goldens.
  package static var fileExtensions: [String] { GoldenName.fileExtensions }

  /// Returns whether a file name is that of a golden.
  package static func isGolden(_ name: String) -> Bool { GoldenName(parsing: name) != nil }

  private static let depthLimit = 64

  /// All animations, including those that aren't tested in this run.
  var all: [GoldenSubject] { subjects + unselected }
  /// The files that are tested.
  package var files: [String] { subjects.filter { !$0.isScene }.map(\.path) }

  package init(goldens: String?, filter: FileFilter = FileFilter()) {
    self.goldens = goldens
    self.filter = filter
  }

  /// Adds the file at `path`, or all files in the folder and the folders below it.
  package mutating func add(_ path: String) throws(Failure) {
    let root = Folder.isFolder(path) ? path : FilePath.folder(of: path)
    if !roots.contains(root) { roots.append(root) }
    guard Folder.isFolder(path) else {
      let folder = goldens ?? Self.goldens(beside: path)
      let scripts = try? Folder.names(
        in: FilePath.folder(of: path), fileExtensions: [AnimationFormats.scriptExtension])
      let found = try subjects(
        of: path, scripts: scripts ?? [], goldens: folder, top: folder, isNamed: true)
      subjects += found
      for subject in found {
        locations.append(.stem(subject.stem, in: subject.folder))
      }
      return
    }
    folders.append(path)
    if let goldens { locations.append(.tree(goldens)) }
    guard try addFolder(path, goldens: goldens, inside: "", depth: 0) > 0 else {
      throw Failure(
        "\(path): no animations in this folder; " + Self.advice(for: path), status: .noInput)
    }
  }

  /// Returns advice for a folder in which nothing is found.
  private static func advice(for folder: String) -> String {
    let fileExtensions = AnimationFormats.supportedExtensions.map { ".\($0)" }
    let images = (try? Folder.names(in: folder, fileExtensions: fileExtensions)) ?? []
    let whole = images.lazy.compactMap { AnimationFormats.whole(of: FilePath.join(folder, $0)) }
    if let whole = whole.first { return "pass its image sequence as \(shellWord(whole))" }
    return images.isEmpty
      ? "supported file extensions: "
        + AnimationFormats.fileExtensions.map { ".\($0)" }.joined(separator: ", ")
      : "images are tested only if you pass their names"
  }

  /// Prevents the goldens of scenes from being mistaken for those of removed animations.
  package mutating func keepScenes(_ names: some Sequence<String>) {
    scenes = (Set(names), goldens ?? Self.folderName)
  }

  /// Adds a built-in scene.
  package mutating func add(_ makeScene: @escaping SceneMaker, named name: String) throws(Failure) {
    let folder = goldens ?? Self.folderName
    locations.append(.stem(name, in: folder))
    let subject = GoldenSubject(
      name: name, content: .scene(makeScene), folder: folder, topFolder: folder, stem: name,
      isNamed: true)
    if try claim(subject) { subjects.append(subject) }
  }

  /// The patterns that match no animation in the searched folders.
  package var unmatchedPatterns: [String] {
    filteredPaths.isEmpty ? [] : filter.unmatchedPatterns(among: filteredPaths)
  }

  /// Returns the lines of settings, with their patterns, that apply to no file in the searched
  /// folders.
  package func unmatchedSettings() throws(Failure) -> [String] {
    let found = Dictionary(grouping: all.filter { !$0.isNamed }) { $0.folder }
    var (sources, matched): ([(source: GoldenSettings.SourceLine, pattern: String)], Set<_>) = (
      [], Set<GoldenSettings.SourceLine>()
    )
    var seen: Set<GoldenSettings.SourceLine> = []
    for (folder, subjects) in found.sorted(by: { $0.key < $1.key }) {
      // Settings may be for files that are only tested by name.
      let folders = Set(subjects.map { FilePath.folder(of: $0.path) })
      let others = folders.flatMap { (try? Folder.names(in: $0, fileExtensions: [""])) ?? [] }
      let names = Set(subjects.map { FilePath.name(of: $0.name) } + others + scenes.names)
      let top = subjects.first?.topFolder ?? folder
      for rule in try GoldenSettings(of: folder, top: top).patterns {
        if seen.insert(rule.source).inserted { sources.append(rule) }
        if !matched.contains(rule.source),
          names.contains(where: { FileFilter.matches(rule.pattern, $0) })
        {
          matched.insert(rule.source)
        }
      }
    }
    return sources.filter { !matched.contains($0.source) }.map { "\($0.source): '\($0.pattern)'" }
  }

  /// Throws an error if patterns exclude all files, because they are probably misspelt.
  package func checkFilter() throws(Failure) {
    guard subjects.isEmpty, !unselected.isEmpty else { return }
    throw Failure(
      "\(roots.joined(separator: ", ")): the patterns exclude "
        + agreeing(unselected.count, "the only file", "all \(unselected.count) files")
        + "; use other patterns", status: .noInput)
  }

  /// Keeps only the animations that a name selects: the one with exactly this name, or otherwise
  /// all whose names contain it or match it as a pattern.
  package mutating func select(_ name: String) throws(Failure) {
    var selected = subjects.filter { $0.name == name }
    if selected.isEmpty {
      selected = subjects.filter {
        $0.name.contains(name) || fnmatch(name.systemPath, $0.name.systemPath, 0) == 0
          || fnmatch(name.systemPath, FilePath.name(of: $0.name).systemPath, 0) == 0
      }
    }
    guard !selected.isEmpty else {
      throw Failure(
        "\(name): none of \(subjects.count) animations matches this name", status: .noInput)
    }
    let names = Set(selected.map(\.name))
    isWhole = false
    unselected += subjects.filter { !names.contains($0.name) }
    subjects = selected
  }

  /// Keeps only every `count`-th animation, so that several machines can each test a part.
  ///
  /// - Parameter number: The part, counted from 1.
  package mutating func select(part number: Int, of count: Int) {
    isWhole = false
    let all = subjects.enumerated()
    unselected += all.filter { $0.offset % count != number - 1 }.map(\.element)
    subjects = all.filter { $0.offset % count == number - 1 }.map(\.element)
  }

  /// Returns whether a file would have been tested, if it were still there.
  ///
  /// - Parameters:
  ///   - name: The path inside the folder.
  ///   - folder: One of the ``roots``.
  func wouldTest(_ name: String, in folder: String) -> Bool {
    isWhole && folders.contains(folder) && filter.allows(name)
      && AnimationFormats.isAnimation(name)
  }

  /// Adds the animations in a folder, and returns their number.
  ///
  /// - Parameter inside: The path relative to the folder on the command line.
  private mutating func addFolder(
    _ path: String, goldens: String?, inside: String, depth: Int
  ) throws(Failure) -> Int {
    var files: [String]
    let scripts: [String]
    let folders: [String]
    do throws(InputError) {
      files = try Folder.names(
        in: path, fileExtensions: AnimationFormats.supportedExtensions.map { ".\($0)" },
        sortedBy: NaturalOrder.precedes)
      scripts = try Folder.names(in: path, fileExtensions: [AnimationFormats.scriptExtension])
      let all = depth < Self.depthLimit ? try Folder.folders(in: path) : []
      folders = all.sorted(by: NaturalOrder.precedes)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    let kept = goldens ?? FilePath.join(path, Self.folderName)
    if goldens == nil, Folder.isFolder(kept) { locations.append(.folder(kept)) }
    files.removeAll(where: folders.contains)
    let all = files
    files.removeAll { !AnimationFormats.isAnimation(inFolder: path, $0) }
    strayScripts += scripts.filter { script in
      AnimationFormats.isScriptOfFile(script) && !all.contains { script.hasPrefix($0 + ".") }
    }.map { FilePath.join(path, $0) }
    if Folder.isFolder(kept) { keepGoldens(of: Set(all).subtracting(files), in: path, kept) }
    for name in files {
      let found = try subjects(
        of: FilePath.join(path, name), scripts: scripts, goldens: kept,
        top: self.goldens ?? kept, isNamed: false)
      filteredPaths.append(inside + name)
      if filter.allows(inside + name) { subjects += found } else { unselected += found }
    }
    var count = files.count
    for name in folders {
      count += try addFolder(
        FilePath.join(path, name), goldens: goldens.map { FilePath.join($0, name) },
        inside: inside + name + "/", depth: depth + 1)
    }
    return count
  }

  /// Keeps the goldens of existing files and numbered images that aren't tested now.
  ///
  /// - Parameter folder: The folder of the files.
  private mutating func keepGoldens(
    of files: some Sequence<String>, in folder: String, _ goldens: String
  ) {
    for name in files {
      namedAlone.insert(FilePath.join(goldens, GoldenName.stem(ofFile: name)))
      if let whole = AnimationFormats.whole(of: FilePath.join(folder, name)) {
        namedAlone.insert(FilePath.join(goldens, AnimationFormats.stem(of: whole)))
      }
    }
  }

  /// Returns a file as a subject, and the scripts for its state machine, unless they are subjects
  /// already.
  ///
  /// - Parameter scripts: The names of the scripts in its folder.
  private mutating func subjects(
    of path: String, scripts: [String], goldens folder: String, top: String, isNamed: Bool
  ) throws(Failure) -> [GoldenSubject] {
    let name = FilePath.name(of: path)
    var found = [
      GoldenSubject(
        name: path, content: .file, folder: folder, topFolder: top,
        stem: GoldenName.stem(ofFile: name), isNamed: isNamed)
    ]
    for script in scripts where script.hasPrefix(name + ".") {
      let stem = String(script.dropLast(AnimationFormats.scriptExtension.count))
      found.append(
        GoldenSubject(
          name: FilePath.join(FilePath.folder(of: path), script), content: .script(ofFile: path),
          folder: folder, topFolder: top, stem: stem == name ? script : stem, isNamed: isNamed))
    }
    var new: [GoldenSubject] = []
    for subject in found where try claim(subject) { new.append(subject) }
    return new
  }

  /// Keeps a subject's goldens for it. Returns `false` if they already are.
  private mutating func claim(_ subject: GoldenSubject) throws(Failure) -> Bool {
    if let owner = owners[subject.key] {
      let path = subject.name
      if owner == path { return false }
      throw Failure(
        "\(owner), \(path): their goldens would have the same names; rename one, or keep their "
          + "goldens in different folders", status: .usage)
    }
    owners[subject.key] = subject.name
    return true
  }

  /// Returns the default folder of a file's goldens.
  package static func goldens(beside path: String) -> String {
    FilePath.join(FilePath.folder(of: path), folderName)
  }
}

// Existing goldens.
extension GoldenSearch {
  /// Returns all goldens in the folders of the animations, without duplicates, and without those of
  /// existing files that aren't part of the search.
  func foundGoldens() -> [FoundGolden] {
    var found: Set<FoundGolden> = []
    for location in locations {
      switch location {
      case .folder(let folder): Self.collect(in: folder, isDeep: false, into: &found)
      case .tree(let folder): Self.collect(in: folder, isDeep: true, into: &found)
      case .stem(let stem, let folder):
        Self.collect(in: folder, isDeep: false, into: &found) { $0.stem == stem }
      }
    }
    return found.filter { !namedAlone.contains($0.key) && !isOfScene($0) }
      .sorted { $0.path < $1.path }
  }

  private func isOfScene(_ golden: FoundGolden) -> Bool {
    scenes.names.contains(golden.name.stem) && OutputFile.isSameFile(golden.folder, scenes.folder)
  }

  /// Adds the goldens in a folder. A missing or unreadable folder contains none.
  private static func collect(
    in folder: String, isDeep: Bool, depth: Int = 0, into goldens: inout Set<FoundGolden>,
    where isWanted: (GoldenName) -> Bool = { _ in true }
  ) {
    for name in (try? Folder.names(in: folder, fileExtensions: GoldenName.fileExtensions)) ?? [] {
      guard let name = GoldenName(parsing: name), isWanted(name) else { continue }
      goldens.insert(FoundGolden(folder: folder, name: name))
    }
    guard isDeep, depth < depthLimit else { return }
    for name in (try? Folder.folders(in: folder)) ?? [] {
      collect(
        in: FilePath.join(folder, name), isDeep: true, depth: depth + 1, into: &goldens,
        where: isWanted)
    }
  }
}

extension AnimationFormats {
  /// Returns whether a file that was found in a folder is an animation. Its name is always literal,
  /// even if it would be the pattern of an image sequence elsewhere, such as the name of a golden
  /// of `a%d.json`.
  static func isAnimation(inFolder folder: String, _ name: String) -> Bool {
    format(ofPath: name)?.isOneFile != false && isAnimation(at: FilePath.join(folder, name))
  }
}

/// An animation to test, and the location of its goldens.
struct GoldenSubject: Sendable {
  /// The path of the file, or the name of the scene.
  let name: String
  let content: Content
  /// The folder of its goldens.
  let folder: String
  /// The parent folder with the topmost settings, which may be the folder itself.
  let topFolder: String
  /// The stem with which the names of its goldens start.
  let stem: String
  /// Whether the file was named by the user, rather than found in a folder.
  let isNamed: Bool

  enum Content: Sendable {
    case file
    /// A script for the state machine of this file.
    case script(ofFile: String)
    case scene(SceneMaker)
  }

  /// Whether the subject is a built-in scene, which has no file.
  var isScene: Bool { if case .scene = content { true } else { false } }

  /// The path of the file, or the name of a scene.
  var path: String { if case .script(let path) = content { path } else { name } }

  /// The folder and the stem of its goldens.
  var key: String { FilePath.join(folder, stem) }

  /// Returns the path of a golden.
  func golden(_ kind: GoldenName.Kind) -> String {
    FilePath.join(folder, GoldenName(stem, kind).text)
  }
}

/// Selects files in folders with patterns such as `node_modules`, `*.tgs` or `drafts/*.json`.
///
/// A pattern with a slash matches the path inside the named folder, or its beginning up to a slash.
/// Any other pattern matches the name of the file or of a folder that contains it.
package struct FileFilter: Sendable {
  /// The patterns of included files, or an empty array to include all files.
  private let included: [String]
  private let excluded: [String]

  package init(included: [String] = [], excluded: [String] = []) {
    self.included = included
    self.excluded = excluded
  }

  /// Returns the patterns that don't match any of the given paths.
  func unmatchedPatterns(among paths: [String]) -> [String] {
    (included + excluded).filter { pattern in !paths.contains { Self.matches(pattern, $0) } }
  }

  /// - Parameter path: The path inside the folder that was named.
  func allows(_ path: String) -> Bool {
    (included.isEmpty || included.contains { Self.matches($0, path) })
      && !excluded.contains { Self.matches($0, path) }
  }

  static func matches(_ pattern: String, _ path: String) -> Bool {
    let names = FilePath.names(on: path)
    let pattern = pattern.hasSuffix("/") ? String(pattern.dropLast()) : pattern
    if !pattern.contains("/") {
      return names.contains { fnmatch(pattern.systemPath, String($0).systemPath, 0) == 0 }
    }
    return (1...max(1, names.count)).contains {
      fnmatch(
        pattern.systemPath, names.prefix($0).joined(separator: "/").systemPath, FNM_PATHNAME) == 0
    }
  }
}
