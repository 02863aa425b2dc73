import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Stopping and restarting frames", .xServer)
struct StopTests {
  /// Expects the viewer to make no system calls for this many seconds.
  private func expectRest(_ viewer: RunningViewer, for seconds: Double = 1) throws {
    let record = ProcessRecord(pid: viewer.process.pid)
    try record.waitUntilAsleep()
    let calls = try record.systemCalls(within: seconds)
    #expect(calls.isEmpty, "\(calls.prefix(20))")
  }

  /// Expects that a hidden viewer only asks now and then whether it is visible.
  private func expectHidden(_ viewer: RunningViewer) throws {
    let record = ProcessRecord(pid: viewer.process.pid)
    try record.waitUntilAsleep()
    let calls = try record.systemCalls(within: 3)
    let sleeps = calls.filter { $0.contains("timerfd_settime(") }.count
    #expect((1...2).contains(sleeps), "\(calls)")
    #expect(calls.count < 60, "\(calls)")
  }

  private func server() throws -> XServer { try XServer.shared(screen: "1024x768x24") }

  @Test("strace sees the system calls of a running viewer")
  func tracer() throws {
    let viewer = try RunningViewer(Ruler().arguments, on: try server())
    #expect(try ProcessRecord(pid: viewer.process.pid).systemCalls(within: 1).count > 10)
  }

  @Test(
    "an open fan sleeps, and starts again on request", arguments: [[], ["--rate", "max"]])
  func fan(more: [String]) throws {
    let viewer = try RunningViewer(
      ["--scene", "fan", "--fan-duration", "0.3", "--size", "320x200"] + more, on: try server())
    try viewer.waitForImage(Expected().image("fan", at: 3))
    try expectRest(viewer, for: 3)
    try viewer.press("r")
    let open = Expected().image("fan", at: 3)
    try waitUntil("the fan opens again") { viewer.image().map { $0 != open } ?? false }
    try viewer.waitForImage(open)
    try expectRest(viewer)
  }

  @Test("an empty scene sleeps")
  func nothing() throws {
    let viewer = try RunningViewer(
      ["--scene", "squares", "--squares-count", "0", "--size", "320x200"], on: try server())
    try expectRest(viewer)
  }

  @Test("a ticking clock sleeps between ticks")
  func clock() throws {
    let viewer = try RunningViewer(
      ["--scene", "clock", "--clock-duration", "0", "--size", "320x200"], on: try server())
    let record = ProcessRecord(pid: viewer.process.pid)
    // A few wake-ups per tick, not one for each of the sixty refreshes per second.
    let calls = try record.systemCalls(within: 3)
    #expect(calls.filter { $0.contains("poll(") || $0.contains("poll resumed") }.count < 60)
    #expect(!calls.isEmpty)
  }

  @Test("a paused viewer sleeps, shows that it is paused, and resumes where it stopped")
  func paused() throws {
    let ruler = Ruler()
    let viewer = try RunningViewer(ruler.arguments + ["--size", "1000x60"], on: try server())
    try waitUntil("it moves") { (ruler.time(of: viewer) ?? 0) > 0.1 }
    try viewer.press("space")
    try expectRest(viewer)
    let time = try #require(ruler.time(of: viewer))
    #expect(viewer.pixel(1000 - 18, 10) != 0xFFFF_FFFF)
    try viewer.press("space")
    var next = time
    try waitUntil("it moves again") {
      next = ruler.time(of: viewer) ?? 0
      return next != time
    }
    #expect(next > time)
    #expect(next - time < 1)
    try waitUntil("the badge disappears") { viewer.pixel(1000 - 18, 10) == 0xFFFF_FFFF }
  }

  @Test("an iconified viewer sleeps, and resumes where it stopped")
  func iconified() throws {
    let server = try XServer(screen: "1024x768x24")
    let manager = try server.startWindowManager()
    defer { withExtendedLifetime(manager) {} }
    let ruler = Ruler()
    let viewer = try RunningViewer(ruler.arguments + ["--size", "1000x60"], on: server)
    try waitUntil("it moves") { (ruler.time(of: viewer) ?? 0) > 0.1 }
    let time = try #require(ruler.time(of: viewer))
    try server.run("xdotool", "windowminimize", "--sync", viewer.id)
    try waitUntil("it is unmapped") { !viewer.isMapped }
    try viewer.waitForProperty("WM_STATE") { $0.contains("Iconic") }
    try expectHidden(viewer)
    try server.run("xdotool", "windowactivate", "--sync", viewer.id)
    let first = try firstTime(viewer, ruler)
    // The seconds in between aren't made up for.
    #expect(first < time + 1)
    try waitUntil("it moves again") { (ruler.time(of: viewer) ?? 0) > first }
  }

