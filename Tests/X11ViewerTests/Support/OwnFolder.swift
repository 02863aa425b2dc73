import Foundation
import TestSupport

/// Calls `body` on a thread with its own current folder, so that tests with relative paths don't
/// affect others. The threads that it starts share this folder.
func withCurrentFolder<T>(_ path: String, _ body: @escaping () throws -> T) throws -> T {
  nonisolated(unsafe) let body = body
  nonisolated(unsafe) var result: Result<T, any Error>?
  let isDone = DispatchSemaphore(value: 0)
  let thread = Thread {
    result = Result {
      guard unshare(fileSystemContext) == 0, chdir(path) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      return try body()
    }
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

/// Gives the thread its own file system context. The C library declares this only with _GNU_SOURCE.
@_silgen_name("unshare")
private func unshare(_ flags: Int32) -> Int32

extension ScratchDirectory {
  /// Runs a shell script in this folder.
  func sh(_ script: String) throws {
    let process = try ChildProcess(["env", "-C", path, "sh", "-c", script])
    try expectEqual(process.wait(), .exit(0), "\(script): \(process.text(of: 2))")
  }
}
