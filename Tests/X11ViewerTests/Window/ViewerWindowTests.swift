import CX11
import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite("The loop carries out the decisions of the cycle", .xServer)
struct ViewerWindowTests {
  /// A frame every ten seconds.
  private static let seldom = TimingConfiguration(rate: .fixed(RefreshRate(hertz: 0.1)))

  @Test("a renderer that is ready only on the second query isn't a failure")
  func recovery() throws {
    let bench = try LoopBench(frames: 6)
    let renderer = bench.renderer
    renderer.didPublish = { if $0 == 2 || $0 == 4 { renderer.setBusy(true) } }
    // The first request of the second time is also lost.
    renderer.didRecover = { if $0 != 2 { renderer.setBusy(false) } }
    try bench.run()
    expectEqual(renderer.published, 6)
    #expect(renderer.recovered >= 3)
  }

  @Test("a renderer that finishes in time isn't queried")
  func completion() throws {
    let bench = try LoopBench(frames: 20)
    try bench.run()
    expectEqual(bench.renderer.recovered, 0)
    expectEqual(bench.renderer.drawn, 20)
  }

  @Test("vblanks are those of the output that shows the window, even after it has changed")
  func otherOutput() throws {
    let bench = try LoopBench(frames: 30)
    #expect(bench.loop.engine.output == nil)
    bench.renderer.didPublish = { if $0 == 3 { bench.changeScreen() } }
    try bench.run()
    expectEqual(bench.loop.engine.output?.area, PixelRect(x0: 0, y0: 0, x1: 640, y1: 480))
    // The middle of the part of the window that the output shows.
    expectEqual(bench.vblankPosition(), WindowPosition(x: 160, y: 100))
  }

  @Test("a key has a visible effect while paused, even if the server is busy")
  func pausedAndBusy() throws {
    let bench = try LoopBench()
    let renderer = bench.renderer
    renderer.didPublish = { count in
      renderer.setBusy(true)
      switch count {
      case 3: bench.press(XK_space)
      case 4:
        // The frame is shown, and no other is wanted.
        #expect(bench.loop.engine.cycle.timeline.isPaused)
        bench.press(XK_h)
      case 5:
        #expect(bench.loop.engine.cycle.timeline.isPaused)
        #expect(bench.loop.viewer.overlay.showsHelp)
        bench.press(XK_q)
      default: break
      }
    }
    renderer.didRecover = { _ in renderer.setBusy(false) }
    try bench.run()
    expectEqual(renderer.published, 5)
  }

  @Test("a key takes effect at once while the next frame waits for a later slot")
  func farSlot() throws {
    let bench = try LoopBench(Self.seldom)
    var pressed: Timestamp?
    bench.renderer.didPublish = { count in
      switch count {
      case 1: bench.press(XK_h)
      case 2:
        // Without this key, it would be the slot ten seconds later.
        bench.press(XK_h)
        pressed = .now
      case 3:
        #expect(!bench.loop.viewer.overlay.showsHelp)
        expectEqual(pressed.map { Timestamp.now - $0 < 5 }, true)
        bench.press(XK_q)
      default: break
      }
    }
    try bench.run(within: 30)
    expectEqual(bench.renderer.published, 3)
  }

  @Test("slots that pass while a frame is drawn or the server is busy are missed")
  func missed() throws {
    // Long ago, so that no timer has to be waited for.
    var now = Timestamp.now - 10_000
    let slow = try LoopBench(
      TimingConfiguration(rate: .fixed(RefreshRate(hertz: 100)), source: .timer), frames: 8,
      clock: {
        now = now + 0.0001
        return now
      })
    slow.renderer.didDraw = { count throws(RenderError) in if count == 5 { now = now + 0.155 } }
    try slow.run()
    expectEqual(slow.statistics.missed, 15)
    let busy = try LoopBench(frames: 8)
    busy.renderer.didPublish = { if $0 == 4 { busy.renderer.setBusy(true) } }
    busy.renderer.didRecover = { _ in busy.renderer.setBusy(false) }
    try busy.run()
    #expect((12...80).contains(busy.statistics.missed))
    expectEqual(busy.statistics.frames, 8)
  }

  @Test("the transport is reported correctly, even after it has changed")
  func transport() throws {
    let bench = try LoopBench(frames: 6)
    bench.renderer.description = "MIT-SHM"
    bench.renderer.didPublish = { count in
      if count == 3 {
        expectEqual(bench.statistics.status.renderer, "MIT-SHM")
        bench.renderer.description = "XPutImage (BadAccess)"
      }
    }
    try bench.run()
    expectEqual(bench.statistics.status.renderer, "XPutImage (BadAccess)")
  }

