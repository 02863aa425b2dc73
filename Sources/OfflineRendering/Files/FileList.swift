import AnimCore
import Glibc
import LinuxSystem

/// The files to page through: those that were named, or all in a folder.
package struct FileList: Sendable {
  /// The current file.
  package private(set) var path: String
  /// Whether a single file was named, rather than a folder.
  package let isOneFile: Bool
  private var source: Source

  private enum Source {
    case given([String], index: Int)
    /// Searched each time the page is turned, so that new files are found.
    case folder(FolderListing)
  }

  /// The endings of the files to look for in a folder.
  package static let endings = ["json", "lot", "tgs", "lottie"]

  /// Makes the list from paths, in their order; the first file is the current one.
  ///
  /// A single file stands for all files in its folder, starting with itself; a folder stands for
  /// the files in it, in the order in which people count.
  package init(_ paths: [String]) throws(Failure) {
    var files: [String] = []
    for path in paths { files += try Self.files(at: path) }
    guard let first = files.first else { throw Failure("no files given", status: .usage) }
    isOneFile = paths.count == 1 && files.count == 1 && !Folder.isFolder(paths[0])
    guard paths.count == 1, first != InputPath.standardInput else {
      path = first
      source = .given(files, index: 0)
      return
    }
    let folder = FilePath.folder(of: first)
    // As the folder's listing has it.
    path = FilePath.join(folder, FilePath.name(of: first))
    source = .folder(FolderListing(folder))
  }
}

extension FileList {
  /// The file at a path, or the animations in the folder there, in the order in which people count.
  package static func files(at path: String) throws(Failure) -> [String] {
    let path = try InputPath.resolve(path)
    guard path != InputPath.standardInput, Folder.isFolder(path) else { return [path] }
    let found = try FolderListing.files(in: path)
    if found.isEmpty {
      throw Failure(
        "\(path): no animations in this folder; their names end in "
          + Self.endings.map { ".\($0)" }.joined(separator: ", "), status: .noInput)
    }
    return found
  }

  /// All files, in order. The current one may not be among them, if it is in a folder under a name
  /// with another ending, or gone.
  package mutating func files() -> [String] {
    switch source {
    case .given(let files, _): return files
    case .folder(var listing):
      let files = listing.files()
      source = .folder(listing)
      return files
    }
  }

  /// The files as they were when they were last asked for, even if the folder has changed since: to read
  /// a large one takes longer than a window may stand still.
  package mutating func lastFiles() -> [String] {
    if case .folder(let listing) = source, !listing.known.isEmpty { return listing.known }
    return files()
  }

  /// The index of the current file in ``files()``; if it is not among them, where it would be.
  package mutating func index() -> Int {
    if case .given(_, let index) = source { return index }
    let (files, old) = (files(), path)
    return files.partitioningIndex { !NaturalOrder.precedes($0, old) }
  }

  /// Moves by some files, wrapping around at the ends, and on in the same way while a file is not
  /// wanted. Returns false, and does not move, if there is no other.
  package mutating func turn(
    by count: Int, where isWanted: (String) -> Bool = { _ in true }
  ) -> Bool {
    let (files, index, old) = (files(), index(), path)
    guard !files.isEmpty else { return false }
    // A file that is gone, or has another ending, is still between two others.
    let isListed = index < files.count && files[index] == old
    let origin = isListed || count < 0 ? index : index - 1
    for step in 1...files.count {
      let next = Self.wrapped(origin, by: step * count, of: files.count)
      if isListed, next == index { return false }
      guard isWanted(files[next]) else { continue }
      move(to: next, of: files)
      return true
    }
    return false
  }

  /// Moves to the file at an index of ``files()``; does nothing if there is none.
  package mutating func move(to index: Int) {
    let files = files()
    if files.indices.contains(index) { move(to: index, of: files) }
  }

  private mutating func move(to index: Int, of files: [String]) {
    path = files[index]
    if case .given = source { source = .given(files, index: index) }
  }

  private static func wrapped(_ index: Int, by count: Int, of total: Int) -> Int {
    let sum = (index % total + count % total) % total
    return sum < 0 ? sum + total : sum
  }
}

/// The animations in a folder, which is read again when it has changed.
private struct FolderListing {
  private let path: String
  /// The files as they were read last.
  private(set) var known: [String] = []
  /// When the folder had changed last, as it was read; nil before that.
  private var stamp: Stamp?

  private struct Stamp: Equatable {
    var seconds: Int
    var nanoseconds: Int
  }

  init(_ path: String) { self.path = path }

  /// None if the folder cannot be read.
  mutating func files() -> [String] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    let now = Stamp(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    // The clock of a file system may tick only every few milliseconds, so a folder that has just
    // changed may change again without a new stamp.
    let isSettled = WallClock.unixSeconds - now.seconds > 2
    if stamp == now { return known }
    known = (try? Self.files(in: path)) ?? []
    stamp = isSettled ? now : nil
    return known
  }

  /// The animations in a folder, in order.
  static func files(in folder: String) throws(Failure) -> [String] {
    do throws(InputError) {
      return try Folder.names(
        in: folder, endings: FileList.endings.map { ".\($0)" }, sortedBy: NaturalOrder.precedes
      ).map { FilePath.join(folder, $0) }
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
  }
}

extension Array {
  /// The first index whose element belongs to the second part, in an array whose elements belong to
  /// the first part up to some index, and to the second from there on.
  fileprivate func partitioningIndex(where isInSecond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
