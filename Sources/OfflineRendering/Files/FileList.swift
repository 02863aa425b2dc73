import AnimCore
import AnimationFormats
import Glibc
import LinuxSystem

/// The files specified on the command line, or all files in a folder.
package struct FileList: Sendable {
  /// The file specified first, or the first file of a folder.
  package let path: String
  /// Whether a single file was specified, rather than a folder.
  package let isOneFile: Bool
  /// The folders without animations among several paths, with the reasons why they are skipped.
  package let skipped: [(path: String, failure: Failure)]
  private var source: Source

  private enum Source {
    case given([String])
    /// A folder, which is searched again after changes, so that new files are found.
    case folder(FolderListing)
  }

  /// Creates the list from paths, in their order.
  ///
  /// A single file stands for all files in its folder, starting with itself. An animation that consists of several
  /// files appears in the list instead of them. A folder stands for its files in natural order.
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
    // Use the same path as the listing of the folder.
    path = FilePath.join(folder, FilePath.name(of: first))
    // A single file can have the name of a pattern.
    let isWhole = isOneFile && !AnimationFormats.isOneFile(first) && !Folder.hasEntry(first)
    source = .folder(FolderListing(folder, listing, whole: isWhole ? path : nil))
  }
}

extension FileList {
  /// Returns the file at a path, or the animations in the folder at the path, in natural order.
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
        "\(path): no animations in this folder; supported file extensions: "
          + AnimationFormats.extensionList, status: .noInput)
    }
    return found
  }

  /// The reasons why folders are skipped, by path.
  package var skippedFailures: [String: Failure] {
    Dictionary(skipped.map { ($0.path, $0.failure) }) { first, _ in first }
  }

  /// Returns all files, in order. The first file may be missing if it has another file extension or no longer exists.
  package mutating func files() -> [String] {
    switch source {
    case .given(let files): return files
    case .folder(var listing):
      let files = listing.files()
      source = .folder(listing)
      return files
    }
  }

  /// Returns the files of the last call of ``files()``, even if the folder has changed since. Reading a large folder
  /// would block a window for too long.
  package mutating func lastFiles() -> [String] {
    if case .folder(let listing) = source, !listing.cached.isEmpty { return listing.cached }
    return files()
  }
}

/// The animations in a folder, which is read again after changes.
private struct FolderListing {
  private let path: String
  private let listing: FileListing
  /// An animation in the folder that consists of several files, or `nil`.
  private let whole: String?
  /// The files when the folder was last read.
  private(set) var cached: [String] = []
  /// The modification time of the folder when it was last read. `nil` before that, and if a later change might not
  /// update the modification time.
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

  /// The current modification time of the folder, or `nil` if it can't be read.
  private var present: Stamp? {
    var status = stat()
    guard stat(path.systemPath, &status) == 0 else { return nil }
    return Stamp(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }

  /// Returns the files, or an empty array if the folder can't be read.
  mutating func files() -> [String] {
    guard let now = present else { return [] }
    // The clock of a file system may have a resolution of several milliseconds, so a recently changed folder may change
    // again without a new modification time.
    let isSettled = WallClock.unixSeconds - now.seconds > 2
    if stamp == now { return cached }
    cached = listing.sorted(withWhole((try? Self.files(in: path)) ?? []))
    stamp = isSettled ? now : nil
    return cached
  }

  /// Replaces the files of a multi-file animation with the animation.
  private func withWhole(_ files: [String]) -> [String] {
    guard let whole else { return files }
    let others = files.filter { !AnimationFormats.isPart(FilePath.name(of: $0), of: whole) }
    return (others + [whole]).sorted(by: NaturalOrder.precedes)
  }

  /// Returns the animations in a folder, in order.
  static func files(in folder: String) throws(Failure) -> [String] {
    do throws(InputError) {
      return try FolderContents.files(in: folder)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
  }
}
