import AnimLottie
import FramePacing

/// Finds the animations to test in files and folders, and the folders of their goldens.
package struct GoldenSearch {
  /// The folder of all goldens; nil for a folder `goldens` beside each file.
  let goldens: String?
  private(set) var subjects: [GoldenSubject] = []
  /// Where there may be stale goldens, which belong to no animation any more.
  private var locations: [Location] = []
  /// The subject for each golden's path, without the number, to find two that would share goldens.
  private var owners: [String: String] = [:]

  private enum Location {
    /// A folder with the goldens of all animations in a folder.
    case folder(String)
    /// A folder, and all folders below it.
    case tree(String)
    /// The goldens in a folder whose names begin with a stem.
    case stem(String, in: String)
  }

  private static let folderName = "goldens"
  private static let depthLimit = 64

  package init(goldens: String?) { self.goldens = goldens }

  /// Adds the file at `path`, or all files in the folder and the folders below it.
  package mutating func add(_ path: String) throws(Failure) {
    guard Folder.isFolder(path) else {
      let first = subjects.count
      let scripts = try? Folder.names(
        in: FilePath.folder(of: path), endings: [LottieMachineScript.ending])
      try add(file: path, to: goldens ?? Self.goldens(beside: path), scripts: scripts ?? [])
      for subject in subjects[first...] {
        locations.append(.stem(subject.stem, in: subject.folder))
      }
      return
    }
    if let goldens { locations.append(.tree(goldens)) }
    guard try addFolder(path, goldens: goldens, depth: 0) > 0 else {
      throw Failure(
        "\(path): no animations in this folder; their names end in "
          + FileList.endings.map { ".\($0)" }.joined(separator: ", "), status: .noInput)
    }
  }

  /// Adds a built-in scene.
  package mutating func add(_ makeScene: @escaping SceneMaker, named name: String) {
    let folder = goldens ?? Self.folderName
    locations.append(.stem(name, in: folder))
    subjects.append(
      GoldenSubject(name: name, content: .scene(makeScene), folder: folder, stem: name))
  }

  /// Returns how many animations were found.
  private mutating func addFolder(
    _ path: String, goldens: String?, depth: Int
  ) throws(Failure) -> Int {
    var files: [String]
    let scripts: [String]
    let folders: [String]
    do throws(InputError) {
      files = try Folder.names(in: path, endings: FileList.endings.map { ".\($0)" })
      scripts = try Folder.names(in: path, endings: [LottieMachineScript.ending])
      folders = depth < Self.depthLimit ? try Folder.folders(in: path) : []
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    let kept = goldens ?? FilePath.join(path, Self.folderName)
    if goldens == nil, folders.contains(Self.folderName) { locations.append(.folder(kept)) }
    files.removeAll(where: folders.contains)
    for name in files { try add(file: FilePath.join(path, name), to: kept, scripts: scripts) }
    var count = files.count
    for name in folders {
      count += try addFolder(
        FilePath.join(path, name), goldens: goldens.map { FilePath.join($0, name) },
        depth: depth + 1)
    }
    return count
  }

  /// Adds a file, and the scripts for its state machine, unless they are there already.
  ///
  /// - Parameter scripts: the names of the scripts in its folder.
  private mutating func add(
    file path: String, to folder: String, scripts: [String]
  ) throws(Failure) {
    let name = FilePath.name(of: path)
    try add(
      GoldenSubject(
        name: path, content: .file, folder: folder, stem: GoldenName.stem(ofFile: name)))
    for script in scripts where script.hasPrefix(name + ".") {
      let stem = String(script.dropLast(LottieMachineScript.ending.count))
      try add(
        GoldenSubject(
          name: FilePath.join(FilePath.folder(of: path), script), content: .script(ofFile: path),
          folder: folder, stem: stem == name ? script : stem))
    }
  }

  private mutating func add(_ subject: GoldenSubject) throws(Failure) {
    let path = subject.name
    let key = FilePath.join(subject.folder, subject.stem)
    if let owner = owners[key] {
      if owner == path { return }
      throw Failure(
        "\(owner), \(path): their goldens would have the same names; rename one, or keep their "
          + "goldens in different folders", status: .usage)
    }
    owners[key] = path
    subjects.append(subject)
  }

  private static func goldens(beside path: String) -> String {
    FilePath.join(FilePath.folder(of: path), folderName)
  }
}

extension GoldenSearch {
  /// The existing goldens that belong to no animation, sorted by name.
  ///
  /// - Parameters:
  ///   - used: the paths of the goldens that were compared.
  ///   - unread: animations that could not be drawn, so that their goldens are unknown.
  func stale(except used: Set<String>, unread: [GoldenSubject]) -> [String] {
    let unread = Set(unread.map { FilePath.join($0.folder, $0.stem) })
    var stale: Set<String> = []
    for location in locations {
      switch location {
      case .folder(let folder): collect(in: folder, isDeep: false, into: &stale) { _ in true }
      case .tree(let folder): collect(in: folder, isDeep: true, into: &stale) { _ in true }
      case .stem(let stem, let folder):
        collect(in: folder, isDeep: false, into: &stale) { GoldenName.stem(ofGolden: $0) == stem }
      }
    }
    return stale.subtracting(used).filter { path in
      let stem = GoldenName.stem(ofGolden: FilePath.name(of: path)) ?? ""
      return !unread.contains(FilePath.join(FilePath.folder(of: path), stem))
    }.sorted()
  }

  /// Adds the goldens in a folder. A folder that does not exist, or cannot be read, has none.
  private func collect(
    in folder: String, isDeep: Bool, depth: Int = 0, into paths: inout Set<String>,
    where isWanted: (String) -> Bool
  ) {
    let names = (try? Folder.names(in: folder, endings: [GoldenName.ending])) ?? []
    for name in names where GoldenName.stem(ofGolden: name) != nil && isWanted(name) {
      paths.insert(FilePath.join(folder, name))
    }
    guard isDeep, depth < Self.depthLimit else { return }
    for name in (try? Folder.folders(in: folder)) ?? [] {
      collect(
        in: FilePath.join(folder, name), isDeep: true, depth: depth + 1, into: &paths,
        where: isWanted)
    }
  }
}

/// An animation to test, and where its goldens are.
struct GoldenSubject: Sendable {
  /// The path of the file, or the name of the scene.
  let name: String
  let content: Content
  /// The folder of its goldens.
  let folder: String
  /// The stem with which the names of its goldens begin.
  let stem: String

  enum Content: Sendable {
    case file
    /// A script for the state machine of this file.
    case script(ofFile: String)
    case scene(SceneMaker)
  }

  /// The path of a frame's golden.
  func golden(of frame: Int) -> String {
    FilePath.join(folder, GoldenName.name(stem, frame: frame))
  }
}

/// The names of goldens: `spinner.0030.png` is frame 30 of `spinner.json`.
enum GoldenName {
  static let ending = ".png"
  private static let digits = 4

  /// The name of a frame's golden.
  ///
  /// - Parameter animation: the stem of the animation; see ``stem(ofFile:)``.
  static func name(_ animation: String, frame: Int) -> String {
    "\(animation).\(String(frame).padded(before: digits, with: "0"))\(ending)"
  }

  /// The stem with which the names of a file's goldens begin. Files of other formats than JSON keep
  /// their ending, since the same animation is often beside them as JSON.
  static func stem(ofFile name: String) -> String {
    name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
  }

  /// The stem of a golden's name; nil for the names of other pictures.
  static func stem(ofGolden name: String) -> String? {
    guard name.hasSuffix(ending) else { return nil }
    let base = name.dropLast(ending.count)
    guard let dot = base.lastIndex(of: "."), dot > base.startIndex else { return nil }
    let number = base[base.index(after: dot)...].utf8
    guard number.count >= digits,
      number.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return String(base[..<dot])
  }
}
