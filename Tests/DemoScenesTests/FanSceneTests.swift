import AnimCore
import AnimGraphics
import DemoScenes
import TestSupport
import Testing

@Suite("The fan")
struct FanSceneTests {
  private func sweep(_ configuration: FanConfiguration = FanConfiguration(), at time: Seconds)
    -> Double
  {
    let fan = FanScene(configuration: configuration)
    fan.update(to: time)
    return fan.sweep.turns
  }

  @Test("opens at a constant rate, and is completely open at its duration")
  func opens() {
    expectEqual(sweep(at: 0), 0)
    expectEqual(sweep(at: 1.5), 0.5)
    expectEqual(sweep(at: 0.75), 0.25)
    expectEqual(sweep(at: 3), 1)
    expectEqual(sweep(at: 1_000_000), 1)
  }

  @Test("draws nothing at its first tick, which only sets the start time")
  func firstTickDrawsNothing() throws {
    let fan = FanScene()
    fan.layout(in: Size(width: 300, height: 300))
    let source = VirtualFrameSource()
    fan.start(on: source)
    source.pump(frames: 1)
    var list = DisplayList(size: PixelSize(width: 300, height: 300))
    fan.draw(into: &list)
    let command = try #require(list.commands.first)
    #expect(command.bounds.isEmpty)
  }

  @Test("ends its display link when it is fully open")
  func endsItsLink() {
    let fan = FanScene()
    let source = VirtualFrameSource(refreshRate: 60)
    fan.start(on: source)
    source.advance(to: Timestamp(seconds: 2.9))
    #expect(source.demand != .nothing)
    source.advance(to: Timestamp(seconds: 3.1))
    expectEqual(source.demand, .nothing)
    expectEqual(fan.sweep, .fullTurn)
  }

  @Test("opens again when it is started again at an earlier time")
  func startsAgain() {
    let fan = FanScene()
    let source = VirtualFrameSource(refreshRate: 60)
    fan.start(on: source)
    source.advance(to: Timestamp(seconds: 4))
    fan.start(on: source)
    source.seek(to: Timestamp(seconds: 1.5))
    expectEqual(fan.sweep, .turns(0.5))
    #expect(source.demand != .nothing)
  }

  @Test("repeats, and closes again if it autoreverses")
  func repeats() {
    var configuration = FanConfiguration()
    configuration.repeatCount = 2
    expectEqual(sweep(configuration, at: 4.5), 0.5)
    expectEqual(sweep(configuration, at: 6), 1)
    configuration.autoreverses = true
    expectEqual(sweep(configuration, at: 4.5), 0.5)
    expectEqual(sweep(configuration, at: 12), 0)
    configuration.repeatCount = .infinity
    expectEqual(sweep(configuration, at: 600_001.5), 0.5)
  }

  @Test("opens by at least zero and at most a full circle, whatever the easing")
  func easingIsHeld() throws {
    var configuration = FanConfiguration()
    configuration.easing = .cubicBezier(0.5, -2, 0.5, 3)
    for step in 0...300 {
      #expect((0...1).contains(sweep(configuration, at: Double(step) / 100)))
    }
  }

  @Test("shrinks its default radius to fit a small view, but not an explicit one")
  func radius() throws {
    func extent(_ configuration: FanConfiguration, side: Int) throws -> Int {
      let fan = FanScene(configuration: configuration)
      fan.layout(in: Size(width: Double(side), height: Double(side)))
      fan.update(to: 3)
      var list = DisplayList(size: PixelSize(width: side, height: side))
      fan.draw(into: &list)
      return try #require(list.commands.first).bounds.width
    }
    try expectEqual(extent(FanConfiguration(), side: 400), 200)
    try expectEqual(extent(FanConfiguration(), side: 100), 90)
    var configuration = FanConfiguration()
    configuration.radius = .points(300)
    try expectEqual(extent(configuration, side: 100), 100)
  }

  @Test("in the tiled scene it fills its view, and opens and closes forever")
  func tiled() throws {
    let scene = FanScene(configuration: .tiled)
    scene.layout(in: Size(width: 600, height: 1_000))
    for (time, sweep) in [(0.0, 0.0), (3, 1), (6, 0), (9, 1), (600, 0)] {
      scene.update(to: time)
      expectEqual(scene.sweep, .turns(sweep), "\(time)")
    }
    scene.update(to: 3)
    var list = DisplayList(size: PixelSize(width: 600, height: 1_000))
    scene.draw(into: &list)
    try expectEqual(#require(list.commands.first).bounds.width, 540)
    let source = VirtualFrameSource()
    scene.start(on: source)
    source.advance(by: 10)
    #expect(source.demand != .nothing)
  }
}
