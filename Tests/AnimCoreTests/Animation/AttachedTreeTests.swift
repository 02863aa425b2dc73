import TestSupport
import Testing

@testable import AnimCore

@Suite("A tree attached to a source")
struct AttachedTreeTests {
  /// Draws a dial, and records when it did and what it showed.
  private final class Painter {
    let dial = Dial()
    lazy var tree = LayerTree(root: dial)
    private(set) var times: [Seconds] = []
    private(set) var places: [Double] = []
    var reaction: ((Frame) -> Void)?

    func attach(to source: FrameSource, at range: FrameRateRange = .default) {
      tree.attach(to: source, at: range, for: self) { painter, frame in painter.draw(frame) }
    }

    private func draw(_ frame: Frame) {
      times.append(frame.targetTimestamp.seconds)
      places.append(dial.$position.presentation)
      reaction?(frame)
    }
  }

  private let source = VirtualFrameSource(refreshRate: 8)
  private let painter = Painter()

  @Test("is drawn once, becomes idle, and wakes when a property is set, any time later")
  func restsAndWakes() {
    painter.attach(to: source)
    source.advance(by: 1)
    expectEqual(painter.times, [0])
    expectEqual(source.demand, .nothing)

    source.advance(to: .seconds(3600.0625))
    painter.tree.animate(duration: 0.5, curve: .linear) { painter.dial.position = 8 }
    expectEqual(painter.tree.time, 3600.0625)
    source.advance(by: 10)
    expectEqual(painter.times.dropFirst(), [3600.125, 3600.25, 3600.375, 3600.5, 3600.625])
    expectEqual(painter.places, [0, 1, 3, 5, 7, 8])
    expectEqual(source.demand, .nothing)
  }

  @Test("isn't drawn for properties without redraws, although they cause frames")
  func silent() throws {
    painter.attach(to: source)
    source.advance(by: 0.5)
    try painter.dial.$silent.add(BasicAnimation(from: 0, to: 8, timing: MediaTiming(duration: 1)))
    source.advance(by: 0.5)
    #expect(painter.times == [0] && painter.dial.$silent.presentation == 4)
  }

  @Test("keeps its time if its source is released")
  func sourceIsGone() {
    var source: VirtualFrameSource? = VirtualFrameSource(refreshRate: 8)
    source.map { painter.attach(to: $0) }
    source?.advance(by: 1)
    let time = painter.tree.time
    source = nil
    painter.dial.position = 8
    #expect(painter.tree.time == time && painter.dial.$position.presentation == 0)
  }

  @Test("loses no animation, whether the tree or other code pauses its link")
  func byHand() {
    // Without attaching, the code that pauses the link must set the tree's time before it starts
    // anything.
    let dial = Dial()
    let tree = LayerTree(root: dial)
    var places: [Double] = []
    let link = DisplayLink(for: dial) { dial, frame in
      tree.update(to: frame.targetTimestamp)
      places.append(dial.$position.presentation)
    }
    link.add(to: source)
    painter.attach(to: source)
    source.pump()
    link.isPaused = true
    source.advance(to: .seconds(60))
    painter.tree.animate(duration: 0.5, curve: .linear) { painter.dial.position = 8 }
    tree.update(to: source.now)
    tree.animate(duration: 0.5, curve: .linear) { dial.position = 8 }
    link.isPaused = false
    source.pump(frames: 4)
    #expect(painter.places == places && places == [0, 2, 4, 6, 8])
  }

  @Test("starts changes made by another link's callback in the frame of that callback")
  func changedByOther() {
    painter.attach(to: source)
    let link = DisplayLink(for: painter) { painter, _ in
      painter.tree.animate(duration: 0.5, curve: .linear) { painter.dial.position = 8 }
    }
    link.pause(until: .seconds(30))
    link.add(to: source)
    source.advance(by: 30.375)
    link.invalidate()
    source.advance(by: 10)
    expectEqual(painter.times, [0, 30.125, 30.25, 30.375, 30.5])
    expectEqual(painter.places, [0, 2, 4, 6, 8])
  }

  @Test("continues from the value on the screen when a property is changed in mid-flight")
  func retargets() {
    painter.attach(to: source)
    source.pump()
    painter.tree.animate(duration: 1, curve: .linear) { painter.dial.position = 8 }
    source.pump(frames: 4)
    painter.tree.animate(duration: 1, curve: .linear) { painter.dial.position = 0 }
    source.pump(frames: 2)
    expectEqual(painter.places, [0, 1, 2, 3, 4, 3.5, 3])
  }

  @Test("sleeps until a later animation begins")
  func delayed() {
    painter.attach(to: source)
    source.pump()
    painter.tree.animate(duration: 0.25, delay: 100, curve: .linear) { painter.dial.position = 8 }
    source.pump(frames: 2)
    expectEqual(source.demand, .at(.seconds(100)))
    source.advance(by: 200)
    expectEqual(painter.times.suffix(3), [100, 100.125, 100.25])
    expectEqual(painter.places.suffix(3), [0, 4, 8])
    expectEqual(source.demand, .nothing)
  }

