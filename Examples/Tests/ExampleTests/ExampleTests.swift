import AnimCore
import Testing

@testable import ClockHands
@testable import DeltaTime
@testable import EasedCircle
@testable import FanningCircle
@testable import MainActorMeter
@testable import MovingSquares
@testable import TerminalLink

@Suite("The example programs, in virtual time")
struct ExampleTests {
  @Test("a circle fans out evenly in three seconds, to exactly a full turn", arguments: [24, 60.0])
  func fanningCircle(rate: Double) {
    let source = VirtualFrameSource(refreshRate: rate)
    let circle = FanningCircle()
    circle.start(on: source)
    source.advance(to: .seconds(1.5))
    #expect(abs(circle.opened.degrees - 180) < 1e-6)
    source.advance(to: .seconds(3.05))
    #expect(circle.opened == .fullTurn)
    #expect(source.demand == .nothing)
  }

  @Test("an eased circle is half open halfway, starts slowly, and sleeps at the end")
  func easedCircle() {
    let source = VirtualFrameSource(refreshRate: 16)
    let view = EasedCircle()
    source.advance(to: .seconds(100))
    view.start(on: source)
    source.advance(by: 0.375)
    #expect(view.circle.$sweep.presentation < .turns(0.1))
    source.advance(by: 1.125)
    #expect(abs(view.circle.$sweep.presentation.turns - 0.5) < 1e-12)
    source.advance(by: 1.5)
    #expect(view.circle.$sweep.presentation == .fullTurn)
    #expect(source.demand == .nothing)
  }

  @Test("sixty squares move at the same time and never leave the view")
  func movingSquares() {
    struct Counting: RandomNumberGenerator {
      var state: UInt64 = 1
      mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
      }
    }
    let source = VirtualFrameSource(refreshRate: 60)
    let squares = MovingSquares(random: Counting())
    squares.start(on: source)
    source.pump()
    var recycled = 0
    for _ in 0..<600 {
      let before = squares.movers
      source.pump()
      #expect(squares.movers.count == 60)
      for (old, new) in zip(before, squares.movers) {
        #expect(squares.view.contains(new.center) && new.center != old.center)
        if new.timeLeft > old.timeLeft { recycled += 1 }
      }
    }
    #expect(recycled > 60)
  }

  @Test("a view is at (100, 200) after two seconds at any frame rate, not counting pauses")
  func deltaTime() {
    for rate in [24, 59.94, 144] {
      let source = VirtualFrameSource(refreshRate: rate)
      let view = SomeView()
      view.start(on: source)
      source.advance(by: 1)
      view.link?.isPaused = true
      let half = view.position
      source.advance(by: 3600)
      #expect(view.position == half)
      view.link?.isPaused = false
      source.advance(by: 1 + 2 / rate)
      #expect(view.position.distance(to: Point(x: 100, y: 200)) < 2 * 112 / rate)
    }
  }

  @Test("a second hand ticks clockwise past noon, and is drawn only while it moves")
  func clockHands() {
    let source = VirtualFrameSource(refreshRate: 20)
    let view = ClockView()
    source.advance(to: .seconds(58))
    view.start(on: source)
    source.advance(to: .seconds(60.1))
    #expect(view.secondHand.angle == .zero)
    let angle = view.secondHand.$angle.presentation
    #expect(angle > .degrees(354) && angle < .degrees(360))
    let before = view.drawnFrames
    source.advance(to: .seconds(60.95))
    // The remainder of a tick of a quarter of a second at 20 Hz, and its last frame.
    #expect(view.drawnFrames - before <= 5)
  }

  @Test("a bar springs to its length, and the program ends")
  func terminalLink() {
    let source = VirtualFrameSource(refreshRate: 30)
    let meter = Meter()
    meter.start(on: source)
    source.pump(frames: 10)
    meter.bar.length = 40
    source.advance(by: 10)
    #expect(meter.bar.$length.presentation == 40)
    #expect(source.demand == .nothing)
  }

  @MainActor
  @Test("a meter on the main actor follows its source like any other")
  func mainActorMeter() {
    let source = VirtualFrameSource(refreshRate: 30)
    let meter = MainActorMeter()
    let counter = FrameCounter()
    meter.start(on: source)
    DisplayLink(listener: counter).add(to: source)
    meter.level.length = 40
    source.advance(by: 10)
    #expect(meter.lengths.last == 40 && counter.count == 90)
    #expect(source.demand == .nothing)
  }
}
