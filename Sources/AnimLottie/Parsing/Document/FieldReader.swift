import AnimCore

/// Reads the fields of a file's objects, and collects diagnostics, resource usage, and the referenced slots.
final class FieldReader {
  /// The version of the exporter that wrote the file.
  let version: FileVersion
  /// The diagnostics so far.
  @exclusivity(unchecked) private(set) var diagnostics = DiagnosticList()
  @exclusivity(unchecked) private var slots: SlotTable
  private let limits: LottieLimits
  /// The expressions of the file, which are connected to properties, or `nil` if the file doesn't contain any or they
  /// are disabled.
  @exclusivity(unchecked) var expressions: ExpressionIndex?
  /// Whether expressions are skipped, which requires a diagnostic.
  private let ignoresExpressions: Bool
  /// The number of skipped expressions.
  private(set) var skippedExpressions = 0
  /// The amounts of limited resources read so far.
  @exclusivity(unchecked)
  private var amounts = (layers: 0, items: 0, keyframes: 0, points: 0, textBytes: 0)

  init(
    version: FileVersion, slots: SlotTable, limits: LottieLimits, ignoresExpressions: Bool = false
  ) {
    self.version = version
    self.ignoresExpressions = ignoresExpressions
    self.slots = slots
    self.limits = limits
  }

  func report(
    _ value: JSONValue, _ severity: Diagnostic.Severity, _ message: String,
    _ code: LottieCode? = nil
  ) {
    diagnostics.append(severity, message, at: value.path, code)
  }

  /// Reports a problem of a value whose path is known.
  func report(
    at path: String, _ severity: Diagnostic.Severity, _ message: String,
    _ code: LottieCode? = nil
  ) {
    diagnostics.append(severity, message, at: path, code)
  }

  /// Marks the position in the diagnostics for those of expressions, which are created on demand.
  func reportExpressionsHere() { diagnostics.insertLater() }

  /// Passes the diagnostics to a closure that adds to them.
  func reporting<Result>(_ body: (inout DiagnosticList) -> Result) -> Result {
    body(&diagnostics)
  }

  /// Counts an amount to be read, and throws an error if the limit is exceeded.
  func take(
    _ count: Int, _ resource: LottieLimits.Resource, at value: JSONValue
  ) throws(LottieError) {
    let amount: Int
    let limit: Int
    switch resource {
    case .layers:
      amounts.layers += count
      (amount, limit) = (amounts.layers, limits.layers)
    case .items:
      amounts.items += count
      (amount, limit) = (amounts.items, limits.items)
    case .keyframes:
      amounts.keyframes += count
      (amount, limit) = (amounts.keyframes, limits.keyframes)
    case .points:
      amounts.points += count
      (amount, limit) = (amounts.points, limits.points)
    case .textBytes:
      amounts.textBytes += count
      (amount, limit) = (amounts.textBytes, limits.textBytes)
    case .fileBytes, .jsonBytes, .jsonDepth, .jsonNodes, .archiveEntries, .layersInFrame,
      .compositionDepth, .pathPoints, .machineParts:
      return
    }
    guard amount <= limit else { throw .tooMuch(resource, limit: limit, path: value.path) }
  }

  /// Counts the points of one path, which has a separate limit.
  func takePoints(_ count: Int, at value: JSONValue) throws(LottieError) {
    guard count <= limits.pathPoints else {
      throw .tooMuch(.pathPoints, limit: limits.pathPoints, path: value.path)
    }
    try take(count, .points, at: value)
  }

  /// The names of the slots, in file order.
  var slotNames: [String] { slots.names }

  /// The slots, in file order.
  var allSlots: [LottieSlot] { slots.slots }

  /// Records the type of a property, which may refer to a slot.
  func noteSlot(_ kind: LottieSlot.Kind, of property: JSONValue) { slots.note(kind, for: property) }

  /// Returns the value of the slot that a property refers to, or `nil` if it refers to no slot or
  /// the slot has no value.
  func slotValue(of property: JSONValue) -> JSONValue? { slots.value(of: property) }