  @Test("starts at the time that its source was set back to while it was idle")
  func seekBack() {
    painter.attach(to: source)
    source.seek(to: .seconds(50))
    source.pump()
    source.seek(to: .seconds(3))
    painter.tree.animate(duration: 0.5, curve: .linear) { painter.dial.position = 8 }
    source.pump(frames: 2)
    expectEqual(painter.places.suffix(2), [2, 4])
  }

  @Test("sleeps if its source is set back to before the animation's start, and wakes at the start")
  func seekBackBeforeBegin() throws {
    painter.attach(to: source)
    source.seek(to: .seconds(50))
    painter.tree.animate(duration: 0.5, curve: .linear) { painter.dial.position = 8 }
    var log: [String] = []
    try painter.dial.$place.add(
      BasicAnimation(
        from: .zero, to: Point(x: 8, y: 0),
        timing: MediaTiming(duration: 0.25, fillMode: .forwards),
        isRemovedOnCompletion: false),
      forKey: "held", completion: { log.append("\($0)") }, began: { log.append("began") })
    source.advance(by: 0.375)
    #expect(painter.places.last == 6 && log == ["began", "finished"])
    source.seek(to: .seconds(10))
    #expect(painter.places.last == 0 && painter.dial.$place.presentation == .zero)
    let drawn = painter.times.count
    expectEqual(source.demand, .at(.seconds(50)))
    source.advance(to: .seconds(49))
    expectEqual(painter.times.count, drawn)
    source.advance(to: .seconds(50.125))
    expectEqual(painter.places.suffix(2), [0, 2])
    expectEqual(painter.dial.$place.presentation, Point(x: 4, y: 0))
    source.advance(to: .seconds(60))
    expectEqual(painter.dial.$place.presentation, Point(x: 8, y: 0))
    #expect(log == ["began", "finished"] && source.demand == .nothing)
  }

  @Test("draws changes made while drawing in the next frame")
  func changedWhileDrawing() {
    painter.attach(to: source)
    painter.reaction = { [painter] frame in
      if frame.number == 0 { painter.dial.still = 1 }
    }
    source.pump(frames: 4)
    expectEqual(painter.times, [0, 0.125])
    #expect(!painter.tree.needsDisplay)
  }

  @Test("calls completions in time even if nothing is drawn, and then becomes idle")
  func withoutDrawing() {
    let dial = Dial()
    let tree = LayerTree(root: dial)
    var end: Seconds?
    tree.attach(to: source)
    source.advance(to: .seconds(10))
    tree.animate(duration: 0.3) {
      dial.silent = 1
    } completion: {
      end = tree.time
    }
    source.advance(by: 10)
    expectEqual(end, 10.3)
    expectEqual(source.demand, .nothing)
  }

  @Test("has the requested frame rate")
  func rate() throws {
    painter.attach(to: source, at: FrameRateRange(maximum: 4))
    source.pump()
    painter.tree.animate(duration: 1) { painter.dial.position = 8 }
    source.pump(frames: 8)
    // When woken, it starts in the next slot, and then uses the slots of its own rate.
    expectEqual(painter.times, [0, 0.125, 0.25, 0.5, 0.75, 1])
  }

  @Test(
    "leaves its source when detached, when attached to another, and when its listener is released")
  func detached() {
    let other = VirtualFrameSource()
    painter.attach(to: source)
    painter.attach(to: other)
    #expect(source.demand == .nothing && other.demand != .nothing)
    painter.tree.detach()
    expectEqual(other.demand, .nothing)
    painter.dial.position = 3
    #expect(other.demand == .nothing && painter.tree.time == 0)

    var drawer: Painter? = Painter()
    let tree = LayerTree(root: Dial())
    if let drawer { tree.attach(to: source, for: drawer) { _, _ in } }
    drawer = nil
    source.pump(frames: 2)
    expectEqual(source.demand, .nothing)
  }

  @Test("neither keeps its source alive nor is kept alive by it")
  func lifetime() {
    weak var tree: LayerTree?
    weak var source: VirtualFrameSource?
    do {
      let owner = Painter()
      let owned = VirtualFrameSource()
      owner.attach(to: owned)
      (tree, source) = (owner.tree, owned)
      owned.pump()
      #expect(tree != nil && source != nil)
    }
    #expect(tree == nil && source == nil)
  }

  @Test("on a timer starts at the current time, not at the end of its last run")
  func onTimer() {
    let timer = VirtualTimer()
    let source = TimerFrameSource(rate: RefreshRate(hertz: 8), timer: timer)
    painter.attach(to: source)
    source.run()
    timer.now += 99.9375
    painter.tree.animate(duration: 0.5, curve: .linear) { painter.dial.position = 8 }
    source.run()
    #expect(painter.times.first == 1000 && painter.times.dropFirst().first == 1099.9375)
    expectEqual(painter.places, [0, 0, 2, 4, 6, 8])
  }
}
