import Testing

@testable import AnimCore

@Suite("A playback")
struct PlaybackTests {
  let start = Timestamp.milliseconds(7000)

  private func after(_ milliseconds: Int64) -> Timestamp { .milliseconds(7000 + milliseconds) }

  @Test("runs with the display's time from zero, and is zero before")
  func normal() {
    let playback = Playback(start: start)
    #expect(playback.sceneTime(at: .zero) == .zero)
    #expect(playback.sceneTime(at: start) == .zero)
    #expect(playback.sceneTime(at: after(1234)) == .milliseconds(1234))
    #expect(Playback(start: start, sceneTime: .milliseconds(-5)).sceneTime(at: start) == .zero)
  }

  @Test("stands still while paused and goes on from there")
  func pause() {
    var playback = Playback(start: start)
    playback.pause(at: after(100))
    playback.pause(at: after(300))
    #expect(playback.sceneTime(at: after(5000)) == .milliseconds(100))
    playback.resume(at: after(6000))
    playback.resume(at: after(6010))
    #expect(playback.sceneTime(at: after(6020)) == .milliseconds(120))
  }

  @Test("changes its speed without a jump, running or paused")
  func speed() throws {
    var playback = Playback(start: start)
    try playback.setSpeed(0.5, at: after(1000))
    #expect(playback.sceneTime(at: after(1000)) == .milliseconds(1000))
    #expect(playback.sceneTime(at: after(2000)) == .milliseconds(1500))
    playback.pause(at: after(2000))
    try playback.setSpeed(4, at: after(3000))
    #expect(playback.sceneTime(at: after(4000)) == .milliseconds(1500))
    playback.resume(at: after(4000))
    #expect(playback.sceneTime(at: after(4100)) == .milliseconds(1900))
  }

  @Test("refuses a speed that is not above zero", arguments: [0, -1, .nan, .infinity, 1e-9])
  func invalidSpeed(speed: Double) {
    var playback = Playback(start: start)
    let error = #expect(throws: PlaybackError.self) { try playback.setSpeed(speed, at: start) }
    #expect(error?.description.contains("\(speed)") == true)
    #expect(playback.speed == 1)
  }

  @Test("seeks forwards and backwards, but not below zero")
  func seek() {
    var playback = Playback(start: start)
    playback.seek(to: .milliseconds(60_000), at: after(10))
    #expect(playback.sceneTime(at: after(20)) == .milliseconds(60_010))
    playback.pause(at: after(20))
    playback.seek(to: .milliseconds(500), at: after(30))
    #expect(playback.sceneTime(at: after(40)) == .milliseconds(500))
    playback.seek(to: .milliseconds(-1), at: after(50))
    #expect(playback.sceneTime(at: after(60)) == .zero)
  }

  @Test("steps by whole frames, there and back to the same nanosecond")
  func step() {
    let rate = RefreshRate(hertz: 60)
    var playback = Playback(start: start)
    playback.step(frames: 1, of: rate, at: after(25))
    #expect(playback.isPaused)
    #expect(playback.sceneTime(at: after(900)).nanoseconds == 33_333_333)
    for _ in 0..<1000 { playback.step(frames: 1, of: rate, at: after(1000)) }
    for _ in 0..<1000 { playback.step(frames: -1, of: rate, at: after(2000)) }
    #expect(playback.sceneTime(at: after(3000)).nanoseconds == 33_333_333)
    playback.seek(to: .milliseconds(25), at: after(4000))
    playback.step(frames: -1, of: rate, at: after(4000))
    #expect(playback.sceneTime(at: after(4000)).nanoseconds == 16_666_667)
    playback.step(frames: -5, of: rate, at: after(5000))
    #expect(playback.sceneTime(at: after(5000)) == .zero)
  }

  @Test("knows when a scene time will be reached")
  func inverse() throws {
    var playback = Playback(start: start)
    #expect(playback.displayTime(reaching: .milliseconds(40)) == after(40))
    for speed in [0.001, 0.3, 1, 1.7, 59.94] {
      try playback.setSpeed(speed, at: after(10))
      for target in [11, 1234, 86_400_001].map(Timestamp.milliseconds) {
        let instant = try #require(playback.displayTime(reaching: target))
        #expect(playback.sceneTime(at: instant) >= target)
        #expect(playback.sceneTime(at: instant - 1e-6) < target)
      }
    }
    playback.pause(at: after(20))
    #expect(playback.displayTime(reaching: .milliseconds(99_999_999)) == nil)
  }
}
