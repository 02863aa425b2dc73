import AnimCore
import AnimGraphics

/// An animation element, compiled.
struct SMILAnimation: Sendable {
  /// The animation element.
  let element: Int
  /// The animated element.
  let target: Int
  let timing: TimingAttributes
  /// The effect, or `nil` for an animation that only serves as a syncbase of others.
  let effect: Effect?

  enum Effect: Sendable {
    case value(AnimationSubject, AnimationFunction<StyleValue>)
    /// An animation of an entire transform attribute.
    case transform(AttributeName, AnimationFunction<TransformNumbers>)
    case motion(MotionFunction)
    case discard
  }
}

/// Compiles the animation elements of a document.
struct SMILReader {
  private let document: SVGDocument
  private let still: StillDocument
  private(set) var animations: [SMILAnimation] = []
  private(set) var diagnostics = DiagnosticList()

  /// The maximum number of values of all animations together.
  private static let maximumValues = 1 << 20
  private var valueCount = 0
  /// The maximum number of times in all lists of begins and ends together.
  private static let maximumTimes = 1 << 16
  private var timeCount = 0
  private var routes = MotionRoutes()

  init(_ document: SVGDocument, _ still: StillDocument) {
    self.document = document
    self.still = still
    for element in document.nodes.indices {
      switch document[element].name {
      case .animate, .animateColor, .animateMotion, .animateTransform, .set, .discard: read(element)
      default: break
      }
    }
  }

  private mutating func report(
    _ reason: AnimationFault, _ name: AttributeName, _ element: Int
  ) {
    diagnostics.append(reason, at: document.position(of: name, of: element))
  }

  /// Counts the values of an animation. Returns whether the limit allows reading them, and reports
  /// it if not.
  private mutating func counts(
    _ count: Int, _ name: AttributeName, of element: Int
  ) -> Bool {
    valueCount += count
    if valueCount <= Self.maximumValues { return true }
    report(.tooManyValues, name, element)
    return false
  }

  private mutating func read(_ element: Int) {
    let timing = timing(of: element)
    let target: Int?
    if document.attribute(.href, of: element) != nil {
      target = document.target(ofHrefOf: element)
    } else {
      target = document[element].parent
    }
    guard let target else {
      report(.noTarget, .href, element)
      animations.append(
        SMILAnimation(element: element, target: SVGDocument.root, timing: timing, effect: nil))
      return
    }
    // Without an effect, the element still begins and ends, and others may wait for that.
    let isEffective = document.conditionsHold(element)
    animations.append(
      SMILAnimation(
        element: element, target: target, timing: timing,
        effect: isEffective ? effect(of: element, on: target) : nil))
  }

  // MARK: Timing

  private mutating func timing(of element: Int) -> TimingAttributes {
    var timing = TimingAttributes()
    if let begin = document.attribute(.begin, of: element) {
      timing.begins = conditions(begin, .begin, element)
    }
    if document[element].name == .discard {
      timing.restart = .never
      return timing
    }
    if let end = document.attribute(.end, of: element) {
      timing.ends = conditions(end, .end, element)
    }
    timing.setDurations(
      duration: document.attribute(.dur, of: element),
      repeatCount: document.attribute(.repeatCount, of: element),
      repeatDuration: document.attribute(.repeatDur, of: element),
      least: document.attribute(.min, of: element), most: document.attribute(.max, of: element))
    switch document.attribute(.restart, of: element)?.trimmingSpace {
    case "never": timing.restart = .never
    case "whenNotActive": timing.restart = .whenNotActive
    default: timing.restart = .always
    }
    timing.freezes = document.attribute(.fill, of: element)?.trimmingSpace == "freeze"
    return timing
  }

  private mutating func conditions(
    _ text: String, _ name: AttributeName, _ element: Int
  ) -> [TimeCondition] {
    var errors: [TimeConditionError] = []
    let rest = Self.maximumTimes - timeCount
    let (conditions, isComplete) = TimeCondition.list(text, limit: rest) { errors.append($0) }
    timeCount += conditions.count + errors.count
    if !isComplete { report(.tooManyTimes, name, element) }
    for error in errors {
      switch error {
      case .wallclock(let text): report(.wallclock(text), name, element)
      case .syntax(let text): report(.badTime(text), name, element)
      }
    }
    return conditions
  }

  // MARK: Values

