import AnimCore

/// The files to page through: those that were named, or all in a folder.
package struct FileList {
  /// The current file.
  package private(set) var path: String
  /// Whether a single file was named, rather than a folder.
  package let isOneFile: Bool
  private let source: Source

  private enum Source {
    case given([String], index: Int)
    /// Searched each time the page is turned, so that new files are found.
    case folder(String)
  }

  /// The endings of the files to look for in a folder.
  package static let endings = ["json", "lot", "tgs", "lottie"]

  /// Makes the list from paths, in their order; the first file is the current one.
  ///
  /// A single file stands for all files in its folder, starting with itself; a folder stands for
  /// the files in it.
  package init(_ paths: [String]) throws(Failure) {
    var files: [String] = []
    for path in paths { files += try Self.files(at: path) }
    guard let first = files.first else { throw Failure("no files given", status: .usage) }
    path = first
    isOneFile = paths.count == 1 && paths == files
    source = paths.count == 1 ? .folder(FilePath.folder(of: first)) : .given(files, index: 0)
  }
}

extension FileList {
  /// The file at a path, or the animations in the folder there.
  package static func files(at path: String) throws(Failure) -> [String] {
    guard Folder.isFolder(path) else { return [path] }
    let found = try files(in: path)
    if found.isEmpty {
      throw Failure(
        "\(path): no animations in this folder; their names end in "
          + endings.map { ".\($0)" }.joined(separator: ", "), status: .noInput)
    }
    return found
  }

  /// Moves by some files, wrapping around at the ends. Returns false if there is no other file.
  package mutating func turn(by count: Int) -> Bool {
    switch source {
    case .given(let files, let index):
      let next = Self.wrapped(index, by: count, of: files.count)
      self = FileList(path: files[next], source: .given(files, index: next), isOneFile: false)
      return files.count > 1
    case .folder(let folder):
      let files = (try? Self.files(in: folder)) ?? []
      guard !files.isEmpty else { return false }
      let old = path
      // A file that is gone, or has another ending, is still between two others.
      let index = files.firstIndex { !Self.precedes($0, old) } ?? files.count
      let isListed = index < files.count && files[index] == old
      let origin = isListed || count < 0 ? index : index - 1
      path = files[Self.wrapped(origin, by: count, of: files.count)]
      return path != old
    }
  }

  private init(path: String, source: Source, isOneFile: Bool) {
    self.path = path
    self.isOneFile = isOneFile
    self.source = source
  }

  private static func wrapped(_ index: Int, by count: Int, of total: Int) -> Int {
    let sum = (index + count % total) % total
    return sum < 0 ? sum + total : sum
  }

  /// The animations in a folder, sorted by name.
  private static func files(in folder: String) throws(Failure) -> [String] {
    do throws(InputError) {
      return try Folder.names(in: folder, endings: endings.map { ".\($0)" })
        .map { FilePath.join(folder, $0) }
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
  }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}
