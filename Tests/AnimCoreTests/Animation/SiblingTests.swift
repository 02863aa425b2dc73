import TestSupport
import Testing

@testable import AnimCore

/// `scripts/bench layers` and the instruction counts show how the cost grows with the number.
@Suite("Many sibling layers and animations")
struct SiblingTests {
  @Test("keep their order whatever is added, inserted, raised and removed")
  func order() {
    var generator = SeededGenerator(seed: 23)
    let parent = Layer()
    var expected: [Layer] = []
    for step in 0..<6000 {
      let index = Int(generator.unit() * Double(expected.count))
      switch step < 500 ? 0 : Int.random(in: 0..<8, using: &generator) {
      case 0, 1:
        let layer = Layer()
        parent.addSublayer(layer)
        expected.append(layer)
      case 2:
        let layer = Layer()
        parent.insertSublayer(layer, at: index)
        expected.insert(layer, at: index)
      case 3 where !expected.isEmpty:
        expected.remove(at: index).removeFromSuperlayer()
      case 4 where !expected.isEmpty:
        parent.addSublayer(expected[index])
        expected.append(expected.remove(at: index))
      case 5 where !expected.isEmpty:
        parent.insertSublayer(expected[index], at: 0)
        expected.insert(expected.remove(at: index), at: 0)
      case 6 where expected.count > 1:
        let layer = expected.remove(at: index)
        let other = Int(generator.unit() * Double(expected.count))
        parent.insertSublayer(layer, above: expected[other])
        expected.insert(layer, at: other + 1)
      case 7 where expected.count > 1:
        let layer = expected.remove(at: index)
        let other = Int(generator.unit() * Double(expected.count))
        parent.insertSublayer(layer, below: expected[other])
        expected.insert(layer, at: other)
      default: break
      }
      guard step % 50 == 0 else { continue }
      #expect(parent.sublayers.elementsEqual(expected, by: ===), "step \(step)")
    }
    while let layer = expected.popLast() { layer.removeFromSuperlayer() }
    #expect(parent.sublayers.isEmpty)
  }

  @Test("can be many, and are raised, lowered and removed together")
  func manySiblings() {
    let parent = Layer()
    let tree = LayerTree(root: parent)
    let layers = (0..<100_000).map { _ in Layer() }
    for layer in layers { parent.addSublayer(layer) }
    for layer in layers[20_000..<30_000] { parent.addSublayer(layer) }
    for layer in layers[40_000..<50_000] { parent.insertSublayer(layer, at: 0) }
    for layer in layers[60_000..<70_000] { layer.removeFromSuperlayer() }
    #expect(parent.sublayers.count == 90_000 && parent.sublayers.last === layers[29_999])
    #expect(parent.sublayers.first === layers[49_999])
    withExtendedLifetime(tree) {}
  }

  @Test("keep their order after many insertions at one place and elsewhere")
  func insertion() {
    let parent = Layer()
    for _ in 0..<100_000 { parent.addSublayer(Layer()) }
    var generator = SeededGenerator(seed: 41)
    let (first, last) = (parent.sublayers[50_000], parent.sublayers[50_001])
    var expected: [Layer] = []
    for _ in 0..<20_000 {
      let index = Int(generator.unit() * 90_000)
      parent.insertSublayer(Layer(), at: index < 45_000 ? index : index + 50_000)
    }
    for index in 0..<20_000 {
      let layer = Layer()
      parent.insertSublayer(layer, above: first)
      expected.insert(layer, at: 0)
      if index % 2 == 0 { continue }
      expected.removeFirst().removeFromSuperlayer()
    }
    expectEqual(parent.sublayers.count, 130_000)
    let place = parent.sublayers.firstIndex { $0 === first } ?? 0
    #expect(parent.sublayers[(place + 1)...].prefix(10_000).elementsEqual(expected, by: ===))
    #expect(parent.sublayers[place + 10_001] === last)
  }

  @Test("that are additive on one property are added up and end together")
  func additive() throws {
    let fixture = DialTree()
    let count = 16_000
    var ends = 0
    for index in 0..<count {
      try fixture.dial.$position.add(
        BasicAnimation(
          from: 1, to: 1, timing: MediaTiming(duration: Double(index % 7 + 1)), isAdditive: true),
        forKey: nil, completion: { _ in ends += 1 })
    }
    fixture.tree.update(to: 0.5)
    expectEqual(fixture.dial.$position.presentation, Double(count))
    fixture.tree.update(to: 10)
    #expect(ends == count && fixture.dial.$position.presentation == 0)
  }

  @Test("that are named on one property end together")
  func named() throws {
    let fixture = DialTree()
    let count = 16_000
    for index in 0..<count {
      try fixture.dial.$position.add(
        BasicAnimation(from: 1, to: 1, timing: MediaTiming(duration: 1), isAdditive: true),
        forKey: .named("\(index)"))
    }
    fixture.dial.removeAnimation(forKey: "77")
    fixture.tree.update(to: 10)
    #expect(fixture.dial.animationKeys.isEmpty)
  }
}

@Suite("Deeply nested")
struct DepthTests {
  @Test("layers are nested no deeper than the maximum, whichever is added first")
  func layers() {
    let root = Layer()
    var last = root
    for _ in 0..<20_000 {
      let next = Layer()
      let isAdded = last.addSublayer(next)
      expectEqual(isAdded, (next.superlayer != nil))
      guard isAdded else { break }
      last = next
    }
    var depth = 1
    var layer = last
    while let outer = layer.superlayer { (layer, depth) = (outer, depth + 1) }
    expectEqual(depth, Layer.maximumDepth)
    #expect(!last.addSublayer(root) && !last.insertSublayer(Layer(), above: root))
    #expect(root.addSublayer(root.sublayers[0]))

    // From the innermost layer out.
    var inner = Layer()
    var all = [inner]
    for _ in 0..<20_000 {
      let outer = Layer()
      all.append(outer)
      outer.addSublayer(inner)
      guard inner.superlayer != nil else { break }
      inner = outer
    }
    expectEqual(all.count, Layer.maximumDepth + 1)
    // Once the innermost are gone, there is room again.
    all[1].removeFromSuperlayer()
    let outer = Layer()
    outer.addSublayer(inner)
    #expect(inner.superlayer === outer)
    LayerTree(root: outer).update(to: 1)
  }

  @Test("groups are rejected with an error")
  func groups() throws {
    let fixture = DialTree()
    func nested(_ levels: Int) -> AnimationGroup {
      var group = AnimationGroup()
      group.add(BasicAnimation(from: 0, to: 1), to: fixture.dial.$position)
      for _ in 1..<levels {
        var outer = AnimationGroup()
        outer.add(group)
        group = outer
      }
      return group
    }
    try fixture.dial.add(nested(AnimationGroup.maximumDepth))
    for levels in [AnimationGroup.maximumDepth + 1, 20_000] {
      #expect(throws: AnimationError.groupTooDeep(maximum: AnimationGroup.maximumDepth)) {
        try fixture.dial.add(nested(levels))
      }
    }
  }
}