  private mutating func effect(of element: Int, on target: Int) -> SMILAnimation.Effect? {
    switch document[element].name {
    case .discard: return .discard
    case .animateMotion: return motion(of: element, on: target)
    default: break
    }
    let name = attributeName(of: element)
    guard let subject = AnimationSubject(named: name) else {
      report(.unknownAttribute(name), .attributeName, element)
      return nil
    }
    let targetName = document[target].name
    if document[element].name == .animateTransform {
      switch AttributeName(name) {
      case .transform? where targetName.transformAttribute == .transform:
        return transform(.transform, of: element)
      case .gradientTransform?: return transform(.gradientTransform, of: element)
      case .patternTransform?: return transform(.patternTransform, of: element)
      default: break
      }
    } else if let grammar = grammar(of: subject, on: targetName) {
      let still = still
      let function = function(of: element) {
        still.resolve($0, AttributeName(name)?.axis ?? .diagonal, at: target)
      } parse: { text throws(ParsingLimit) in
        try grammar.parse(text, nil)?.inSRGB
      }
      return function.map { .value(subject, $0) }
    }
    report(.fixedAttribute(name), .attributeName, element)
    return nil
  }

  /// Returns the syntax of an attribute's values, or `nil` if it can't be animated.
  private func grammar(of subject: AnimationSubject, on target: ElementName) -> Grammar? {
    switch subject {
    case .property(let property):
      if property.attribute == .transform || property.attribute == .xmlSpace { return nil }
      return Grammar { text throws(ParsingLimit) in
        if let value = try StyleValue(property, text) { return value }
        // A negative difference of a property that is positive.
        guard text.hasPrefix("-"), let value = try StyleValue(property, String(text.dropFirst()))
        else { return nil }
        return value.zero?.adding(value, times: -1)
      }
    case .attribute(let name): return name.grammar(on: target)
    case .motion, .discard: return nil
    }
  }

  private func attributeName(of element: Int) -> String {
    let text = document.attribute(.attributeName, of: element)?.trimmingSpace ?? ""
    if text.isEmpty, document[element].name == .animateTransform { return "transform" }
    return text.hasPrefix("xlink:") ? String(text.dropFirst(6)) : text
  }

  private mutating func transform(
    _ name: AttributeName, of element: Int
  ) -> SMILAnimation.Effect? {
    let type = document.attribute(.type, of: element)?.trimmingSpace ?? "translate"
    guard let function = TransformNumbers.Function(rawValue: type) else {
      report(.badTransform(type), .type, element)
      return nil
    }
    let animation: AnimationFunction<TransformNumbers>? = self.function(of: element) {
      $0.absolute ?? 0
    } parse: { text in
      var scanner = TextScanner(text)
      let numbers = scanner.numbers(limit: 4)
      guard scanner.isAtEnd, numbers.allSatisfy(\.isFinite) else { return nil }
      return TransformNumbers(function, numbers)
    }
    return animation.map { .transform(name, $0) }
  }

  /// Returns the function that `values`, `from`, `to` and `by` describe, or `nil` with a diagnostic
  /// if they are invalid.
  ///
  /// - Parameter resolve: A closure that returns a length in user units.
  private mutating func function<Value: AnimationQuantity>(
    of element: Int, resolve: (Length) -> Double, parse: (String) throws(ParsingLimit) -> Value?
  ) -> AnimationFunction<Value>? {
    func value(_ name: AttributeName, _ element: Int, _ reader: inout SMILReader) -> Value?? {
      guard let text = reader.document.attribute(name, of: element) else { return .some(nil) }
      do throws(ParsingLimit) {
        if let value = try parse(text.trimmingSpace) { return .some(value) }
        reader.report(.badValue(text), name, element)
      } catch {
        reader.report(.exceeds(error), name, element)
      }
      return nil
    }
    if document[element].name == .set {
      guard let to = value(.to, element, &self) else { return nil }
      guard let to else {
        report(.noValues, .to, element)
        return nil
      }
      return make(.list([to]), of: element, mode: .discrete, isAdditive: false, resolve)
    }
    let mode = calcMode(of: element) ?? .linear
    let isAdditive = document.attribute(.additive, of: element)?.trimmingSpace == "sum"
    if let text = document.attribute(.values, of: element) {
      guard let list = list(text, of: element, parse: parse) else { return nil }
      return make(.list(list), of: element, mode: mode, isAdditive: isAdditive, resolve)
    }
    guard let from = value(.from, element, &self), let to = value(.to, element, &self),
      let by = value(.by, element, &self)
    else { return nil }
    switch (from, to, by) {
    case (let from?, let to?, _):
      return make(.list([from, to]), of: element, mode: mode, isAdditive: isAdditive, resolve)
    case (nil, let to?, _):
      return make(.to(to), of: element, mode: mode, isAdditive: false, resolve)
    case (let from?, nil, let by?):
      guard let to = from.adding(by, times: 1) else { break }
      return make(.list([from, to]), of: element, mode: mode, isAdditive: isAdditive, resolve)
    case (nil, nil, let by?):
      guard let zero = by.zero else { break }
      return make(.list([zero, by]), of: element, mode: mode, isAdditive: true, resolve)
    case (_, nil, nil): break
    }
    report(.noValues, .values, element)
    return nil
  }

