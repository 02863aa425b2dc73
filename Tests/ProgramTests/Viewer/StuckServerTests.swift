import Foundation
import TestSupport
import Testing
import XServerSupport

import func CX11.XGrabServer

@testable import AnimGraphics
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer
@testable import XWindow

@Suite("Stopped servers", .xServer)
struct StuckServerTests {
  private static let withoutSharedMemory = ["-extension", "MIT-SHM"]

  /// The reason for which the server doesn't respond.
  enum Obstacle: CaseIterable {
    case halted
    case grabbed
  }

  /// Makes the server unresponsive while the result is alive.
  private func hinder(_ server: XServer, _ obstacle: Obstacle) throws -> Connection? {
    switch obstacle {
    case .halted:
      server.halt(true)
      return nil
    case .grabbed:
      let connection = try Connection(display: server.display)
      let display: XDisplay = try #require(connection.display)
      XGrabServer(display)
      connection.synchronize()
      return connection
    }
  }

  /// A run that writes statistics.
  private struct Recorded {
    let scratch: ScratchDirectory
    let arguments: [String]

    init(_ more: [String] = []) throws {
      scratch = try ScratchDirectory()
      arguments =
        more + ["--stats-json", scratch / "s.json", "--stats-csv", scratch / "s.csv"]
    }

    func frames() throws -> Int {
      let rows = try scratch.read("s.csv").split(separator: "\n").count - 1
      let json = try JSONSerialization.jsonObject(with: Data(scratch.bytes("s.json")))
      expectEqual((json as? [String: Any])?["frames"] as? Int, rows)
      return rows
    }
  }

  /// Starts a viewer, and waits until it has shown frames. A frame is recorded when the next one is
  /// published.
  private func start(_ run: Recorded, on server: XServer) throws -> ChildProcess {
    let viewer = try RunningViewer(run.arguments, on: server)
    var images: [PixelImage] = []
    try waitUntil("frames go by") {
      if let image = viewer.image(), image != images.last { images.append(image) }
      return images.count > 3
    }
    return viewer.process
  }

  /// Expects that `process` ends in this way, soon.
  private func expect(_ process: ChildProcess, toEnd end: ChildProcess.End) throws {
    let actual = try process.wait(within: 15)
    expectEqual(actual, end, "\(process.text(of: 2))")
  }

  @Test(
    "a signal ends the viewer before it is connected",
    arguments: [(.halted, [SIGINT, SIGTERM, SIGHUP]), (.grabbed, [SIGTERM])]
      as [(Obstacle, [Int32])])
  func connecting(obstacle: Obstacle, signals: [Int32]) throws {
    let server = try XServer()
    let holder = try hinder(server, obstacle)
    let runs = try signals.map { signal in
      let run = try Recorded()
      return (signal, run, try ViewerProcess.start(run.arguments, on: server))
    }
    for (_, _, process) in runs {
      let record = ProcessRecord(pid: process.pid)
      try waitUntil("it connects") { try record.hasSocket() }
    }
    for (signal, _, process) in runs { process.send(signal) }
    for (signal, run, process) in runs {
      try expect(process, toEnd: .signal(signal))
      expectEqual(process.text(of: 2), "")
      try expectEqual(run.frames(), 0)
    }
    withExtendedLifetime(holder) {}
  }

  @Test(
    "a signal ends the viewer while it runs, with shared memory or blocked in a write",
    arguments: [
      (.halted, [], [SIGINT, SIGTERM, SIGHUP]), (.grabbed, [], [SIGINT]),
      (.halted, withoutSharedMemory, [SIGTERM]), (.grabbed, withoutSharedMemory, [SIGHUP]),
    ] as [(Obstacle, [String], [Int32])])
  func running(obstacle: Obstacle, options: [String], signals: [Int32]) throws {
    let server = try XServer(screen: "1024x768x24", options)
    let runs = try signals.map { signal in
      // More data than the socket can hold.
      let run = try Recorded(["-geometry", "600x500+0+0"])
      return (signal, run, try start(run, on: server))
    }
    let holder = try hinder(server, obstacle)
    if !options.isEmpty {
      for (_, _, process) in runs { try ProcessRecord(pid: process.pid).waitUntilAsleep() }
    }
    for (signal, _, process) in runs { process.send(signal) }
    for (signal, run, process) in runs {
      try expect(process, toEnd: .signal(signal))
      expectEqual(process.text(of: 2), "")
      #expect(try run.frames() > 0)
    }
    withExtendedLifetime(holder) {}
  }

  @Test("a signal doesn't wait for a very large frame")
  func largeFrame() throws {
    let server = try XServer.shared()
    let run = try Recorded(["--scene", "squares", "--squares-count", "1000000"])
    let process = try ViewerProcess.start(run.arguments, on: server)
    // The first frame is drawn as soon as the window is requested.
    try server.run("xdotool", "search", "--sync", "--onlyvisible", "--class", "x11viewer")
    process.send(SIGTERM)
    try expect(process, toEnd: .signal(SIGTERM))
    _ = try run.frames()
  }

