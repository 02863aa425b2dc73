import AnimationFormats
import Glibc
import LinuxSystem

/// The selection and order of files in folders.
package struct FileListing: Hashable, Sendable {
  /// Whether to list subfolders, too.
  package var isRecursive = false
  /// The order, or `nil` for natural order in folders and the given order of several files.
  package var order: FileOrder?
  /// The seed of the random order.
  package var seed: UInt64 = 0

  package init() {}
}

/// An order of files.
package enum FileOrder: String, CaseIterable, Sendable {
  /// Natural order.
  case name
  /// Most recently modified files first.
  case time
  /// Largest files first.
  case size
  case random
}

extension FileListing {
  /// Returns the files in order. The sort is stable.
  func sorted(_ files: [String]) -> [String] {
    switch order {
    case nil: files
    case .name: files.sorted(by: NaturalOrder.precedes)
    case .time:
      sorted(files) { Int64($0.st_mtim.tv_sec) * 1_000_000_000 + Int64($0.st_mtim.tv_nsec) }
    case .size: sorted(files) { Int64($0.st_size) }
    case .random:
      files.map { ($0, Self.hash($0, seed)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }
  }

  /// Returns the files in descending order of a value. Inaccessible files come last.
  private func sorted(_ files: [String], by value: (stat) -> Int64) -> [String] {
    files.enumerated().map { index, file in
      var status = stat()
      return (file, index, stat(file, &status) == 0 ? value(status) : .min)
    }
    .sorted { ($1.2, $0.1) < ($0.2, $1.1) }.map(\.0)
  }

  /// Returns a number that differs for almost every file and seed: FNV-1a with mixed bits (MurmurHash3).
  private static func hash(_ file: String, _ seed: UInt64) -> UInt64 {
    var hash = 0xCBF2_9CE4_8422_2325 ^ seed
    for byte in file.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 33
  }
}

/// The animations in a folder.
enum FolderContents {
  /// The maximum number of files without an extension that are opened. A theme of cursors has up to 300.
  private static let maximumOpened = 2000

  /// Returns the files with a supported extension, and files in a format without one, in natural order.
  ///
  /// A theme has many links to the same cursor. Links without an extension are omitted if the list contains their
  /// target.
  static func files(in folder: String) throws(InputError) -> [String] {
    var nameless: Set<String> = []
    var opened = 0
    let names = try Folder.names(
      in: folder, fileExtensions: AnimationFormats.supportedExtensions.map { ".\($0)" },
      sortedBy: NaturalOrder.precedes
    ) { name in
      opened += 1
      let path = FilePath.join(folder, name)
      guard opened <= maximumOpened, AnimationFormats.isNameless(at: path) else { return false }
      nameless.insert(path)
      return true
    }
    let files = names.map { FilePath.join(folder, $0) }
    guard !nameless.isEmpty else { return files }
    let links = Set(nameless.filter(FilePath.isLink))
    var listed = Set(nameless.subtracting(links).compactMap { FileIdentity(at: $0) })
    return files.filter { file in
      guard links.contains(file) else { return true }
      return FileIdentity(at: file).map { listed.insert($0).inserted } ?? true
    }
  }
}

/// The animations in a folder and its subfolders.
enum FolderTree {
  /// The limits for folders from untrusted sources.
  private static let maximumFiles = 100_000
  private static let maximumDepth = 32

  /// Returns the files in natural order. The files of each folder precede those of its subfolders.
  static func files(in folder: String) throws(Failure) -> [String] {
    var found: [String] = []
    try add(folder, depth: 0, to: &found)
    if found.isEmpty {
      throw Failure(
        "\(folder): no animations in this folder or below it; supported file extensions: "
          + AnimationFormats.extensionList, status: .noInput)
    }
    return found
  }

  private static func add(
    _ folder: String, depth: Int, to found: inout [String]
  ) throws(Failure) {
    do throws(InputError) {
      found += try FolderContents.files(in: folder)
    } catch {
      // An unreadable subfolder doesn't hide other folders.
      if depth == 0 { throw Failure("\(error)", status: .noInput) }
      return
    }
    if found.count > maximumFiles {
      throw Failure(
        "\(folder): more than \(maximumFiles) animations (limit of this program); pass fewer folders",
        status: .noInput)
    }
    guard depth < maximumDepth else { return }
    for name in ((try? Folder.folders(in: folder)) ?? []).sorted(by: NaturalOrder.precedes) {
      try add(FilePath.join(folder, name), depth: depth + 1, to: &found)
    }
  }
}
