import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Killing golden tests")
struct GoldenKillTests {
  @Test("if --update is killed, every golden is either the old one or the new one")
  func killed() throws {
    let folder = try TestFolder()
    for index in 0..<20 { try folder.write("\(index).json", red: 0.2) }
    try folder.makeGoldens(frames: "0,5")
    let names = try folder.names(in: "goldens")
    let old = try names.map { try folder.directory.bytes("goldens/\($0)") }
    for index in 0..<20 { try folder.write("\(index).json", red: 0.9) }
    try expectEqual(start(in: folder).wait(), .exit(0))
    let new = try names.map { try folder.directory.bytes("goldens/\($0)") }
    #expect(zip(old, new).allSatisfy { $0 != $1 })

    var random = SeededGenerator(seed: 12)
    for _ in 0..<3 {
      for (name, bytes) in zip(names, old) {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.directory / "goldens/\(name)"))
      }
      let process = try start(in: folder)
      let count = Int.random(in: 1..<names.count, using: &random)
      try waitUntil("\(count) goldens are new") {
        let present = try names.map { try folder.directory.bytes("goldens/\($0)") }
        return zip(present, old).count { $0 != $1 } >= count
      }
      process.send(SIGKILL)
      try process.wait()
      for (index, name) in names.enumerated() {
        let bytes = try folder.directory.bytes("goldens/\(name)")
        #expect(bytes == old[index] || bytes == new[index], "\(name)")
      }
      // A file without its final name is hidden, and complete.
      for name in try folder.names(in: "goldens") where name.hasPrefix(".") {
        let bytes = try folder.directory.bytes("goldens/\(name)")
        #expect(new.contains(bytes), "\(name)")
        try FileManager.default.removeItem(atPath: folder.directory / "goldens/\(name)")
      }
      try expectEqual(folder.names(in: "goldens"), names)
    }
    try expectEqual(start(in: folder).wait(), .exit(0))
    try expectEqual(names.map { try folder.directory.bytes("goldens/\($0)") }, new)
  }

  private func start(in folder: TestFolder) throws -> ChildProcess {
    try ChildProcess([
      "env", "-C", folder.directory.path, try ViewerProcess.path, "test", ".", "--update",
      "--frames", "0,5",
    ])
  }
}