  @Test("--duration and --timeout end it before it is connected, and statistics are written")
  func limitsWhileConnecting() throws {
    let server = try XServer()
    server.halt(true)
    let (timed, short) = (try Recorded(["--timeout", "0.3"]), try Recorded(["--duration", "0.3"]))
    let processes = try [timed, short].map { try ViewerProcess.start($0.arguments, on: server) }
    try expect(processes[0], toEnd: .exit(ExitStatus.timedOut.rawValue))
    expectEqual(processes[0].text(of: 2), "x11viewer: --timeout expired\n")
    try expect(processes[1], toEnd: .exit(ExitStatus.unavailable.rawValue))
    #expect(processes[1].text(of: 2).contains("does not respond"))
    try expectEqual(timed.frames(), 0)
    try expectEqual(short.frames(), 0)
  }

  @Test("--duration that ends before a file was read blames the file, not the server")
  func limitWhileReading() throws {
    let (server, scratch) = (try XServer.shared(), try ScratchDirectory())
    mkfifo(scratch / "slow.gif", 0o600)
    let run = try Run([scratch / "slow.gif", "--duration", "0.1"], on: server)
    #expect(
      run.complained(.noInput) && run.complaint.contains("was not read in time"), "\(run.complaint)"
    )
  }

  @Test(
    "--duration ends it while it runs, and statistics are written",
    arguments: [[], withoutSharedMemory])
  func durationWhileRunning(options: [String]) throws {
    let server = try XServer(screen: "1024x768x24", options)
    let run = try Recorded(
      ["-geometry", "600x500+0+0", "--duration", "3", "--stop-after", "1000000"])
    let process = try start(run, on: server)
    server.halt(true)
    try expect(process, toEnd: .exit(0))
    expectEqual(process.text(of: 2), "")
    #expect(try run.frames() > 0)
  }

  @Test("--timeout ends it while it runs, and statistics are written")
  func timeoutWhileRunning() throws {
    let server = try XServer(screen: "1024x768x24", Self.withoutSharedMemory)
    // Longer than it takes to start.
    let run = try Recorded(["-geometry", "600x500+0+0", "--timeout", "6"])
    let process = try start(run, on: server)
    server.halt(true)
    try expect(process, toEnd: .exit(ExitStatus.timedOut.rawValue))
    expectEqual(process.text(of: 2), "x11viewer: --timeout expired\n")
    #expect(try run.frames() > 0)
  }

  @Test("signals and --timeout also end --screenshot and info")
  func otherCommands() throws {
    let server = try XServer()
    let holder = try hinder(server, .grabbed)
    let commands = [["--screenshot", "-"], ["info"]]
    let timed = try commands.map { try ViewerProcess.start($0 + ["--timeout", "0.3"], on: server) }
    let others = try commands.map { try ViewerProcess.start($0, on: server) }
    for process in others {
      let record = ProcessRecord(pid: process.pid)
      try waitUntil("it connects") { try record.hasSocket() }
      process.send(SIGINT)
      try expect(process, toEnd: .signal(SIGINT))
    }
    for process in timed {
      try expect(process, toEnd: .exit(ExitStatus.timedOut.rawValue))
      expectEqual(process.text(of: 2), "x11viewer: --timeout expired\n")
      // Nothing that the server would have to be asked for.
      #expect(!process.text(of: 1).contains("display"))
    }
    withExtendedLifetime(holder) {}
  }

  @Test("a signal ends a run whose statistics go to a blocked pipe")
  func fullPipe() throws {
    let scratch = try ScratchDirectory()
    let path = scratch / "pipe"
    expectEqual(mkfifo(path, 0o600), 0)
    let pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(pipe) }
    let filling = [UInt8](repeating: 0, count: 4096)
    while write(pipe, filling, filling.count) > 0 {}
    while write(pipe, filling, 1) > 0 {}
    let viewer = try RunningViewer(["--stats-json", path, "--size", "320x200"], on: .shared())
    let record = ProcessRecord(pid: viewer.process.pid)
    viewer.process.send(SIGTERM)
    try waitUntil("it has left the server") { !(try record.hasSocket()) }
    viewer.process.send(SIGTERM)
    try expect(viewer.process, toEnd: .signal(SIGTERM))
  }

  @Test("with nohup, it keeps running after its terminal is closed")
  func noHangUp() throws {
    let server = try XServer.shared()
    let process = try ChildProcess(
      ["nohup", try ViewerProcess.path, "--print-window-id", "--size", "320x200"],
      environment: ["DISPLAY": server.display])
    _ = try process.waitForLine(on: 1)
    process.send(SIGHUP)
    process.send(SIGTERM)
    try expectEqual(process.wait(), .signal(SIGTERM))
  }
}
