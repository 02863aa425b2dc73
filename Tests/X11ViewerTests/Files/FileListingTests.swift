import Foundation
import TestSupport
import Testing

@testable import LinuxSystem
@testable import OfflineRendering

@Suite("Listed files and their order")
struct FileListingTests {
  private let folder: ScratchDirectory

  /// Files that are in a different order by name, by time and by size, and one in a subfolder.
  init() throws {
    folder = try ScratchDirectory()
    for (index, name) in ["b.json", "a10.json", "a9.json", "x/y/c.json", "x/d.json"].enumerated() {
      let path = folder / name
      try FileManager.default.createDirectory(
        atPath: FilePath.folder(of: path), withIntermediateDirectories: true)
      try folder.write(String(repeating: " ", count: [5, 9, 7, 1, 2][index]), to: name)
      let date = Date(timeIntervalSince1970: [100, 300, 200, 1, 2][index])
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    symlink(folder.path, folder / "x/loop")
  }

  private func names(
    _ order: FileOrder?, recursive: Bool = false, seed: UInt64 = 0, _ paths: [String]? = nil
  ) throws -> [String] {
    var listing = FileListing()
    (listing.order, listing.isRecursive, listing.seed) = (order, recursive, seed)
    var list = try FileList(paths ?? [folder.path], listing)
    let files = list.files()
    #expect(paths != nil || list.path == files.first, "the first is shown first")
    return files.map { FilePath.name(of: $0) }
  }

  @Test("files are sorted by name, by time from the newest, and by size from the largest")
  func orders() throws {
    try expectEqual(names(nil), ["a9.json", "a10.json", "b.json"])
    try expectEqual(names(.name), names(nil))
    try expectEqual(names(.time), ["a10.json", "a9.json", "b.json"])
    try expectEqual(names(.size), ["a10.json", "a9.json", "b.json"])
    try expectEqual(names(.size, [folder / "b.json", folder / "a9.json"]), ["a9.json", "b.json"])
    try expectEqual(names(nil, [folder / "b.json", folder / "a9.json"]), ["b.json", "a9.json"])
    try expectEqual(names(.time, [folder / "b.json"]).first, "a10.json", "those beside it, too")
  }

  @Test("contains no folder, whatever its file extension, and no link to a folder")
  func folders() throws {
    try Folder.make(folder / "z.png")
    symlink(folder / "x", folder / "y.gif")
    try expectEqual(names(nil), ["a9.json", "a10.json", "b.json"])
  }

  @Test("is random, but stays the same while the viewer runs")
  func random() throws {
    let orders = try (0..<40).map { try names(.random, seed: $0) }
    expectEqual(Set(orders).count, 6)
    try expectEqual(names(.random, seed: 3), orders[3])
  }

  @Test("includes files in folders below a folder, without following links")
  func recursive() throws {
    #expect(
      try names(nil, recursive: true)
        == ["a9.json", "a10.json", "b.json", "d.json", "c.json"])
    try expectEqual(names(.size, recursive: true).last, "c.json")
    try FileManager.default.createDirectory(
      atPath: folder / "empty", withIntermediateDirectories: true)
    #expect(throws: Failure.self) { try names(nil, recursive: true, [folder / "empty"]) }
  }
}
