import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Failures", .xServer)
struct FaultTests {
  private static let ruler = Ruler()
  private static let arguments = ruler.arguments + ["-geometry", "1000x60+0+0"]

  private func viewer(
    _ more: [String] = [], on server: XServer? = nil
  ) throws -> RunningViewer {
    try RunningViewer(Self.arguments + more, on: try server ?? .shared(screen: "1024x768x24"))
  }

  /// Expects the viewer to end with one line and this status.
  private func expectEnd(of viewer: RunningViewer, _ status: ExitStatus, _ words: String) throws {
    let end = try viewer.process.wait()
    let complaint = viewer.process.text(of: 2)
    expectEqual(end, .exit(status.rawValue), "\(complaint)")
    #expect(complaint.hasPrefix("x11viewer: "))
    expectEqual(complaint.split(separator: "\n").count, 1)
    #expect(complaint.contains(words), "\(complaint)")
  }

  @Test(
    "without a display, or with an invalid one, it exits with 69 and an error that names it",
    arguments: [
      ([], nil, "DISPLAY"), ([], ":98765", ":98765"),
      (["-display", "nonsense"], ":98765", "nonsense"), (["--screenshot", "-"], nil, "DISPLAY"),
    ] as [([String], String?, String)])
  func noDisplay(arguments: [String], variable: String?, name: String) throws {
    let run = try Run(arguments, environment: ["DISPLAY": variable])
    #expect(run.complained(.unavailable), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains(name) && run.output.isEmpty, "\(run.complaint)")
  }

  @Test(
    "info reports the kernel's restrictions without a display, and exits with 69 only for an invalid one"
  )
  func locksWithoutDisplay() throws {
    func names(_ run: Run) -> [Substring] {
      String(decoding: run.output, as: UTF8.self).split(separator: "\n").map {
        $0.prefix(16)
      }
    }
    let locks = ["file access     ", "system calls    "]
    let none = try Run(["info"], environment: ["DISPLAY": nil])
    expectEqual(none.end, .exit(0), "\(none.complaint)")
    expectEqual(names(none).map(String.init), locks + ["display         "])
    let wrong = try Run(["info"], environment: ["DISPLAY": ":98765"])
    #expect(wrong.complained(.unavailable), "\(wrong.end) \(wrong.complaint)")
    #expect(wrong.complaint.contains(":98765"))
    expectEqual(names(wrong).map(String.init), locks)
  }

  @Test("if the server dies, it exits with 69", arguments: ["shm", "core"])
  func serverDies(renderer: String) throws {
    let viewer = try viewer(["--renderer", renderer], on: XServer(screen: "1024x768x24"))
    try viewer.server.crash()
    try expectEnd(of: viewer, .unavailable, viewer.server.display)
  }

  @Test("if the server dies while the viewer is paused, it exits with 69")
  func serverDiesInPause() throws {
    let viewer = try viewer(on: XServer(screen: "1024x768x24"))
    try viewer.press("space")
    try ProcessRecord(pid: viewer.process.pid).waitUntilAsleep()
    try viewer.server.crash()
    try expectEnd(of: viewer, .unavailable, viewer.server.display)
  }

  @Test("if xkill closes its connection, it exits with 69")
  func killedByServer() throws {
    let viewer = try viewer()
    try viewer.server.run("xkill", "-id", viewer.id)
    try expectEnd(of: viewer, .unavailable, viewer.server.display)
  }

  @Test("if its window is destroyed, it exits with 69")
  func windowDestroyed() throws {
    let viewer = try viewer()
    // Unlike a window manager, this doesn't ask first.
    try viewer.server.run("xdotool", "windowclose", viewer.id)
    try expectEnd(of: viewer, .unavailable, "window")
  }

  @Test(
    "a signal terminates it with that signal and no message", arguments: [SIGINT, SIGHUP])
  func signals(signal: Int32) throws {
    let viewer = try viewer()
    viewer.process.send(signal)
    try expectEqual(viewer.process.wait(), .signal(signal))
    expectEqual(viewer.process.text(of: 2), "")
    // The server releases them once it notices.
    let record = ProcessRecord(pid: viewer.process.pid)
    try waitUntil("the segments are gone") { try record.segments() == 0 }
  }

  @Test("a signal ends uncapped and paused runs")
  func signalsAtOtherTimes() throws {
    let uncapped = try viewer(["--rate", "max"])
    uncapped.process.send(SIGTERM)
    try expectEqual(uncapped.process.wait(), .signal(SIGTERM))
    let paused = try viewer()
    try paused.press("space")
    try ProcessRecord(pid: paused.process.pid).waitUntilAsleep()
    paused.process.send(SIGINT)
    try expectEqual(paused.process.wait(), .signal(SIGINT))
  }

  @Test("kill -9 leaves no shared memory behind")
  func killed() throws {
    let viewer = try viewer(["--renderer", "shm"])
    let record = ProcessRecord(pid: viewer.process.pid)
    #expect(try record.segments() > 0)
    viewer.process.send(SIGKILL)
    try expectEqual(viewer.process.wait(), .signal(SIGKILL))
    try waitUntil("the segments are gone") { try record.segments() == 0 }
  }