  @Test("an unmapped viewer sleeps even without a window manager")
  func unmapped() throws {
    let ruler = Ruler()
    let viewer = try RunningViewer(ruler.arguments + ["--size", "1000x60"], on: try server())
    let time = try #require(ruler.time(of: viewer))
    try viewer.server.run("xdotool", "windowunmap", "--sync", viewer.id)
    try expectHidden(viewer)
    try viewer.server.run("xdotool", "windowmap", "--sync", viewer.id)
    let first = try firstTime(viewer, ruler)
    #expect(first < time + 1)
    try waitUntil("it moves again") { (ruler.time(of: viewer) ?? 0) > first }
  }

  @Test("a key pressed while a viewer is hidden takes effect later, and no frame is drawn for it")
  func keyWhileHidden() throws {
    let ruler = Ruler()
    let viewer = try RunningViewer(ruler.arguments + ["--size", "1000x60"], on: try server())
    try viewer.server.run("xdotool", "windowunmap", "--sync", viewer.id)
    try ProcessRecord(pid: viewer.process.pid).waitUntilAsleep()
    try viewer.server.run("xdotool", "key", "--window", viewer.id, "space")
    try expectHidden(viewer)
    try viewer.server.run("xdotool", "windowmap", "--sync", viewer.id)
    try waitUntil("it shows that it is paused") {
      viewer.pixel(1000 - 18, 10).map { $0 != 0xFFFF_FFFF } ?? false
    }
    try expectRest(viewer)
  }

  @Test("a completely covered viewer sleeps, and resumes when it is uncovered")
  func covered() throws {
    let ruler = Ruler()
    let viewer = try RunningViewer(
      ruler.arguments + ["-geometry", "1000x60+5+5"], on: try server())
    let cover = try RunningViewer(
      ["--scene", "fan", "-geometry", "1024x768+0+0"], on: viewer.server)
    try expectHidden(viewer)
    try cover.press("q")
    try expectEqual(cover.process.wait(), .exit(0))
    let first = try firstTime(viewer, ruler)
    try waitUntil("it moves again") { (ruler.time(of: viewer) ?? 0) > first }
  }

  /// Returns the scene time as soon as the square is visible.
  private func firstTime(_ viewer: RunningViewer, _ ruler: Ruler) throws -> Seconds {
    var time: Seconds?
    try waitUntil("it is visible again") {
      guard viewer.isMapped else { return false }
      time = ruler.time(of: viewer)
      return time != nil
    }
    return time ?? 0
  }

  @Test(
    "a frame wakes up once and makes at most eight system calls while every frame has a timestamp")
  func systemCalls() throws {
    let viewer = try RunningViewer(
      ["--scene", "squares", "--rate", "60", "--size", "320x200"], on: try server())
    try expectFewSystemCalls(viewer)
  }

  private func expectFewSystemCalls(_ viewer: RunningViewer) throws {
    let calls = try ProcessRecord(pid: viewer.process.pid).systemCalls(within: 3)
    let frames = calls.filter { $0.contains("timerfd_settime(") }.count
    #expect(frames > 60)
    // A wake-up, and the wait for the socket to accept data.
    let waits = calls.filter { $0.contains("poll(") }.count
    #expect(Double(waits) < Double(frames) * 2.2)
    // Now and then a frame is late and asks whether the process was stopped, or the server is late.
    #expect(Double(calls.count) < Double(frames) * 8.8)
  }

  @Test(
    "a frame of an animation with its timeline wakes up as often and makes as many system calls",
    arguments: [false, true])
  func timelineSystemCalls(isShown: Bool) throws {
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation().json, to: "a.json")
    let viewer = try RunningViewer([scratch / "a.json", "--rate", "60"], on: try server())
    if isShown {
      let before = viewer.image()
      try viewer.press("space", "t")
      try waitUntil("the time line is there") { viewer.image() != before }
      try viewer.press("space")
    }
    try expectFewSystemCalls(viewer)
  }

  @Test("--stop-after N publishes N frames and ends", arguments: [1, 25])
  func frames(count: Int) throws {
    let scratch = try ScratchDirectory()
    let run = try Run(
      ["--stop-after", "\(count)", "--stats-csv", scratch / "frames.csv", "--size", "320x200"],
      on: try server())
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    expectEqual(run.complaint, "")
    let completions = try FrameTable(scratch.read("frames.csv")).column("completion_ns")
    expectEqual(completions.count, count)
    // The server may complete a frame only after the next one, and the last one after the end.
    let known = completions.compactMap(\.self)
    #expect(known.allSatisfy { $0 > 0 } && known.count * 3 >= count - 2, "\(completions)")
  }

  @Test("--duration S ends the run even if nothing moves")
  func duration() throws {
    let begin = ContinuousClock.now
    let run = try Run(
      ["--duration", "0.5", "--scene", "fan", "--fan-duration", "0.1"], on: try server())
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    #expect(ContinuousClock.now - begin >= .milliseconds(500))
  }
}
