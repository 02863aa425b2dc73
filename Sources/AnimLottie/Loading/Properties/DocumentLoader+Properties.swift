extension DocumentLoader {
  /// Reads a property of an object; `default` if the object does not have it.
  func property<Value: FileValue>(
    _ object: JSONValue, _ key: StaticString, default: Value
  ) throws(LottieError) -> Animated<Value> {
    guard let property = object[key] else { return .constant(`default`) }
    return try animated(property, default: `default`)
  }

  func animated<Value: FileValue>(
    _ property: JSONValue, default: Value
  ) throws(LottieError) -> Animated<Value> {
    guard let value = storedValue(property) else {
      report(property, .invalid, "a property is expected")
      return .constant(`default`)
    }
    if Self.hasKeyframes(value) { return try keyframes(value, default: `default`) }
    if let read = try Value.read(value, self) { return .constant(read) }
    if let slot = slots.overriddenSlot(of: property) {
      throw .invalidSlot(slot, reason: "it is of the wrong type")
    }
    report(value, .invalid, "the value is of the wrong type")
    return .constant(`default`)
  }

  /// The value (`k`) of a property, or of the slot that it refers to. A bare number or list in
  /// place of a property is its value.
  func storedValue(_ property: JSONValue) -> JSONValue? {
    guard property.isObject else { return property.isNumber || property.isArray ? property : nil }
    if let expression = property["x"], expression.isString {
      report(property, .approximated, "the expression is not run; its stored value is drawn")
    }
    if let slot = slots.value(of: property) { return slot.isObject ? slot["k"] : slot }
    return property["k"]
  }

  /// Like lottie-web, this looks at the value and ignores the flag for it (`a`).
  private static func hasKeyframes(_ value: JSONValue) -> Bool {
    guard let first = value.first else { return false }
    return !first.isNumber
  }
}

extension DocumentLoader {
  private func keyframes<Value: FileValue>(
    _ list: JSONValue, default: Value
  ) throws(LottieError) -> Animated<Value> {
    try budget.takeKeyframes(list.count, at: list)
    var sources: [KeyframeSource<Value>] = []
    sources.reserveCapacity(list.count)
    for json in list.elements {
      guard let time = json["t"].flatMap(number) else {
        report(json, .invalid, "a keyframe without a time is left out")
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
      .map(\.element)
  }

  /// Each keyframe ends with the start value of the next, if that has one. Like lottie-web, this
  /// then ignores the end value in the file.
  private func joined<Value: FileValue>(
    _ sources: [KeyframeSource<Value>], default: Value
  ) -> Animated<Value> {
    var keyframes: [Keyframe<Value>] = []
    keyframes.reserveCapacity(sources.count)
    var reached: Value?
    for (index, source) in sources.enumerated() {
      let start = source.start ?? reached ?? source.end ?? `default`
      let next = index + 1 < sources.count ? sources[index + 1] : nil
      let end = next.map { $0.start ?? source.end ?? start } ?? start
      let easing = next == nil ? .hold : easing(source.json, dimensions: Value.dimensions)
      var keyframe = Keyframe(time: source.time, start: start, end: end, easing: easing)
      if easing != .hold {
        keyframe.tangents = Value.tangents(of: source.json, from: start, to: end, self)
        // Motion along a curve has a single easing: that of the first dimension.
        if keyframe.tangents != nil, case .curves(let curves) = easing, let first = curves.first {
          keyframe.easing = .curve(first)
        }
      }
      keyframes.append(keyframe)
      reached = end
    }
    if keyframes.count == 1, let only = keyframes.first { return .constant(only.start) }
    return .keyframes(keyframes)
  }
}

/// A keyframe as it is in the file.
private struct KeyframeSource<Value> {
  var json: JSONValue
  var time: Double
  var start: Value?
  var end: Value?
}
