import Foundation
import Glibc
import TestSupport
import Testing

/// Calls `body` on a thread with its own current folder, so that tests with relative paths don't
/// affect others. The threads that it starts share this folder.
func withCurrentFolder<T>(_ path: String, _ body: @escaping () throws -> T) throws -> T {
  try onOwnThread {
    guard unshare(fileSystemContext) == 0, chdir(path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    return try body()
  }
}

/// A full disk: a file system in memory, which only the thread of ``withSmallDisk(at:_:)`` sees,
/// with the threads and processes that it starts.
struct SmallDisk {
  let path: String

  /// Changes its size, in pages of four kilobytes.
  func resize(to pages: Int) throws { try mount(remount, "size=\(pages * 4)k") }

  /// Makes it read-only.
  func makeReadOnly() throws { try mount(remount | readOnly, "") }

  fileprivate func mount(_ flags: UInt, _ options: String) throws {
    guard Glibc.mount("none", path, "tmpfs", flags, options) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Returns the names of all its files.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// Calls `body` with a file system of one page at a path. Cancels the test if this process isn't
/// allowed to mount one.
func withSmallDisk<T>(at path: String, _ body: @escaping (SmallDisk) throws -> T) throws -> T {
  let result: Result<T, any Error>? = try onOwnThread {
    guard unshare(mountNamespace) == 0,
      Glibc.mount("none", "/", nil, recursive | isPrivate, nil) == 0
    else { return nil }
    let disk = SmallDisk(path: path)
    guard (try? disk.mount(0, "size=4k")) != nil else { return nil }
    return Result { try body(disk) }
  }
  guard let result else { try Test.cancel("this process may not mount") }
  return try result.get()
}

private func onOwnThread<T>(_ body: @escaping () throws -> T) throws -> T {
  nonisolated(unsafe) let body = body
  nonisolated(unsafe) var result: Result<T, any Error>?
  let isDone = DispatchSemaphore(value: 0)
  let thread = Thread {
    result = Result { try body() }
    isDone.signal()
  }
  // As much as the main thread has.
  thread.stackSize = 8 << 20
  thread.start()
  isDone.wait()
  guard let result else { throw POSIXError(.EIO) }
  return try result.get()
}

/// `CLONE_FS`.
private let fileSystemContext: Int32 = 0x200
/// `CLONE_NEWNS`.
private let mountNamespace: Int32 = 0x20000

// The flags of mount(2).
private let readOnly: UInt = 1
private let remount: UInt = 1 << 5
private let recursive: UInt = 1 << 14
private let isPrivate: UInt = 1 << 18

/// Gives the thread its own file system context or mounts. The C library declares this only with _GNU_SOURCE.
@_silgen_name("unshare")
private func unshare(_ flags: Int32) -> Int32

extension ScratchDirectory {
  /// Runs a shell script in this folder.
  func sh(_ script: String) throws {
    let process = try ChildProcess(["env", "-C", path, "sh", "-c", script])
    try expectEqual(process.wait(), .exit(0), "\(script): \(process.text(of: 2))")
  }
}