  /// Returns whether the property refers to a slot whose value is from a theme.
  func isThemed(_ property: JSONValue) -> Bool { slots.isThemed(property) }

  /// Throws an error if a value was specified for a slot that the file doesn't have. Rules of a theme are only
  /// reported.
  func checkSlots() throws(LottieError) {
    try slots.checkNames()
    for rule in slots.unmatchedRules {
      report(
        at: rule.path, .invalid, "the animation has no slot \"\(rule.slot.shortened)\"",
        .missingReference)
    }
  }
}

// MARK: - Numbers and words

extension FieldReader {
  /// The maximum magnitude of numbers, to which they are clamped so that arithmetic remains finite.
  private static let largest = 1e12

  static func clamped(_ number: Double) -> Double { min(max(number, -largest), largest) }

  /// Reads a number. As in JavaScript, `true` and `false` count as 1 and 0, and numeric text as a number.
  @inline(__always)
  func number(_ value: JSONValue) -> Double? {
    if let number = value.number, number.magnitude <= Self.largest { return number }
    return unusualNumber(value)
  }

  @inline(never)
  private func unusualNumber(_ value: JSONValue) -> Double? {
    if let number = value.number {
      report(value, .invalid, "the number is too large")
      return Self.clamped(number)
    }
    if let number = numberInText(value) {
      report(value, .invalid, "the number is written as text")
      return Self.clamped(number)
    }
    return value.bool.map { $0 ? 1 : 0 }
  }

  /// The maximum length of text that is read as a number, in bytes.
  private static let longestNumber = 32

  private func numberInText(_ value: JSONValue) -> Double? {
    let text = value.withText { $0.count <= Self.longestNumber ? Array($0) : [] }
    guard let text, let tape = try? JSONParser.parse(text, limits: limits) else { return nil }
    return tape.withRoot { $0.number }
  }

  func number(_ object: JSONValue, _ key: StaticString, default: Double) -> Double {
    guard let value = object[key] else { return `default` }
    if let number = number(value) { return number }
    report(value, .invalid, "expected a number")
    return `default`
  }

  /// Reads an integer for an enumeration.
  func integer(_ object: JSONValue, _ key: StaticString) -> Int? {
    guard let value = object[key] else { return nil }
    if let number = number(value), let integer = Int(exactly: number) { return integer }
    report(value, .invalid, "expected a whole number")
    return nil
  }

  /// Returns whether a flag is set: `true`, or a number other than 0.
  func flag(_ object: JSONValue, _ key: StaticString) -> Bool {
    guard let value = object[key] else { return false }
    return value.bool ?? (value.number.map { $0 != 0 } ?? false)
  }

  /// Reads an identifier, which is usually text and sometimes a number.
  func identifier(_ value: JSONValue?) -> String? {
    value?.string ?? value?.number.map { "\($0)" }
  }

  func blendMode(_ object: JSONValue) -> BlendMode {
    guard let value = object["bm"] else { return .normal }
    guard let number = number(value), let code = UInt8(exactly: number) else {
      if !value.isNull { report(value, .invalid, "a blend mode is a whole number") }
      return .normal
    }
    // Up to this mode, Lottie uses the same numbers.
    if code <= BlendMode.add.rawValue, let mode = BlendMode(rawValue: code) { return mode }
    report(value, .approximated, "the blend mode \(code) is drawn as normal")
    return .normal
  }
}

// MARK: - Properties

extension FieldReader {
  /// Reads a property of an object, or returns `default` if it is missing.
  func property<Value: FileValue>(
    _ object: JSONValue?, _ key: StaticString, default: Value
  ) throws(LottieError) -> Animated<Value> {
    guard let property = object?[key] else { return .constant(`default`) }
    return try animated(property, default: `default`)
  }