  private mutating func list<Value>(
    _ text: String, of element: Int, parse: (String) throws(ParsingLimit) -> Value?
  ) -> [Value]? {
    guard counts(Self.entryCount(text), .values, of: element) else { return nil }
    let entries = Self.entries(text)
    guard !entries.isEmpty else {
      report(.noValues, .values, element)
      return nil
    }
    var list: [Value] = []
    for entry in entries {
      do throws(ParsingLimit) {
        guard let value = try parse(entry) else {
          report(.badValue(entry), .values, element)
          return nil
        }
        list.append(value)
      } catch {
        report(.exceeds(error), .values, element)
        return nil
      }
    }
    return list
  }

  /// Returns the number of entries of a list, at least one, without splitting it.
  private static func entryCount(_ text: String) -> Int {
    text.utf8.reduce(1) { $1 == UInt8(ascii: ";") ? $0 + 1 : $0 }
  }

  /// Returns the parts between semicolons. A final semicolon is allowed.
  private static func entries(_ text: String) -> [String] {
    var entries = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self).trimmingSpace }
    if entries.last == "" { entries.removeLast() }
    return entries
  }

  private mutating func make<Value: AnimationQuantity>(
    _ values: AnimationFunction<Value>.Values, of element: Int, mode: CalcMode, isAdditive: Bool,
    _ resolve: (Length) -> Double
  ) -> AnimationFunction<Value>? {
    let isSet = document[element].name == .set
    guard
      let schedule = schedule(
        count: AnimationFunction.count(values), mode: mode, of: element, hasKeys: !isSet,
        distances: { AnimationFunction.distances(values, resolve) })
    else { return nil }
    let accumulates =
      !isSet && document.attribute(.accumulate, of: element)?.trimmingSpace == "sum"
    return AnimationFunction(
      values, schedule: schedule, isAdditive: isAdditive, accumulates: accumulates)
  }

  // MARK: Key times

  private func calcMode(of element: Int) -> CalcMode? {
    document.attribute(.calcMode, of: element).flatMap { CalcMode(rawValue: $0.trimmingSpace) }
  }

  private mutating func schedule(
    count: Int, mode: CalcMode, of element: Int, hasKeys: Bool = true,
    distances: () -> [Double]?
  ) -> KeySchedule? {
    var keyTimes: [Double]?
    var keySplines: [TimingFunction]?
    if hasKeys, mode != .paced, let text = document.attribute(.keyTimes, of: element) {
      // More of them than values would be an error in any case.
      keyTimes = Self.entryCount(text) <= count + 1 ? Self.numbers(text) : nil
      if keyTimes == nil {
        report(.badKeyTimes, .keyTimes, element)
        return nil
      }
    }
    if hasKeys, mode == .spline { keySplines = splines(of: element, count: count - 1) }
    do throws(KeyScheduleError) {
      return try KeySchedule(
        count: count, mode: mode, keyTimes: keyTimes, keySplines: keySplines,
        distances: distances())
    } catch {
      switch error {
      case .keyTimes: report(.badKeyTimes, .keyTimes, element)
      case .keySplines: report(.badKeySplines, .keySplines, element)
      }
      return nil
    }
  }

  /// Returns numbers separated by semicolons, or `nil` if there is anything else.
  private static func numbers(_ text: String) -> [Double]? {
    var numbers: [Double] = []
    for entry in entries(text) {
      var scanner = TextScanner(entry)
      guard let number = scanner.number(), number.isFinite, scanner.isAtEnd else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private func splines(of element: Int, count: Int) -> [TimingFunction]? {
    guard let text = document.attribute(.keySplines, of: element),
      Self.entryCount(text) <= count + 1
    else { return nil }
    var splines: [TimingFunction] = []
    for entry in Self.entries(text) {
      var scanner = TextScanner(entry)
      let numbers = scanner.numbers(limit: 5)
      guard numbers.count == 4, scanner.isAtEnd, numbers.allSatisfy({ (0...1).contains($0) })
      else { return nil }
      splines.append(.cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3]))
    }
    return splines
  }
}