  @Test("the table of frames contains the server's completion times")
  func completions() throws {
    let scratch = try ScratchDirectory()
    let bench = try LoopBench(frames: 12, log: scratch / "frames.csv")
    let renderer = bench.renderer
    renderer.didPublish = { _ in
      // The next frame waits for the completion of this one, however slow the server is.
      renderer.setBusy(true)
      _ = bench.loop.session.connection.fences.send()
      bench.loop.session.connection.exchange()
    }
    try bench.run()
    let times = try FrameTable(scratch.read("frames.csv")).column("completion_ns")
    // The completion of the last frame may arrive after the end.
    #expect(times.dropLast().allSatisfy { $0.map { $0 > 0 } ?? false }, "\(times)")
  }

  @Test("an image that can't be drawn is skipped, and the next key tries again")
  func undrawable() throws {
    let bench = try LoopBench()
    let renderer = bench.renderer
    renderer.didDraw = { count throws(RenderError) in
      // The window manager doesn't wait for a frame that is never drawn.
      if count == 4 { expectEqual(bench.loop.session.window.resizeRequest, .none) }
      guard count == 3 else { return }
      let window = bench.loop.session.window
      window.handle(.syncRequest(value: 5))
      window.handle(
        .configure(size: window.size, position: window.position, origin: .parent))
      bench.press(XK_h)
      throw .noMemory(PixelSize(width: 320, height: 200))
    }
    renderer.didPublish = { if $0 == 4 { bench.press(XK_q) } }
    try bench.run()
    #expect(renderer.drawn >= 5)
    #expect(bench.loop.drawingError == nil)
  }

  @Test(
    "no image is late because of a stop of the process, whenever it happens",
    arguments: [true, false])
  func stops(isUncapped: Bool) throws {
    let clock = try StoppedClock()
    let bench = try LoopBench(
      TimingConfiguration(
        rate: isUncapped ? .maximum : .fixed(RefreshRate(hertz: 2_000)), source: .timer),
      frames: 200, clock: clock.read, continuations: clock.continuations())
    var times: [Seconds] = []
    bench.renderer.didDraw = { _ in times.append(bench.loop.player.sceneTime.seconds) }
    try bench.run()
    #expect(clock.stops > 50)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    expectEqual(steps.filter { $0 < 0 || $0 > 0.1 }, [])
  }

  @Test("an adjustment of the clock is followed at once, even if the scene requests no frame")
  func clockStep() throws {
    let step = try EventDescriptor()
    var offset: Seconds = 0
    let bench = try LoopBench(
      isAnimated: false,
      timeOfDay: TimeOfDay(
        localTime: { Timestamp.now + offset },
        steps: ClockStepWatcher(owning: dup(step.fileDescriptor))))
    bench.renderer.didPublish = { count in
      // Or each sleep would end at once.
      var request = pollfd(fd: step.fileDescriptor, events: Int16(POLLIN), revents: 0)
      expectEqual(poll(&request, 1, 0), 0)
      expectEqual(bench.scene.adjustment, [0, 7_200, -3_600, -3_600][min(count, 4) - 1])
      switch count {
      case 1...2:
        offset = count == 1 ? 7_200 : -3_600
        step.signal()
      case 3: bench.press(XK_h)
      default: bench.press(XK_q)
      }
    }
    try bench.run()
    expectEqual(bench.renderer.published, 4)
  }
}

@Suite("Adjustments of the system's clock", .xServer)
struct ClockStepWatcherTests {
  private func isReadable(_ watcher: ClockStepWatcher) -> Bool {
    var request = pollfd(fd: watcher.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 1
  }

  @Test("the watcher sleeps until the clock is set, and keeps watching after each adjustment")
  func watching() throws {
    let system = try ClockStepWatcher.make()
    #expect(!isReadable(system))
    system.rearm()
    #expect(!isReadable(system))
    let step = try EventDescriptor()
    let watcher = ClockStepWatcher(owning: dup(step.fileDescriptor))
    for _ in 0..<2 {
      step.signal()
      #expect(isReadable(watcher))
      watcher.rearm()
      #expect(!isReadable(watcher))
    }
  }

  @Test("the kernel reports only that the clock was set")
  func kernel() throws {
    let server = try XServer()
    let scratch = try ScratchDirectory()
    let process = try ChildProcess(
      [
        "strace", "-f", "-qq", "-e", "trace=timerfd_create,timerfd_settime", "-o",
        scratch / "calls", try ViewerProcess.path, "--scene", "clock", "--stop-after", "2",
        "--size",
        "320x200",
      ], environment: ["DISPLAY": server.display])
    try expectEqual(process.wait(), .exit(0), "\(process.text(of: 2))")
    let calls = try scratch.read("calls").split(separator: "\n")
    #expect(calls.contains { $0.contains("timerfd_create(CLOCK_REALTIME") })
    #expect(
      calls.contains {
        $0.contains("TFD_TIMER_ABSTIME|TFD_TIMER_CANCEL_ON_SET") && $0.hasSuffix("= 0")
      })
  }
}