  /// Reads a property of an object. It keeps its default if it is missing.
  func read<Value: FileValue>(
    _ property: inout Animated<Value>, _ object: JSONValue, _ key: StaticString
  ) throws(LottieError) {
    property = try self.property(object, key, default: property.first)
  }

  func animated<Value: FileValue>(
    _ property: JSONValue, default: Value
  ) throws(LottieError) -> Animated<Value> {
    let stored = try stored(property, default: `default`)
    return expression(of: property).map { .expression($0, stored: stored) } ?? stored
  }

  /// Returns the expression of a property, or `nil` if it has no enabled expression.
  func expression(of property: JSONValue) -> ExpressionID? { expressions?.id(of: property) }

  /// Reports a skipped expression.
  func reportExpression(of property: JSONValue) {
    if ignoresExpressions, slots.expression(of: property)?.isString == true {
      skippedExpressions += 1
      report(
        property, .approximated, "the expression is not run; its stored value is drawn",
        .expressionSkipped)
    }
  }

  /// Reads the property without its expression.
  private func stored<Value: FileValue>(
    _ property: JSONValue, default: Value
  ) throws(LottieError) -> Animated<Value> {
    noteSlot(Value.slotKind, of: property)
    guard var value = storedValue(property) else {
      report(property, .invalid, "expected a property")
      return .constant(`default`)
    }
    if slots.isThemed(property), let fileValue = property["k"],
      try !isReadable(value, as: Value.self)
    {
      // Parts that a theme can't set stay unchanged.
      report(value, .invalid, "the value is of the wrong type")
      value = fileValue
    }
    if Self.hasKeyframes(value) { return try keyframes(value, default: `default`) }
    if let read = try Value.read(value, self) { return .constant(read) }
    if let slot = slots.overriddenSlot(of: property) {
      throw .invalidSlot(slot, reason: "it is of the wrong type")
    }
    report(value, .invalid, "the value is of the wrong type")
    return .constant(`default`)
  }

  /// Returns whether a value, or the value of its first keyframe, has the expected type.
  private func isReadable<Value: FileValue>(
    _ value: JSONValue, as type: Value.Type
  ) throws(LottieError) -> Bool {
    let single = Self.hasKeyframes(value) ? value.first?["s"] : value
    guard let single else { return false }
    return try Value.read(single, self) != nil
  }

  /// Returns the value (`k`) of a property, or of the slot that it refers to. A number or list without a property is
  /// its own value.
  private func storedValue(_ property: JSONValue) -> JSONValue? {
    guard property.isObject else { return property.isNumber || property.isArray ? property : nil }
    reportExpression(of: property)
    if let slot = slotValue(of: property) { return slot.isObject ? slot["k"] : slot }
    return property["k"]
  }

  /// Returns whether a value consists of keyframes. Like lottie-web, ignores the flag for this (`a`).
  private static func hasKeyframes(_ value: JSONValue) -> Bool {
    guard let first = value.first else { return false }
    return !first.isNumber
  }
}

extension FieldReader {
  private func keyframes<Value: FileValue>(
    _ list: JSONValue, default: Value
  ) throws(LottieError) -> Animated<Value> {
    try take(list.count, .keyframes, at: list)
    var sources: [KeyframeSource<Value>] = []
    sources.reserveCapacity(list.count)
    for json in list.elements {
      guard let time = json["t"].flatMap(number) else {
        report(json, .invalid, "a keyframe without a time is ignored")
        continue
      }
      sources.append(
        KeyframeSource(
          json: json, time: time, start: try value(json, "s"), end: try value(json, "e")))
    }
    guard !sources.isEmpty else {
      report(list, .invalid, "there are no keyframes")
      return .constant(`default`)
    }
    sort(&sources, list)
    return joined(sources, default: `default`)
  }

  private func value<Value: FileValue>(
    _ keyframe: JSONValue, _ key: StaticString
  ) throws(LottieError) -> Value? {
    guard let json = keyframe[key] else { return nil }
    if let value = try Value.read(json, self) { return value }
    report(json, .invalid, "the value is of the wrong type")
    return nil
  }