  @Test(
    "while the server is stopped, it waits without using more memory, and continues afterwards",
    arguments: ["shm", "core"])
  func serverHalted(renderer: String) throws {
    let viewer = try viewer(["--renderer", renderer], on: XServer(screen: "1024x768x24"))
    let record = ProcessRecord(pid: viewer.process.pid)
    // By now, the libraries and the first frames have allocated their memory.
    try waitUntil("it moves") { (Self.ruler.time(of: viewer) ?? 0) > 0.3 }
    let memory = try record.memory()
    viewer.server.halt(true)
    // It asks four times a second whether the server is done.
    let sleeps = try record.sleeps()
    try waitUntil("a hundred slots go by") { try record.sleeps() > sleeps + 7 }
    #expect(try record.memory() - memory < 2_000)
    viewer.server.halt(false)
    let before = Self.ruler.time(of: viewer) ?? 0
    try waitUntil("it moves again") { (Self.ruler.time(of: viewer) ?? 0) > before + 0.2 }
    #expect(try record.memory() - memory < 2_000)
  }

  @Test(
    "after it was stopped and continued, time resumes where it stopped, with one frame per slot")
  func stopped() throws {
    let scratch = try ScratchDirectory()
    let viewer = try viewer(["--stats-csv", scratch / "frames.csv"])
    try waitUntil("it moves") { (Self.ruler.time(of: viewer) ?? 0) > 0.2 }
    viewer.process.send(SIGSTOP)
    try ProcessRecord(pid: viewer.process.pid).waitUntilStopped()
    let before = try #require(Self.ruler.time(of: viewer))
    // The fault lasts this long: over a hundred slots, which must not be made up for in a burst.
    usleep(2_000_000)
    expectEqual(Self.ruler.time(of: viewer), before)
    viewer.process.send(SIGCONT)
    var after = before
    try waitUntil("it moves again") {
      after = Self.ruler.time(of: viewer) ?? 0
      return after != before
    }
    // The first image appears at once and shows the next instant, not one two seconds later.
    #expect(after - before < 1)
    try waitUntil("it continues") { (Self.ruler.time(of: viewer) ?? 0) > after + 0.2 }
    viewer.process.send(SIGTERM)
    try viewer.process.wait()
    let slots = try scratch.read("frames.csv").split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: ",").first.flatMap { Int($0) }
    }
    #expect(slots.count > 10)
    #expect(zip(slots, slots.dropFirst()).allSatisfy { $0 < $1 }, "\(slots)")
  }

  @Test("a continuation is noticed, however short the stop was")
  func continued() throws {
    let scratch = try ScratchDirectory()
    let viewer = try viewer(["--stats-csv", scratch / "frames.csv"])
    try waitUntil("it moves") { (Self.ruler.time(of: viewer) ?? 0) > 0.2 }
    viewer.process.send(SIGCONT)
    let time = Self.ruler.time(of: viewer) ?? 0
    try waitUntil("it continues") { (Self.ruler.time(of: viewer) ?? 0) > time + 0.2 }
    viewer.process.send(SIGTERM)
    try viewer.process.wait()
    // The time since the previous frame is then meaningless.
    let times = try FrameTable(scratch.read("frames.csv")).column("frame_time_ns")
    #expect(times.dropFirst().contains(nil))
  }

  @Test("it runs with standard input, output and error closed")
  func closedDescriptors() throws {
    let server = try XServer.shared()
    let run = try Run(script: "\"$0\" --stop-after 5 <&- >&- 2>&-; exit $?", on: server)
    expectEqual(run.end, .exit(0))
    let scratch = try ScratchDirectory()
    let image = try Run(
      script: "\"$0\" --screenshot '\(scratch / "a.png")' --at 1 <&- >&- 2>&-; exit $?", on: server)
    expectEqual(image.end, .exit(0))
    try expectEqual(scratch.bytes("a.png"), Run(["render", "-o", "-", "--at", "1"]).output)
  }

  @Test("in a different IPC namespace than the server, it sends the pixels, which are the same")
  func foreignNamespace() throws {
    let server = try XServer.shared()
    let process = try ChildProcess(
      ["unshare", "-i", try ViewerProcess.path, "--screenshot", "-", "--at", "1"],
      environment: ["DISPLAY": server.display])
    let end = try process.wait()
    guard end != .exit(1) else {
      try Test.cancel("this process may not create a namespace: \(process.text(of: 2))")
    }
    expectEqual(end, .exit(0), "\(process.text(of: 2))")
    expectEqual(process.text(of: 2), "")
    try expectEqual(process.data(of: 1), Run(["render", "-o", "-", "--at", "1"]).output)
  }

  @Test("it runs without extensions of the server, and info reports that they are missing")
  func extensions() throws {
    let server = try XServer(["-extension", "MIT-SHM", "-extension", "RANDR"])
    try expectEqual(Run(["--stop-after", "10"], on: server).end, .exit(0))
    let info = try Run(["info"], on: server)
    expectEqual(info.end, .exit(0))
    for title in ["MIT-SHM", "RandR"] {
      let line = info.text.split(separator: "\n").first { $0.hasPrefix(title) }
      expectEqual(line?.hasSuffix(" none"), true, "\(line ?? "")")
    }
  }

  @Test("--timeout ends a hanging run with 75, even if the server doesn't respond")
  func timeout() throws {
    let server = try XServer()
    server.halt(true)
    let run = try Run(["--screenshot", "-", "--timeout", "0.3"], on: server)
    server.halt(false)
    #expect(run.complained(.timedOut), "\(run.end) \(run.complaint)")
  }
}
