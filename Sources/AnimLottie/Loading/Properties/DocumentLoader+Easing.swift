extension DocumentLoader {
  func easing(_ keyframe: JSONValue, dimensions: Int) -> Easing {
    if flag(keyframe, "h") { return .hold }
    guard let out = keyframe["o"], let `in` = keyframe["i"] else { return .linear }
    let components = [out["x"], out["y"], `in`["x"], `in`["y"]]
    let count = min(components.map { $0?.count ?? 0 }.max() ?? 1, dimensions)
    var curves: [EasingCurve] = []
    for dimension in 0..<max(count, 1) {
      var numbers: [Double] = []
      for component in components {
        guard let number = easingNumber(component, dimension) else {
          report(keyframe, .invalid, "the easing is incomplete; it is drawn as linear")
          return .linear
        }
        numbers.append(number)
      }
      // Time does not run backwards.
      curves.append(
        EasingCurve(
          out: SIMD2(min(max(numbers[0], 0), 1), numbers[1]),
          in: SIMD2(min(max(numbers[2], 0), 1), numbers[3])))
    }
    guard let first = curves.first else { return .linear }
    if !curves.allSatisfy({ $0 == first }) {
      // Dimensions beyond those in the file are eased like the first, as in lottie-web.
      while curves.count < dimensions { curves.append(first) }
      return .curves(curves)
    }
    return first.isLinear ? .linear : .curve(first)
  }

  /// Reads one number for all dimensions, or one for each; missing ones equal the first.
  private func easingNumber(_ component: JSONValue?, _ dimension: Int) -> Double? {
    guard let component else { return nil }
    guard component.isArray else { return number(component) }
    var elements = component.elements
    guard let first = elements.next() else { return nil }
    var wanted = first
    for _ in 0..<dimension { wanted = elements.next() ?? first }
    return number(wanted)
  }
}

extension EasingCurve {
  /// Whether both handles lie on the straight line.
  fileprivate var isLinear: Bool { out.x == out.y && `in`.x == `in`.y }
}