  private func sort<Value>(_ sources: inout [KeyframeSource<Value>], _ list: JSONValue) {
    let isSorted = zip(sources, sources.dropFirst()).allSatisfy { $0.time <= $1.time }
    if isSorted { return }
    report(list, .invalid, "the keyframes are not in order of time")
    sources = sources.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map { $0.element }
  }

  /// Joins keyframes, each of which ends with the start value of the next one, if that has a value. Like lottie-web, this
  /// ignores the end value in the file.
  private func joined<Value: FileValue>(
    _ sources: [KeyframeSource<Value>], default: Value
  ) -> Animated<Value> {
    if sources.count == 1, let only = sources.first {
      return .constant(only.start ?? only.end ?? `default`)
    }
    var keys: [LottieKeyframe<Value>] = []
    keys.reserveCapacity(sources.count)
    var reached: Value?
    for (index, source) in sources.enumerated() {
      let value = source.start ?? reached ?? source.end ?? `default`
      var key = LottieKeyframe(time: source.time, value: value, easing: .hold)
      if index + 1 < sources.count {
        let end = sources[index + 1].start ?? source.end ?? value
        key.easing = easing(source.json, dimensions: Value.dimensions)
        if key.easing != .hold {
          key.curve = Value.curve(of: source.json, from: value, to: end, self)
          // Motion along a curve has a single easing: that of the first dimension.
          if key.curve != nil { key.easing = key.easing[0] }
        }
        reached = end
      }
      keys.append(key)
    }
    return .keyframes(LottieKeyframeTrack(keys))
  }
}

/// A keyframe as stored in the file.
private struct KeyframeSource<Value> {
  var json: JSONValue
  var time: Double
  var start: Value?
  var end: Value?
}

extension FieldReader {
  private func easing(_ keyframe: JSONValue, dimensions: Int) -> KeyframeEasing {
    if flag(keyframe, "h") { return .hold }
    guard let out = keyframe["o"], let `in` = keyframe["i"] else { return .linear }
    let handles = EasingHandles(
      outX: out["x"], outY: out["y"], inX: `in`["x"], inY: `in`["y"])
    let count = min(handles.dimensions, dimensions)
    guard let first = curve(handles, 0) else { return incompleteEasing(keyframe) }
    // Most keyframes have the same curve for all dimensions, so create the list only at the first different curve.
    var curves: [TimingFunction] = []
    for dimension in 1..<max(count, 1) {
      guard let curve = curve(handles, dimension) else { return incompleteEasing(keyframe) }
      if !curves.isEmpty {
        curves.append(curve)
      } else if curve != first {
        curves = Array(repeating: first, count: dimension)
        curves.append(curve)
      }
    }
    if !curves.isEmpty {
      // As in lottie-web, dimensions that are missing in the file are eased like the first.
      while curves.count < dimensions { curves.append(first) }
      return .separate(curves)
    }
    return .uniform(first)
  }

  private func incompleteEasing(_ keyframe: JSONValue) -> KeyframeEasing {
    report(keyframe, .invalid, "the easing is incomplete; it is drawn as linear")
    return .linear
  }

  /// Returns the curve of a dimension, or `nil` if anything is missing.
  private func curve(_ handles: EasingHandles, _ dimension: Int) -> TimingFunction? {
    guard let outX = easingNumber(handles.outX, dimension),
      let outY = easingNumber(handles.outY, dimension),
      let inX = easingNumber(handles.inX, dimension),
      let inY = easingNumber(handles.inY, dimension)
    else { return nil }
    return .cubicBezier(outX, outY, inX, inY)
  }

  /// Reads one number for all dimensions or one for each. Missing numbers equal the first.
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

/// The handles of an easing as stored in the file.
private struct EasingHandles {
  let outX: JSONValue?
  let outY: JSONValue?
  let inX: JSONValue?
  let inY: JSONValue?

