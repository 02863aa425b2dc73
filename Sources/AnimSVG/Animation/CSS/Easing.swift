import AnimCore

/// A CSS easing function, which maps the input progress of an animation to its output progress.
enum CSSEasing: Hashable, Sendable {
  case bezier(CubicBezier)
  case steps(Int, Jump)
  /// A piecewise linear function through these points, ordered by input.
  case linear([Point])

  enum Jump: String, Sendable {
    case start = "jump-start"
    case end = "jump-end"
    case none = "jump-none"
    case both = "jump-both"
  }

  struct Point: Hashable, Sendable {
    var input: Double
    var output: Double
  }

  static let ease = CSSEasing.bezier(CubicBezier(0.25, 0.1, 0.25, 1))
  static let identity = CSSEasing.linear([])

  /// Returns the output for an input from 0 to 1.
  ///
  /// - Parameter isBefore: Whether the animation hasn't started yet. At 0, a jump at the start then
  ///   hasn't happened.
  func value(at input: Double, isBefore: Bool = false) -> Double {
    switch self {
    case .bezier(let curve): return curve.value(at: input)
    case .steps(let count, let jump): return step(input, count, jump, isBefore)
    case .linear(let points): return points.isEmpty ? input : Self.interpolated(input, points)
    }
  }

  private func step(_ input: Double, _ count: Int, _ jump: Jump, _ isBefore: Bool) -> Double {
    let scaled = input * Double(count)
    var step = scaled.rounded(.down)
    if jump == .start || jump == .both { step += 1 }
    if isBefore, scaled == scaled.rounded() { step -= 1 }
    let jumps: Double
    switch jump {
    case .start, .end: jumps = Double(count)
    case .none: jumps = Double(count - 1)
    case .both: jumps = Double(count + 1)
    }
    return min(max(step, 0), jumps) / jumps
  }

  /// Interpolates between points. The first and the last line extend beyond the points (CSS Easing
  /// 2).
  private static func interpolated(_ input: Double, _ points: [Point]) -> Double {
    guard points.count > 1 else { return points[0].output }
    var index = points.lastIndex { $0.input <= input } ?? 0
    index = min(index, points.count - 2)
    let (from, to) = (points[index], points[index + 1])
    guard to.input > from.input else { return to.output }
    return from.output + (to.output - from.output) * (input - from.input) / (to.input - from.input)
  }
}

// MARK: - Texts

extension CSSEasing {
  init?(_ text: String) throws(ParsingLimit) {
    switch text.trimmingSpace.lowercased() {
    case "linear": self = .identity
    case "ease": self = .ease
    case "ease-in": self = .bezier(CubicBezier(0.42, 0, 1, 1))
    case "ease-out": self = .bezier(CubicBezier(0, 0, 0.58, 1))
    case "ease-in-out": self = .bezier(CubicBezier(0.42, 0, 0.58, 1))
    case "step-start": self = .steps(1, .start)
    case "step-end": self = .steps(1, .end)
    case let text:
      var scanner = TextScanner(text)
      guard let name = scanner.name(), scanner.skips(UInt8(ascii: "(")), text.hasSuffix(")") else {
        return nil
      }
      let arguments = String(scanner.rest.dropLast())
      switch name {
      case "cubic-bezier": self.init(bezier: arguments)
      case "steps": try self.init(steps: arguments)
      case "linear": try self.init(linear: arguments)
      default: return nil
      }
    }
  }

  private init?(bezier arguments: String) {
    var scanner = TextScanner(arguments)
    let numbers = scanner.numbers(limit: 5)
    guard numbers.count == 4, scanner.isAtEnd, (0...1).contains(numbers[0]),
      (0...1).contains(numbers[2]), numbers.allSatisfy(\.isFinite)
    else { return nil }
    self = .bezier(CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3]))
  }

  private init?(steps arguments: String) throws(ParsingLimit) {
    let parts = ComponentList.parts(arguments)
    guard (1...2).contains(parts.count), let count = Int(parts[0]), count > 0 else {
      return nil
    }
    try ParsingLimit.easingSteps.check(count)
    var jump = Jump.end
    if parts.count == 2 {
      switch parts[1] {
      case "start": jump = .start
      case "end": jump = .end
      case let word:
        guard let other = Jump(rawValue: word) else { return nil }
        jump = other
      }
    }
    guard jump != .none || count > 1 else { return nil }
    self = .steps(count, jump)
  }

  /// Parses the stops of `linear()`, each with an output and up to two inputs in percent. Missing
  /// inputs are spaced evenly.
  private init?(linear arguments: String) throws(ParsingLimit) {
    var stops: [(input: Double?, output: Double)] = []
    for part in ComponentList.parts(arguments) {
      var output: Double?
      var inputs: [Double] = []
      for word in ComponentList.words(part) {
        var scanner = TextScanner(word)
        guard let number = scanner.number(), number.isFinite else { return nil }
        if scanner.skips(UInt8(ascii: "%")) {
          inputs.append(number / 100)
        } else if output == nil {
          output = number
        } else {
          return nil
        }
        guard scanner.isAtEnd else { return nil }
      }
      guard let output, inputs.count <= 2 else { return nil }
      if inputs.isEmpty { stops.append((nil, output)) }
      for input in inputs { stops.append((input, output)) }
    }
    guard stops.count > 1 else { return nil }
    try ParsingLimit.easingStops.check(stops.count)
    stops[0].input = stops[0].input ?? 0
    stops[stops.count - 1].input = stops[stops.count - 1].input ?? 1
    var points: [Point] = []
    var largest = -Double.infinity
    var index = 0
    while index < stops.count {
      if let input = stops[index].input {
        largest = max(largest, input)
        points.append(Point(input: largest, output: stops[index].output))
        index += 1
        continue
      }
      guard let next = stops[index...].firstIndex(where: { $0.input != nil }) else { return nil }
      let target = max(largest, stops[next].input ?? largest)
      let step = (target - largest) / Double(next - index + 1)
      for offset in index..<next {
        points.append(
          Point(input: largest + step * Double(offset - index + 1), output: stops[offset].output))
      }
      index = next
    }
    self = .linear(points)
  }
}
