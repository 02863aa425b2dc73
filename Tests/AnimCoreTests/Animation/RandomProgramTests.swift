import TestSupport
import Testing

@testable import AnimCore

@Suite("Random programs of animations")
struct RandomProgramTests {
  /// Layers whose callbacks change everything that can be changed, until a number of changes is
  /// reached.
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
      // Eighths of a second, so that many events occur at the same instant.
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
          delay: Double(Int.random(in: 0...4, using: &generator)) / 8, duration: duration,
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
          to: dial.$angle)
        try? dial.add(
          group, completion: { [weak self] in self?.called("\(name) group \($0)") },
          onMember: { [weak self] _, event in
            if case .ended(let ending) = event { self?.called("\(name) member \(ending)") }
          })
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

  /// Property animators that are controlled in every way, along with other changes of the same
  /// properties.
  private final class ControlledProgram {
    private let root = Layer()
    private let dials = [Dial(), Dial(), Dial()]
    private let tree: LayerTree
    private var animators: [PropertyAnimator] = []
    private var generator: SeededGenerator
    private(set) var log: [String] = []
    /// The number of the last step.
    private(set) var last = 0

    init(seed: UInt64) {
      generator = SeededGenerator(seed: seed &* 7_919 &+ 3)
      for dial in dials { root.addSublayer(dial) }
      dials[1].addSublayer(dials[2])
      tree = LayerTree(root: root)
      for _ in 0..<2 { addAnimator() }
    }

    private func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &generator)]
    }

    private func change() {
      let (dial, value) = (pick(dials), pick([-3.0, 0, 1, 2.5, 8]))
      switch pick([0, 1, 2, 3]) {
      case 0: dial.position = value
      case 1: dial.place = Point(x: value, y: 2 * value)
      case 2: dial.angle = .degrees(value * 100)
      default: dial.opacity = value
      }
    }

    private func addAnimator() {
      let curves: [AnimationCurve] = [
        .linear, .easeIn, .easeInEaseOut, .spring(duration: 0.6, bounce: 0.4), .steps(3),
      ]
      let animator = PropertyAnimator(
        tree: tree, duration: pick([0, 0.5, 1, 2.25]), curve: pick(curves)
      ) { [unowned self] in
        change()
        change()
      }
      let number = animators.count
      animator.addCompletion { [unowned self] in log.append("\(number) ends at \($0) \(tree.time)")
      }
      animators.append(animator)
    }

    private var timing: MediaTiming {
      MediaTiming(
        delay: pick([0, 0, 0.4]), duration: pick([0.3, 1]), speed: pick([1, 1, -1, 2]),
        timeOffset: pick([0, 0, 0.2]), repeatCount: pick([1, 2.5]),
        autoreverses: pick([true, false]),
        fillMode: pick([.removed, .forwards, .backwards, .both]))
    }

    private func note(_ name: String) -> (AnimationCompletionReason) -> Void {
      { [unowned self] in log.append("\(name) \($0) \(tree.time)") }
    }

    private func addExplicit(to dial: Dial) {
      let number = log.count
      let isKept = pick([true, false])
      let key: AnimationKey? = pick([nil, "a", "b"])
      let began = { [unowned self] in log.append("\(number) begins \(tree.time)") }
      switch pick([0, 1, 2]) {
      case 0:
        try? dial.$position.add(
          BasicAnimation(
            from: pick([nil, 1]), to: 6, timing: timing, isAdditive: pick([true, false]),
            isRemovedOnCompletion: !isKept), forKey: key, completion: note("\(number)"),
          began: began)
      case 1:
        try? dial.$place.add(
          KeyframeAnimation(
            values: [Point(x: 0, y: 1), Point(x: 4, y: 0), Point(x: 5, y: 9)],
            calculationMode: pick([.linear, .paced, .cubic, .cubicPaced]),
            keyTimes: pick([nil, [0, 0.7, 1]]), curves: pick([[], [.easeIn, .easeOut]]),
            timing: timing,
            isAdditive: pick([true, false]), isCumulative: pick([true, false]),
            isRemovedOnCompletion: !isKept), forKey: key, completion: note("\(number)"),
          began: began)
      default:
        var path = Path()
        path.move(to: Point(x: 0, y: 0))
        path.addLine(to: Point(x: 8, y: 3))
        path.addLine(to: Point(x: 2, y: 9))
        try? dial.$angle.add(
          PathAnimation(
            turningAlong: path, offset: .degrees(20), timing: timing, isRemovedOnCompletion: !isKept
          ),
          forKey: key, completion: note("\(number)"), began: began)
      }
    }

    private func addGroup(to dial: Dial) {
      let number = log.count
      var inner = AnimationGroup(timing: timing, curve: pick([nil, .easeIn]))
      inner.add(BasicAnimation(from: 1, to: 5, timing: timing), to: dial.$opacity)
      var group = AnimationGroup(
        timing: timing, curve: pick([nil, .easeOut]), isRemovedOnCompletion: pick([true, false]))
      group.add(BasicAnimation(from: -1, to: 5, timing: timing), to: dial.$position)
      group.add(inner)
      let opacity = dial.$opacity
      let noteMember = note("\(number) member")
      try? dial.add(
        group, forKey: pick([nil, "a"]), completion: note("\(number) group"),
        onMember: { property, event in
          if case .ended(let ending) = event, property === opacity { noteMember(ending) }
        })
    }

    private func step() {
      let animator = pick(animators)
      let dial = pick(dials)
      last = pick(Array(0..<28))
      switch last {
      case 0: animator.startAnimation()
      case 1: animator.startAnimation(afterDelay: pick([-1, 0.25, 1]))
      case 2, 3: animator.pauseAnimation()
      case 4: animator.continueAnimation()
      case 5: animator.continueAnimation(durationFactor: pick([0, 0.5, 3]))
      case 6:
        animator.continueAnimation(with: pick([.easeOut, .spring(duration: 0.4), .linear]))
      case 7, 8: animator.fractionComplete = pick([-0.5, 0, 0.25, 0.6, 1, 1.5])
      case 9, 10: animator.isReversed.toggle()
      case 11: animator.stopAnimation()
      case 12: animator.finishAnimation(at: pick([.start, .end, .current]))
      case 13, 14: animator.addAnimations { [unowned self] in change() }
      case 15: addAnimator()
      case 16: tree.animate(duration: 0.5) { change() }
      case 17:
        let transaction = Transaction(
          duration: 0.75, delay: pick([nil, 0.2]), curve: pick([nil, .easeIn]),
          retargeting: .keepVelocity)
        tree.run(transaction) {
          tree.run(Transaction(duration: pick([nil, 0.3]), curve: pick([nil, .easeOut]))) {
            change()
          }
        }
      case 18:
        dial.setTiming(LayerTiming(beginTime: tree.time, speed: pick([-1, 0, 0.5, 2])))
      case 19: pick([dial.pause, dial.resume])()
      case 20: root.insertSublayer(pick([dials[0], dials[1]]), at: pick([0, 1, 2]))
      case 21:
        pick([dial.removeAllAnimations, tree.removeAllAnimations, dials[0].removeFromSuperlayer])()
      case 22, 23: addExplicit(to: dial)
      case 24: addGroup(to: dial)
      default: break
      }
    }

    /// The presentation values of the layers in the tree.
    private var shown: [Double] {
      dials.filter { $0.tree != nil }.flatMap {
        [
          $0.$position.presentation, $0.$angle.presentation.radians, $0.$place.presentation.x,
          $0.$place.presentation.y, $0.$opacity.presentation,
        ]
      }
    }

    private var order: [Int] {
      root.sublayers.map { layer in dials.firstIndex { $0 === layer } ?? -1 }
    }

    /// Performs one step, and then advances the time in several parts, or sets it back.
    /// - Returns: Whether the tree needs display whenever its image has changed.
    func run(parts: Int) -> Bool {
      tree.didDisplay()
      let (before, orderBefore) = (shown, order)
      step()
      let (start, move) = (tree.time, pick([0, 0, 0.125, 0.1, 0.5, 1.75, -0.3]))
      if move > 0 {
        for part in 1..<parts { tree.update(to: start + move * Double(part) / Double(parts)) }
      }
      tree.update(to: max(start + move, 0))
      return tree.needsDisplay || (shown == before && order == orderBefore)
    }

    /// The presentation values, their rates of change, and the state of the animators.
    var state: [Double] {
      dials.filter { $0.tree != nil }.flatMap {
        [$0.$position.velocity, $0.$place.velocity.dx, $0.$angle.velocity.radians]
      } + shown + animators.flatMap { [$0.fractionComplete, $0.isRunning ? 1 : 0] }
    }
  }

  @Test(
    "have the same values and events in large steps and small ones, however they are controlled, and are drawn"
  )
  func controlled() {
    for seed in 0..<120 {
      let program = ControlledProgram(seed: UInt64(seed))
      let finer = ControlledProgram(seed: UInt64(seed))
      for step in 0..<50 {
        let isDrawn = program.run(parts: 1)
        if !isDrawn { Issue.record("seed \(seed), step \(step) of kind \(program.last)") }
        _ = finer.run(parts: 3)
        expectEqual(
          program.state, finer.state, "seed \(seed), step \(step) of kind \(program.last)")
      }
      expectEqual(program.log, finer.log, "seed \(seed)")
    }
  }

  @Test("have the same events and images when they are stepped and when they are sought")
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
      expectEqual(stepped.log, sought.log, "seed \(seed)")
      expectEqual(stepped.values, sought.values, "seed \(seed)")
      events += stepped.log.count
    }
    #expect(events > 10_000)
  }
}
