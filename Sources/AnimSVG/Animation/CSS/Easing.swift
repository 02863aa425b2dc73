import AnimCore

// The easing functions of CSS.
extension TimingFunction {
  init?(css text: String) throws(ParsingLimit) {
    switch text.trimmingSpace.lowercased() {
    case "linear": self = .linear
    case "ease": self = .standard
    case "ease-in": self = .easeIn
    case "ease-out": self = .easeOut
    case "ease-in-out": self = .easeInEaseOut
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
    self = .cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  private init?(steps arguments: String) throws(ParsingLimit) {
    let parts = ComponentList.parts(arguments)
    guard (1...2).contains(parts.count), let count = Int(parts[0]), count > 0 else {
      return nil
    }
    try ParsingLimit.easingSteps.check(count)
    let position: StepPosition
    switch parts.count == 2 ? parts[1] : "end" {
    case "start", "jump-start": position = .start
    case "end", "jump-end": position = .end
    case "jump-none" where count > 1: position = .none
    case "jump-both": position = .both
    default: return nil
    }
    self = .steps(count, position)
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
        points.append(Point(x: largest, y: stops[index].output))
        index += 1
        continue
      }
      guard let next = stops[index...].firstIndex(where: { $0.input != nil }) else { return nil }
      let target = max(largest, stops[next].input ?? largest)
      let step = (target - largest) / Double(next - index + 1)
      for offset in index..<next {
        points.append(
          Point(x: largest + step * Double(offset - index + 1), y: stops[offset].output))
      }
      index = next
    }
    self = .linear(through: points)
  }
}
