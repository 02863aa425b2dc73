import CAllocations
import Glibc
import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

/// Hours of frames in virtual time: minutes by default, or as many hours as X11VIEWER_HOURS
/// specifies.
@Suite("Hours of playing")
struct HoursOfPlayingTests {
  private static let hours =
    getenv("X11VIEWER_HOURS").flatMap { Double(String(cString: $0)) } ?? 0.2

  /// Bytes that this thread has allocated and not freed. Other tests may be running on other threads.
  private static var allocated: Int { bytes_of_this_thread() }

  /// Typical disturbances of a viewer: its window is partly covered, another page is shown, a file is
  /// reloaded and slow to draw at first, the window is hidden, or the server or machine is busy.
  private static let disturbances: [[CycleStep]] = [
    [.expose(0.4)], [.key(0.3)], [.work(drawing: 40, server: 1), .key(0), .sleep],
    [.hide, .sleep, .show], [.serverStop(0.2)], [.stall(0.15)], [.loseStamp], [.wakeEarly(0.5)],
    [.togglePause, .sleep, .togglePause], [.foreignStamp], [.stop(1)], [.loseCompletion],
  ]

  @Test("no slot is lost without a cause, time does not drift, and memory does not grow")
  func slots() throws {
    var model = CycleModel(TimingConfiguration(), hasVblanks: true)
    var random = SeededGenerator(seed: 8)
    try model.run([.show, .scene(.moving), .work(drawing: 2, server: 0.5)])
    for _ in 0..<2_000 { try model.run([.sleep]) }

    var (frames, lost) = (0, 0)
    var memory: [Int] = []
    while model.now.seconds < 1_000 + Self.hours * 3_600 {
      // Ten seconds in which nothing happens, after half a second in which the cycle recovers.
      let disturbance = Self.disturbances[Int(random.next() % UInt64(Self.disturbances.count))]
      try model.run(disturbance + [.work(drawing: 2, server: 0.5)])
      let recovered = model.now + 0.5
      while model.now < recovered { try model.run([.sleep]) }
      let (begin, sceneTime, first) = (model.now, model.drawnSceneTime, model.lastSlot)
      var last = first
      while model.now < begin + 10 {
        try model.run([.sleep])
        guard model.lastSlot > last else { continue }
        frames += 1
        if model.lastSlot > last + 1 {
          lost += model.lastSlot - last - 1
          Issue.record("\(model.lastSlot - last - 1) lost at \(model.now) after \(disturbance)")
        }
        last = model.lastSlot
      }
      let before = try #require(sceneTime)
      let after = try #require(model.drawnSceneTime)
      let drift = (after - before) - Double(last - first) / 60
      // At both ends, a drawn frame may not be shown yet.
      #expect(abs(drift) < 1.01 / 60, "\(drift) s after \(disturbance)")
      memory.append(Self.allocated)
      if lost > 10 { break }
    }
    expectEqual(lost, 0)
    #expect(Double(frames) > Self.hours * 3_600 * 60 * 0.8)
    // The list of memory grows itself, by eight bytes for each.
    let tenth = memory.count / 10
    let growth = memory[memory.count - 1] - memory[tenth]
    #expect(growth < 64 * 1_024 + 16 * memory.count, "\(growth) bytes")
  }
}
