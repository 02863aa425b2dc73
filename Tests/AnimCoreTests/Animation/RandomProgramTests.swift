import TestSupport
import Testing

@testable import AnimCore

@Suite("Random programs of animations")
struct RandomProgramTests {
  /// Layers whose callbacks change everything that can be changed, until there were enough of them.
  private final class Program {
    private let outer = Layer()
    private let dials = [Dial(), Dial(), Dial()]
    private let tree: LayerTree
    private let seed: UInt64
    private var remaining = 40
    private var count = 0
    private(set) var log: [String] = []

    init(seed: UInt64) {
      self.seed = seed
      let root = Layer()
      root.addSublayer(outer)
      outer.addSublayer(dials[0])
      root.addSublayer(dials[1])
      dials[1].addSublayer(dials[2])
      tree = LayerTree(root: root)
      tree.update(to: 0)
      act("start", 6)
    }

    /// Makes changes that depend only on the seed and on which callback it is.
    private func act(_ name: String, _ times: Int) {
      guard remaining > 0 else { return }
      remaining -= 1
      var generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(remaining))
      for _ in 0..<times { change(&generator) }
    }

    private func called(_ name: String) {
      log.append("\(name) at \(tree.time)")
      act(name, 2)
    }

    private func change(_ generator: inout SeededGenerator) {
      let dial = dials[Int.random(in: 0..<3, using: &generator)]
      // Eighths of a second, so that many events come at the same instant.
      let duration = Double(Int.random(in: 1...12, using: &generator)) / 8
      let value = Double(Int.random(in: 0...9, using: &generator))
      count += 1
      let name = "\(count)"
      switch Int.random(in: 0..<12, using: &generator) {
      case 0, 1:
        tree.animate(duration: duration) {
          dial.position = value
        } completion: { [weak self] in
          self?.called("\(name) position")
        }
      case 2:
        tree.run(Transaction(duration: duration, retargeting: .keepVelocity)) {
          dial.place = Point(x: value, y: 1)
        } completion: { [weak self] in
          self?.called("\(name) place")
        }
      case 3, 4:
        let timing = MediaTiming(
          beginTime: Double(Int.random(in: 0...4, using: &generator)) / 8, duration: duration,
          repeatCount: Double(Int.random(in: 0...2, using: &generator)),
          autoreverses: Bool.random(using: &generator))
        try? dial.$position.add(
          BasicAnimation(from: 0, to: value, timing: timing), forKey: .named("\(Int(value) % 3)")
        ) { [weak self] ending in
          self?.called("\(name) explicit \(ending)")
        } began: { [weak self] in
          self?.called("\(name) explicit began")
        }
      case 5:
        var group = AnimationGroup(timing: MediaTiming(duration: duration))
        group.add(
          BasicAnimation(from: .zero, to: .degrees(value), timing: MediaTiming(duration: 0.25)),
          to: dial.$angle, completion: { [weak self] in self?.called("\(name) member \($0)") })
        try? dial.add(group, completion: { [weak self] in self?.called("\(name) group \($0)") })
      case 6:
        let speed = [0.5, 1, 2][Int.random(in: 0..<3, using: &generator)]
        dial.setTiming(LayerTiming(speed: speed, timeOffset: value / 8))
      case 7:
        outer.setTiming(LayerTiming(timeOffset: value / 8))
      case 8:
        dial.pause()
      case 9:
        for dial in dials { dial.resume() }
      case 10:
        dial.removeAnimation(forKey: .named("\(Int(value) % 3)"))
      default:
        let animator = PropertyAnimator(tree: tree, duration: duration, curve: .linear) {
          dial.opacity = value
        }
        animator.addCompletion { [weak self] in self?.called("\(name) animator \($0)") }
        animator.startAnimation()
      }
    }

    func step(to time: Seconds) { tree.update(to: time) }

    var values: [Double] {
      dials.flatMap {
        [
          $0.$position.presentation, $0.$angle.presentation.radians, $0.$place.presentation.x,
          $0.$opacity.presentation, $0.time,
        ]
      }
    }
  }

  @Test("tell the same events at the same times, and show the same, stepped or sought")
  func stepsAndSeeks() {
    var generator = SeededGenerator(seed: 17)
    var events = 0
    for seed in 0..<800 {
      let target = 1 + generator.unit() * 8
      // Some of the steps are at the instants of events.
      let steps = (0..<40).map { index in
        let time = generator.unit() * target
        return index % 2 == 0 ? time : (time * 8).rounded(.down) / 8
      }
      let stepped = Program(seed: UInt64(seed))
      for time in steps.sorted() { stepped.step(to: time) }
      stepped.step(to: target)
      let sought = Program(seed: UInt64(seed))
      sought.step(to: target)
      #expect(stepped.log == sought.log, "seed \(seed)")
      #expect(stepped.values == sought.values, "seed \(seed)")
      events += stepped.log.count
    }
    #expect(events > 10_000)
  }

  @Test("tell and show what they did before")
  func kept() throws {
    let items = (0..<80).map { seed in
      let program = Program(seed: UInt64(seed))
      var hashes: [UInt64] = []
      for step in 0..<60 {
        program.step(to: Double(step) * 0.09)
        hashes += program.values.map(\.bitPattern)
      }
      hashes.append(Kept.hash(program.log.joined(separator: "\n")))
      return (name: "program \(seed)", hash: Kept.hash(hashes))
    }
    try Kept.compare(items, with: "programs.json")
  }
}