// MARK: - Motion

extension SMILReader {
  private mutating func motion(of element: Int, on target: Int) -> SMILAnimation.Effect? {
    let mode = calcMode(of: element) ?? .paced
    guard let (route, isBy, isTo) = route(of: element, on: target) else {
      report(.badMotion, .path, element)
      return nil
    }
    let stops: MotionFunction.Stops
    let schedule: KeySchedule?
    if mode != .paced, let text = document.attribute(.keyPoints, of: element) {
      guard counts(Self.entryCount(text), .keyPoints, of: element) else { return nil }
      guard let points = Self.numbers(text), !points.isEmpty,
        points.allSatisfy({ (0...1).contains($0) })
      else {
        report(.badKeyTimes, .keyPoints, element)
        return nil
      }
      stops = .distances(points.map { $0 * route.length })
      schedule = self.schedule(count: points.count, mode: mode, of: element) { nil }
    } else if mode == .paced {
      stops = .whole
      schedule = self.schedule(count: 2, mode: .linear, of: element, hasKeys: false) { nil }
    } else {
      // Many elements may follow the same way.
      guard counts(route.distances.count, .path, of: element) else { return nil }
      stops = .distances(route.distances)
      schedule = self.schedule(count: route.distances.count, mode: mode, of: element) { nil }
    }
    guard let schedule else { return nil }
    let isAdditive = isBy || document.attribute(.additive, of: element)?.trimmingSpace == "sum"
    return .motion(
      MotionFunction(
        route, schedule: schedule, stops: stops, rotation: rotation(of: element),
        isAdditive: isAdditive,
        accumulates: document.attribute(.accumulate, of: element)?.trimmingSpace == "sum",
        isTo: isTo))
  }

  private func rotation(of element: Int) -> MotionFunction.Rotation {
    guard let text = document.attribute(.rotate, of: element)?.trimmingSpace else {
      return .fixed(0)
    }
    if text == "auto" { return .auto }
    if text == "auto-reverse" { return .autoReverse }
    var scanner = TextScanner(text)
    guard let angle = scanner.angle(), angle.isFinite, scanner.isAtEnd else { return .fixed(0) }
    return .fixed(angle)
  }

  /// Returns the path of a motion. `mpath` takes precedence over `path`, `path` over `values`, and
  /// `values` over `from`, `to` and `by`.
  private mutating func route(
    of element: Int, on target: Int
  ) -> (route: MotionRoute, isBy: Bool, isTo: Bool)? {
    let still = still
    func point(_ text: String) -> Point? { Self.point(text) { still.resolve($0, $1, at: target) } }
    for child in document.children(of: element) where document[child].name == .mpath {
      return document.target(ofHrefOf: child)
        .flatMap { routes.route(around: $0, in: document, still) }.map { ($0, false, false) }
    }
    if let text = document.attribute(.path, of: element) {
      return routes.route(along: text).map { ($0, false, false) }
    }
    if let text = document.attribute(.values, of: element) {
      guard counts(Self.entryCount(text), .values, of: element) else { return nil }
      let points = Self.entries(text).map(point)
      guard points.allSatisfy({ $0 != nil }) else { return nil }
      return MotionRoute(points: points.compactMap { $0 }).map { ($0, false, false) }
    }
    func point(_ name: AttributeName) -> Point? {
      document.attribute(name, of: element).flatMap { point($0.trimmingSpace) }
    }
    let from = point(.from)
    if let to = point(.to) {
      let start = from ?? Point(x: 0, y: 0)
      return MotionRoute(points: [start, to]).map { ($0, false, from == nil) }
    }
    guard let by = point(.by) else { return nil }
    let start = from ?? Point(x: 0, y: 0)
    return MotionRoute(points: [start, Point(x: start.x + by.x, y: start.y + by.y)])
      .map { ($0, from == nil, false) }
  }

  private static func point(
    _ text: String, _ resolve: (Length, ElementReader.Axis) -> Double
  ) -> Point? {
    var scanner = TextScanner(text)
    guard let lengths = try? scanner.lengths(), lengths.count == 2 else { return nil }
    let point = Point(x: resolve(lengths[0], .x), y: resolve(lengths[1], .y))
    return point.x.isFinite && point.y.isFinite ? point : nil
  }
}
