import AnimCore
import Testing

@testable import GaugeLayer
@testable import PacedTrack
@testable import ProgressRing
@testable import RepeatingGroup
@testable import ThirtyHertz

@Suite("The programs of a first hour")
@MainActor
struct FirstHourTests {
  @Test("a ring's spring is interrupted at its current position and velocity, and comes to rest")
  func ring() {
    let ring = ProgressRing()
    ring.show(0.9)
    ring.advance(to: 0.2)
    let before = ring.shown
    #expect(before.progress > 0 && before.velocity > 0)
    ring.show(0.3)
    #expect(abs(ring.shown.progress - before.progress) < 1e-12)
    #expect(abs(ring.shown.velocity - before.velocity) < 1e-9)
    let image = ring.image()
    #expect(image[58, 10] != 0xFFFF_FFFF && image[42, 10] == 0xFFFF_FFFF, "from 12 o'clock on")
    ring.advance(to: 9)
    #expect(ring.shown.progress == 0.3 && ring.isResting)
  }

  @Test("marks move at constant speed along corners and along a curve")
  func track() throws {
    let track = PacedTrack()
    try track.start(duration: 4)
    let corner = track.positions(at: 2).corners
    #expect(abs(corner.x - 10) < 1e-9 && abs(corner.y - 40) < 1e-9)
    let speeds = [0.3, 1.1, 1.9, 2.8, 3.7].map { track.speeds(at: $0) }
    #expect(speeds.allSatisfy { abs($0.corners - 25) < 1e-9 })
    #expect(speeds.allSatisfy { abs($0.curve / speeds[0].curve - 1) < 0.01 })
  }

  @Test("a custom layer is filled, and emptied by its completion")
  func gauge() {
    let gauge = Gauge()
    gauge.run()
    #expect(gauge.level(at: 0.25) == 50)
    #expect(gauge.level(at: 1) == 50)
    #expect(gauge.level(at: 3) == 0)
    #expect(gauge.log == ["full at 0.5 s", "empty at 1.5 s"])
  }

  @Test("a loop has 30 frames per second in virtual and in real time")
  func loop() {
    let virtual = Loop()
    let source = VirtualFrameSource(refreshRate: 120)
    virtual.run(on: source, frames: 30)
    source.advance(by: 10)
    #expect(virtual.times.count == 30 && source.demand == .nothing)
    #expect(virtual.intervals.allSatisfy { abs($0 - 1.0 / 30) < 1e-6 })
    let real = Loop()
    let timer = TimerFrameSource(refreshRate: 60)
    real.run(on: timer, frames: 6)
    timer.run()
    // Slots may be missed on a busy machine, but no frame is early.
    #expect(real.times.count == 6 && real.intervals.allSatisfy { $0 > 1.0 / 30 - 1e-6 })
  }

  @Test("a group with repeats moves back and forth, at any of a hundred instants")
  func group() throws {
    let example = RepeatingGroup()
    try example.start()
    let samples = example.samples(100, over: 12)
    #expect(samples[0] == (0, 1))
    for (index, sample) in samples.enumerated() {
      // The seconds since the start of the cycle, which takes two seconds in each direction.
      let cycle = (12 * Double(index) / 100).truncatingRemainder(dividingBy: 4)
      let there = cycle <= 2 ? cycle : 4 - cycle
      #expect(abs(sample.opacity - (1 - there / 2)) < 1e-9, "\(index)")
      let expected = there < 1 ? 100 * TimingFunction.easeInEaseOut.value(at: there) : 0
      #expect(abs(sample.x - expected) < 1e-6, "\(index)")
    }
  }
}
