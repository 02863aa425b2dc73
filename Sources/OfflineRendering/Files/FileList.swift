import AnimCore
import AnimationFormats
import Glibc
import LinuxSystem

/// The files that were named, or all in a folder.
package struct FileList: Sendable {
  /// The file that was named first; of a folder, its first.
  package let path: String
  /// Whether a single file was named, rather than a folder.
  package let isOneFile: Bool
  /// The folders without animations among several paths, with the reasons why they are skipped.
  package let skipped: [(path: String, failure: Failure)]
  private var source: Source

  private enum Source {
    case given([String])
    /// Searched again whenever it has changed, so that new files are found.
    case folder(FolderListing)
  }

  /// Makes the list from paths, in their order.
  ///
  /// A single file stands for all files in its folder, starting with itself; an animation of several files is one among
  /// them, in whose place its files are left out. A folder stands for the files in it, in the order in which people
  /// count.
  ///
  /// - Throws: An error if a single folder contains no animations, or if none of several paths does.
  package init(
    _ paths: [String], _ listing: FileListing = FileListing()
  ) throws(Failure) {
    var files: [String] = []
    var skipped: [(path: String, failure: Failure)] = []
    var isDeep = false
    for path in paths {
      let isTree =
        listing.isRecursive && path != InputPath.standardInput && Folder.isFolder(path)
      do throws(Failure) {
        files += try isTree ? FolderTree.files(in: path) : Self.files(at: path)
        isDeep = isDeep || isTree
      } catch {
        guard paths.count > 1, error.status == .noInput else { throw error }
        skipped.append((path, error))
      }
    }
    if paths.count > 1 || isDeep || Folder.isFolder(paths.first ?? "") {
      files = listing.sorted(files)
    }
    guard let first = files.first else {
      throw skipped.first?.failure ?? Failure("no files given", status: .usage)
    }
    self.skipped = skipped
    isOneFile = paths.count == 1 && files.count == 1 && !Folder.isFolder(paths[0])
    guard paths.count == 1, !isDeep, first != InputPath.standardInput else {
      path = first
      source = .given(files)
      return
    }
    let folder = FilePath.folder(of: first)
    // As the folder's listing has it.
    path = FilePath.join(folder, FilePath.name(of: first))
    // A file may have the name of a pattern.
    let isWhole = isOneFile && !AnimationFormats.isOneFile(first) && !Folder.hasEntry(first)
    source = .folder(FolderListing(folder, listing, whole: isWhole ? path : nil))
  }
}

extension FileList {
  /// The file at a path, or the animations in the folder there, in the order in which people count.
  package static func files(at path: String) throws(Failure) -> [String] {
    let path = try InputPath.resolve(path)
    guard path != InputPath.standardInput else { return [path] }
    guard Folder.isFolder(path) else {
      if path.hasSuffix("/") {
        let code = Folder.hasEntry(String(path.dropLast())) ? ENOTDIR : ENOENT
        throw Failure("\(InputError(path: path, code: code))", status: .noInput)
      }
      return [path]
    }
    let found = try FolderListing.files(in: path)
    if found.isEmpty {
      throw Failure(
        "\(path): no animations in this folder; their names end in "
          + AnimationFormats.endingList, status: .noInput)
    }
    return found
  }

  /// The reasons why folders are skipped, by path.
  package var skippedFailures: [String: Failure] {
    Dictionary(skipped.map { ($0.path, $0.failure) }) { first, _ in first }
  }

  /// All files, in order. The first one may not be among them, if it is in a folder under a name with
  /// another ending, or gone.
  package mutating func files() -> [String] {
    switch source {
    case .given(let files): return files
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
}

/// The animations in a folder, which is read again when it has changed.
private struct FolderListing {
  private let path: String
  private let listing: FileListing
  /// An animation in it that consists of several files; nil for none.
  private let whole: String?
  /// The files as they were read last.
  private(set) var known: [String] = []
  /// When the folder had changed last, as it was read; nil before that, and if it may have changed since without a
  /// new stamp.
  private var stamp: Stamp?

  private struct Stamp: Equatable {
    var seconds: Int
    var nanoseconds: Int
  }

  init(_ path: String, _ listing: FileListing, whole: String? = nil) {
    self.path = path
    self.listing = listing
    self.whole = whole
  }

  /// What is now the folder's stamp; nil if it cannot be read.
  private var present: Stamp? {
    var status = stat()
    guard stat(path.systemPath, &status) == 0 else { return nil }
    return Stamp(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }

  /// None if the folder cannot be read.
  mutating func files() -> [String] {
    guard let now = present else { return [] }
    // The clock of a file system may tick only every few milliseconds, so a folder that has just
    // changed may change again without a new stamp.
    let isSettled = WallClock.unixSeconds - now.seconds > 2
    if stamp == now { return known }
    known = listing.sorted(withWhole((try? Self.files(in: path)) ?? []))
    stamp = isSettled ? now : nil
    return known
  }

  /// Files of the folder, with the animation in place of those that it consists of.
  private func withWhole(_ files: [String]) -> [String] {
    guard let whole else { return files }
    let others = files.filter { !AnimationFormats.isPart(FilePath.name(of: $0), of: whole) }
    return (others + [whole]).sorted(by: NaturalOrder.precedes)
  }

  /// The animations in a folder, in order.
  static func files(in folder: String) throws(Failure) -> [String] {
    do throws(InputError) {
      return try Folder.names(
        in: folder, endings: AnimationFormats.shownEndings.map { ".\($0)" },
        sortedBy: NaturalOrder.precedes
      ).map { FilePath.join(folder, $0) }
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
  }
}
