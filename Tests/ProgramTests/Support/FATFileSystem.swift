import Foundation
import TestSupport
import Testing

@testable import OfflineRendering
@testable import X11Viewer

/// A FAT file system in an image file, mounted in user space: it has neither hard links nor unnamed
/// files, and can't rename without replacing.
final class FATFileSystem {
  /// Its mount point.
  let path: String
  private let scratch: ScratchDirectory

  /// Cancels the test if this process may not mount, or if the tools are missing.
  init() throws {
    scratch = try ScratchDirectory()
    path = scratch / "mounted"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let script = """
      truncate -s 8M image && PATH="$PATH:/sbin:/usr/sbin" mkfs.vfat image >&2 \
        && fusefat -o rw+ image mounted >/dev/null 2>&1 3>&- 9>&- && mountpoint -q mounted
      """
    let maker = try ChildProcess(["env", "-C", scratch.path, "sh", "-c", script])
    guard try maker.wait() == .exit(0) else {
      try Test.cancel("no FAT file system can be mounted: \(maker.text(of: 2))")
    }
  }

  deinit {
    _ = try? ChildProcess(["fusermount", "-u", "-z", path]).wait()
  }
}
