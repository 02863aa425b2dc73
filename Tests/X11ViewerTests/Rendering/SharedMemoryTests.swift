import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite(.serialized, .xServer)
struct SharedMemoryTests {
  private func probe(_ server: XServer) throws {
    let connection = try Connection(display: server.display)
    let window = try Window(on: connection, WindowConfiguration())
    try SharedMemory.probe(window.format, on: connection)
  }

  @Test("a local server shares memory", arguments: [8, 15, 16, 24, 30])
  func works(depth: Int) throws {
    try probe(try XServer(screen: "100x100x\(depth)"))
  }

  @Test("a server without the extension isn't asked to share memory")
  func noExtension() throws {
    let server = try XServer(["-extension", "MIT-SHM"])
    #expect(throws: SharedMemoryError.noExtension) { try probe(server) }
  }

  @Test("a server in another IPC namespace can't attach, and isn't trusted if it seems to")
  func foreignNamespace() throws {
    // In a new namespace segments are numbered from zero. This server has no shared memory.
    let empty = try XServer.inOwnNamespace()
    #expect(throws: SharedMemoryError.self) { try probe(empty) }
    // This one has segments with every number that a client in its own namespace can start with.
    let crowd = "for i in $(seq 50); do ipcmk -M 65536 -p 0666; done >&2; exec \"$@\""
    let crowded = try XServer(under: ["unshare", "-i", "sh", "-c", crowd, "sh"])
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let client = try ChildProcess(
      [
        "unshare", "-i", tests, "--testing-library", "swift-testing", "--filter", "attachesForeign",
      ],
      environment: [Self.variable: crowded.display])
    try expectEqual(client.wait(), .exit(0))
    #expect(client.text(of: 2).contains("with 1 test"), "\(client.text(of: 2))")
  }

  private static let variable = "X11VIEWER_TESTS_FOREIGN_DISPLAY"
  private static let foreignDisplay = ProcessInfo.processInfo.environment[variable]

  @Test(
    "a server that attached a different segment is detected", .enabled(if: foreignDisplay != nil))
  func attachesForeign() throws {
    let connection = try Connection(display: Self.foreignDisplay)
    let window = try Window(on: connection, WindowConfiguration())
    #expect(throws: SharedMemoryError.foreign) {
      try SharedMemory.probe(window.format, on: connection)
    }
  }

  @Test("memory that is populated in advance keeps its contents, and is otherwise empty")
  func populated() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    let memory = try SharedMemory(capacity: 3 << 12, on: connection)
    memory.address.storeBytes(of: 0xA5, toByteOffset: 5000, as: UInt8.self)
    for count in [0, 1, 1 << 12, 3 << 12, 1 << 30] { memory.populate(count) }
    let bytes = UnsafeRawBufferPointer(start: memory.address, count: memory.capacity)
    expectEqual(bytes.indices.filter { bytes[$0] != 0 }, [5000])
    expectEqual(bytes[5000], 0xA5)
  }

  @Test("no segment outlives a process that is killed")
  func killed() async throws {
    let server = try XServer()
    let before = try Self.orphans()
    await #expect(processExitsWith: .signal(SIGKILL)) { [name = server.display as String] in
      let connection = try Connection(display: name)
      let window = try Window(on: connection, WindowConfiguration())
      let renderer = ShmRenderer(for: window, over: .shared)
      var list = DisplayList(size: window.size)
      list.fill(Rect(x: 0, y: 0, width: 10, height: 10), .white)
      try renderer.draw(list)
      renderer.publish()
      connection.synchronize()
      withExtendedLifetime(renderer) { _ = kill(getpid(), SIGKILL) }
    }
    // The server notices when it next handles its clients.
    let connection = try Connection(display: server.display)
    let deadline = Deadline(20)
    while try !Self.orphans().subtracting(before).isEmpty, !deadline.hasPassed {
      connection.synchronize()
    }
    #expect(try Self.orphans().subtracting(before).isEmpty)
  }

  @Test("a thousand resizes leave one segment per buffer, and no more memory than needed")
  func resizes() async throws {
    let server = try XServer()
    // In a separate process, where no other test has segments.
    await #expect(processExitsWith: .success) { [name = server.display as String] in
      let connection = try Connection(display: name)
      let window = try Window(on: connection, WindowConfiguration())
      window.map()
      let renderer = ShmRenderer(for: window, over: .shared)
      var random = SeededGenerator(seed: 7)
      for _ in 0..<1000 {
        let size = PixelSize(
          width: .random(in: 1...1200, using: &random),
          height: .random(in: 1...900, using: &random))
        try connection.wait(renderer.handle, until: renderer.isReady)
        try renderer.draw(DisplayList(size: size))
        renderer.publish()
      }
      try connection.wait(renderer.handle, until: renderer.isReady)
      try renderer.draw(DisplayList(size: PixelSize(width: 50, height: 50)))
      renderer.publish()
      connection.synchronize()
      expectEqual(renderer.description, "MIT-SHM")
      let sizes = try withExtendedLifetime(renderer) { try Self.ownSegments() }
      expectEqual(sizes.count, 2)
      #expect(sizes.allSatisfy { $0 <= 50 * 50 * 4 * 4 })
    }
  }

  @Test(
    "memory grows in steps of one half, and is released once three quarters are unused",
    arguments: [
      (100_000, 0, 102_400), (102_400, 102_400, 102_400), (102_401, 102_400, 155_648),
      (1_000_000, 102_400, 1_003_520), (25_600, 102_400, 102_400), (25_599, 102_400, 28_672),
    ])
  func capacity(needed: Int, current: Int, result: Int) {
    expectEqual(Surface.capacity(needed: needed, current: current), result)
  }

  /// Returns the numbers of the System V segments whose creators have ended. Other tests may have
  /// segments at the same time.
  private static func orphans() throws -> Set<String> {
    let orphans = try rows().filter { row in
      guard let creator = Int32(row[4]) else { return false }
      return kill(creator, 0) != 0 && errno == ESRCH
    }
    return Set(orphans.map { String($0[1]) })
  }

  /// Returns the sizes of the segments created by this process.
  private static func ownSegments() throws -> [Int] {
    // Columns: key shmid perms size cpid lpid nattch …
    try rows().filter { $0[4] == "\(getpid())" }.compactMap { Int($0[3]) }
  }

  private static func rows() throws -> [[Substring]] {
    // A file in /proc has no size, so it can't be read at once.
    let table = try ChildProcess(["cat", "/proc/sysvipc/shm"])
    try table.wait()
    return table.text(of: 1).split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
  }
}