  /// The maximum number of dimensions.
  var dimensions: Int {
    max(outX?.count ?? 0, outY?.count ?? 0, inX?.count ?? 0, inY?.count ?? 0)
  }
}

extension FieldReader {
  /// - Parameter isSpatial: Whether the transform is for a 3D layer.
  func transform(
    _ json: JSONValue?, isSpatial: Bool = false
  ) throws(LottieError) -> TransformProperties {
    var transform = TransformProperties()
    if isSpatial { transform.space = SpaceProperties() }
    guard let json else { return transform }
    guard json.isObject else {
      report(json, .invalid, "expected a transform")
      return transform
    }
    if isSpatial {
      try readSpace(json, &transform)
    } else {
      try read(&transform.anchor, json, "a")
      transform.position = try position(json, "p")
      try read(&transform.scale, json, "s")
    }
    try read(&transform.opacity, json, "o")
    try read(&transform.skew, json, "sk")
    try read(&transform.skewAxis, json, "sa")
    if json["r"] != nil {
      try read(&transform.rotation, json, "r")
      return transform
    }
    // A 3D layer has a rotation around each axis. The one around z is in the plane.
    try read(&transform.rotation, json, "rz")
    if var space = transform.space {
      try read(&space.rotationX, json, "rx")
      try read(&space.rotationY, json, "ry")
      try read(&space.orientation, json, "or")
      // The angles don't move along a curve.
      space.orientation = space.orientation.map(keepsCurves: false) { $0 }
      transform.space = space
    } else {
      try reportRotation(json, "rx")
      try reportRotation(json, "ry")
      let angle = try orientation(json)
      transform.rotation = transform.rotation.map { $0 + angle }
    }
    return transform
  }

  /// Reads the properties with a depth.
  private func readSpace(
    _ json: JSONValue, _ transform: inout TransformProperties
  ) throws(LottieError) {
    var space = SpaceProperties()
    let anchor = try property(json, "a", default: SIMD3<Double>.zero)
    transform.anchor = anchor.map { $0.plane }
    space.anchorDepth = anchor.depth
    let scale = try property(json, "s", default: SIMD3<Double>(100, 100, 100))
    transform.scale = scale.map { $0.plane }
    space.depthScale = scale.depth
    if let position = json["p"], !flag(position, "s") {
      let position = try animated(position, default: SIMD3<Double>.zero)
      transform.position = .combined(position.map { $0.plane })
      space.depth = position.depth
    } else {
      transform.position = try position(json, "p")
      if let position = json["p"] { try read(&space.depth, position, "z") }
    }
    transform.space = space
  }

  func position(
    _ object: JSONValue, _ key: StaticString
  ) throws(LottieError) -> TransformProperties.Position {
    guard let position = object[key] else { return .combined(.constant(.zero)) }
    guard flag(position, "s") else {
      return .combined(try animated(position, default: .zero))
    }
    return .split(
      x: try property(position, "x", default: 0), y: try property(position, "y", default: 0))
  }

  private func reportRotation(_ json: JSONValue, _ key: StaticString) throws(LottieError) {
    guard let rotation = json[key] else { return }
    if case .constant(0.0) = try animated(rotation, default: 0.0) { return }
    report(rotation, .approximated, "the rotation in 3D is not drawn")
  }

  /// Returns the angle around the third axis by which a 3D layer is rotated in addition to its rotations.
  private func orientation(_ json: JSONValue) throws(LottieError) -> Double {
    guard let orientation = json["or"] else { return 0 }
    let angles = try animated(orientation, default: [0.0, 0.0, 0.0])
    if case .constant(let angles) = angles, angles.count == 3, angles[0] == 0, angles[1] == 0 {
      return angles[2]
    }
    report(orientation, .approximated, "the orientation in 3D is not drawn")
    return 0
  }
}

extension Animated<SIMD3<Double>> {
  fileprivate var depth: Animated<Double> { map(dimension: 2, keepsCurves: false) { $0.z } }
}
