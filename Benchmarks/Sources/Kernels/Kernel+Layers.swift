import AnimCore

// Ten thousand concurrent animations.
extension Kernel {
  private static let count = 10_000
  /// A duration that is longer than any measurement.
  private static let duration: Seconds = 1e6

  /// Layers with one animated property each. A frame sets the time and reads all values.
  static func layers() -> (Int) -> Void {
    let root = Layer()
    let layers = (0..<count).map { _ in DotLayer() }
    for layer in layers { root.addSublayer(layer) }
    let tree = LayerTree(root: root)
    tree.animate(duration: duration, curve: .easeInEaseOut) {
      for (index, layer) in layers.enumerated() { layer.distance = Double(index + 1) }
    }
    return { run in
      tree.update(to: Double(run) / 60)
      var sum = 0.0
      for layer in layers { sum += layer.$distance.presentation }
      keep(sum)
    }
  }

  /// The same arithmetic on plain arrays.
  static func plainArrays() -> (Int) -> Void {
    let starts = [Double](repeating: 0, count: count)
    let ends = (0..<count).map { Double($0 + 1) }
    let curve = TimingFunction.easeInEaseOut
    return { run in
      let time = Double(run) / 60
      var sum = 0.0
      for index in 0..<count {
        let progress = curve.value(at: time / duration)
        sum += starts[index] + (ends[index] - starts[index]) * progress
      }
      keep(sum)
    }
  }
}

// Sizes at which nonlinear complexity shows.
extension Kernel {
  /// Brings a layer to the front of its siblings, sends one to the back, and removes and adds one.
  static func siblings(_ count: Int) -> (Int) -> Void {
    let root = Layer()
    let tree = LayerTree(root: root)
    let layers = (0..<count).map { _ in Layer() }
    for layer in layers { root.addSublayer(layer) }
    return { run in
      let index = run &* 7_919
      root.addSublayer(layers[index % count])
      root.insertSublayer(layers[(index &+ 1) % count], at: 0)
      layers[(index &+ 2) % count].removeFromSuperlayer()
      root.addSublayer(layers[(index &+ 2) % count])
      withExtendedLifetime(tree) {}
    }
  }

  /// Inserts a layer between others, once by index and once next to another one, and removes both.
  static func insertions(_ count: Int) -> (Int) -> Void {
    let root = Layer()
    let layers = (0..<count).map { _ in Layer() }
    for layer in layers { root.addSublayer(layer) }
    let (first, second) = (Layer(), Layer())
    return { run in
      root.insertSublayer(first, at: (run &* 7919) % count)
      root.insertSublayer(second, above: layers[(run &* 104_729) % count])
      first.removeFromSuperlayer()
      second.removeFromSuperlayer()
    }
  }

  /// Adds animations to one property, and ends all of them.
  static func additive(_ count: Int) -> (Int) -> Void {
    let layer = DotLayer()
    let tree = LayerTree(root: layer)
    return { run in
      for _ in 0..<count {
        try? layer.$distance.add(
          BasicAnimation(from: 1, to: 0, isAdditive: true), forKey: nil, completion: { _ in })
      }
      tree.update(to: tree.time + 1)
    }
  }

  /// Sets a property of each of a million layers, which starts a million animations.
  static func settingMillion() -> (Int) -> Void {
    let root = Layer()
    let layers = (0..<1_000_000).map { _ in DotLayer() }
    for layer in layers { root.addSublayer(layer) }
    let tree = LayerTree(root: root)
    return { run in
      tree.animate(duration: duration) {
        for layer in layers { layer.distance = Double(run + 1) }
      }
    }
  }
}

/// A layer with one animatable property.
private final class DotLayer: Layer {
  @Animatable var distance = 0.0
}

/// Makes the compiler assume that a value is used.
@inline(never)
private func keep(_ value: Double) {
  withExtendedLifetime(value) {}
}
