import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import FramePacing
@testable import OfflineRendering
@testable import X11Viewer

@Suite("The timing source", .xServer)
struct TimingTests {
  /// The timing report of a short run.
  private struct Timing: Decodable {
    var timing: String
    var timingReason: String?
    var refreshRate: Double
    var frames: Int
    var renderer: String
  }

  private func run(
    _ arguments: [String], on server: XServer, under wrapper: [String] = []
  ) throws -> Timing {
    let scratch = try ScratchDirectory()
    let process = try ChildProcess(
      wrapper + [
        try ViewerProcess.path, "--scene", "squares", "--size", "320x200", "--stats-json",
        scratch / "a.json",
      ] + arguments,
      environment: ["DISPLAY": server.display])
    let end = try process.wait(within: 60)
    guard wrapper.isEmpty || end != .exit(1) else {
      try Test.cancel("this process may not create a namespace: \(process.text(of: 2))")
    }
    try #require(end == .exit(0), "\(process.text(of: 2))")
    return try JSONDecoder().decode(Timing.self, from: Data(scratch.bytes("a.json")))
  }

  /// Returns the lines of `info` by their names.
  private func info(on server: XServer) throws -> [String: String] {
    let lines = try Run(["info"], on: server).text.split(separator: "\n")
    let pairs = lines.map { line in
      (line.prefix(16).trimmingCharacters(in: .whitespaces), String(line.dropFirst(16)))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  @Test(
    "for a server in another time namespace, with another clock, a timer is used and reported",
    arguments: ["864000", "-1000"])
  func foreignClock(offset: String) throws {
    let server = try XServer.shared()
    let wrapper = ["unshare", "--fork", "-T", "--monotonic", offset]
    let timing = try run(["--stop-after", "60"], on: server, under: wrapper)
    expectEqual(timing.timing, "timer")
    expectEqual(timing.timingReason, TimingStatus.Reason.foreignClock.rawValue)
    expectEqual(timing.refreshRate, 60)
  }

  @Test(
    "with Xorg's dummy driver, which reports 100 or 50 Hz but has 60 vblanks per second, --rate 50 is 50",
    arguments: ["fast", "slow"])
  func dummyDriver(mode: String) throws {
    let scratch = try ScratchDirectory()
    let server: XServer
    do {
      server = try XServer.dummy(mode: mode, in: scratch)
    } catch {
      try Test.cancel("Xorg's dummy driver does not run here: \(error)")
    }
    let info = try info(on: server)
    let refresh = info["refresh rate"] ?? ""
    #expect(refresh.hasPrefix(mode == "fast" ? "99.99" : "50.00"), "\(info)")
    // Under load, the driver's timer is late, so the tolerance only distinguishes 60 from 50 and 100.
    let ticks = (info["frames"] ?? "").prefix { $0 != " " }
    expectEqual(Double(ticks).map { abs($0 / 60 - 1) < 0.1 }, true, "\(ticks)")
    let fifty = try run(["--rate", "50", "--stop-after", "150"], on: server)
    expectEqual(fifty.refreshRate, 50)
    expectEqual(fifty.timing, "timer")
    let own = try run(["--stop-after", "100"], on: server)
    expectEqual(own.timing, "present")
    #expect(abs(own.refreshRate / 60 - 1) < 0.1)
  }

  @Test("a server with one vblank per second shows a frame per second, and info reports that")
  func slowServer() throws {
    let server = try XServer(screen: "1024x768x24", ["-fakescreenfps", "1"])
    let frames = try info(on: server)["frames"] ?? ""
    #expect(frames.hasSuffix(" Hz, Present, not locked"))
    // The server's own timer is late under load.
    expectEqual(Double(frames.prefix { $0 != " " }).map { abs($0 - 1) < 0.05 }, true, "\(frames)")
    let ruler = Ruler()
    let viewer = try RunningViewer(ruler.arguments + ["--size", "1000x60"], on: server)
    for time in [1.0, 3, 5] {
      try waitUntil("it continues") { (ruler.time(of: viewer) ?? 0) > time }
    }
  }

  @Test("without Present, or with --timing timer, a timer is reported, with the reason")
  func timer() throws {
    let chosen = try run(["--timing", "timer", "--stop-after", "5"], on: try XServer.shared())
    expectEqual(chosen.timing, "timer")
    expectEqual(chosen.timingReason, TimingStatus.Reason.chosen.rawValue)
  }

  @Test("MIT-SHM is reported only if it is used")
  func transport() throws {
    try expectEqual(run(["--stop-after", "5"], on: try XServer.shared()).renderer, "MIT-SHM")
    let without = try XServer.shared(["-extension", "MIT-SHM"])
    #expect(try run(["--stop-after", "5"], on: without).renderer.hasPrefix("XPutImage ("))
  }

  @Test("an event that arrives during a round trip to the server isn't left unread")
  func unread() throws {
    let server = try XServer.shared()
    for renderer in ["shm", "core"] {
      let viewer = try RunningViewer(
        [
          "--scene", "clock", "--clock-time", "10:08:42", "--clock-duration", "0", "--size",
          "320x200", "--renderer", renderer,
        ], on: server)
      try viewer.press("space", "Home")
      // Many at once, so that some are read while frames are drawn and sent.
      let keys = Array(repeating: "Up", count: 60)
      try server.run(["xdotool", "key", "--delay", "1"] + keys)
      try server.run(["xdotool", "key", "--delay", "7"] + keys)
      var expected = Expected.paused
      expected.configuration.clock.look.duration = 0
      let list = expected.list("clock", at: 0) { $0.adjustClocks(7_200) }
      if renderer == "shm" {
        try viewer.waitForImage(list.painted())
      } else {
        // The hour hand has moved by two hours, in the server's own shapes.
        var last: PixelImage?
        try waitUntil("all keys are taken") {
          defer { last = viewer.image() }
          return last != nil && last == viewer.image()
        }
      }
      viewer.process.send(SIGTERM)
      try expectEqual(viewer.process.wait(), .signal(SIGTERM))
    }
  }
}

@Suite("Exposed parts of the window", .xServer)
struct ExposeTests {
  @Test(
    "an uncovered part is repainted at once, even if the next frame is minutes away",
    arguments: ["shm", "core"])
  func repair(renderer: String) throws {
    let server = try XServer.shared(screen: "1024x768x24")
    let viewer = try RunningViewer(
      [
        "--scene", "clock", "--clock-duration", "0", "--clock-time", "10:08:42", "-geometry",
        "320x200+0+0", "--renderer", renderer, "--speed", "0.001",
      ], on: server)
    // At a thousandth of normal speed, the clock ticks every quarter of an hour.
    try ProcessRecord(pid: viewer.process.pid).waitUntilAsleep()
    let whole = try #require(viewer.image())
    for _ in 0..<3 {
      let cover = try HostWindow(on: server, PixelRect(x0: 60, y0: 20, x1: 260, y1: 170))
      #expect(viewer.image() != whole)
      try cover.destroy()
      try viewer.waitForImage(whole)
    }
  }
}

@Suite("The clock and the time of day", .xServer)
struct TimeOfDayTests {
  private static let day = 86_400

  private func viewer(
    _ zone: String, on server: XServer, options: [String] = [], environment: [String: String?] = [:]
  ) throws -> RunningViewer {
    try RunningViewer(
      ["--scene", "clock", "--clock-duration", "0", "-geometry", "320x200+0+0"] + options,
      on: server,
      environment: environment.merging(["TZ": zone]) { $1 })
  }

  /// Waits until the clock shows the time of day in UTC plus `hours`, within a second.
  private func waitForTime(_ viewer: RunningViewer, hours: Int) throws {
    var expected = Expected()
    expected.configuration.clock.look.duration = 0
    try waitUntil("the clock is right") {
      guard let image = viewer.image() else { return false }
      return (-1...1).contains { late in
        let time = Int(Date().timeIntervalSince1970) + hours * 3_600 - late
        expected.configuration.clock.look.startTime = Double(time % Self.day)
        return image == expected.image("clock", at: 0)
      }
    }
  }

  @Test("a change to summer time is followed within a second")
  func summerTime() throws {
    let server = try XServer.shared(screen: "1024x768x24")
    // The rule's hour is in standard time, which is UTC here. In the last seconds of a day the
    // change would be on the next day.
    let now = Int(Date().timeIntervalSince1970) + 6
    var (instant, parts) = (time_t(now), tm())
    gmtime_r(&instant, &parts)
    let day = Int(parts.tm_yday)
    let (hour, minute, second) = (now % Self.day / 3_600, now % 3_600 / 60, now % 60)
    let end = day > 330 ? 10 : day + 30
    let viewer = try viewer(
      "AAA0BBB,\(day)/\(hour):\(minute):\(second),\(end)/0", on: server)
    try waitForTime(viewer, hours: 0)
    try waitForTime(viewer, hours: 1)
  }

  @Test("an adjustment of the system's clock is followed within a second, forwards and backwards")
  func step() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("+0", to: "offset")
    // The sandbox wouldn't let libfaketime read the file again.
    let viewer = try viewer(
      "UTC0", on: try XServer.shared(screen: "1024x768x24"), options: ["--no-sandbox"],
      environment: FakeTime.environment(following: scratch / "offset"))
    try waitForTime(viewer, hours: 0)
    for (offset, hours) in [("+5h", 5), ("+2h", 2), ("+0", 0)] {
      try scratch.write(offset, to: "next")
      expectEqual(rename(scratch / "next", scratch / "offset"), 0)
      try waitForTime(viewer, hours: hours)
    }
  }

  @Test("after the process was stopped, the clock is corrected")
  func stopped() throws {
    let viewer = try viewer("UTC0", on: try XServer.shared(screen: "1024x768x24"))
    try waitForTime(viewer, hours: 0)
    viewer.process.send(SIGSTOP)
    try ProcessRecord(pid: viewer.process.pid).waitUntilStopped()
    // The fault lasts this long.
    usleep(4_000_000)
    viewer.process.send(SIGCONT)
    try waitForTime(viewer, hours: 0)
  }

  @Test("after the window was unmapped, the clock is corrected")
  func unmapped() throws {
    let viewer = try viewer("UTC0", on: try XServer.shared(screen: "1024x768x24"))
    try viewer.server.run("xdotool", "windowunmap", "--sync", viewer.id)
    // The fault lasts this long.
    usleep(4_000_000)
    try viewer.server.run("xdotool", "windowmap", "--sync", viewer.id)
    try waitForTime(viewer, hours: 0)
  }
}
