import AnimCore
import AnimScript

// Properties and their keyframes.
extension ExpressionObjects {
  /// Returns a member of a property or a source text, or undefined if it doesn't exist.
  func property(
    _ object: ExpressionObject, _ name: ExpressionName, _ position: Int
  ) throws(Exception) -> Value {
    switch name {
    case .value:
      if object.kind == .sourceText {
        return try interpreter.string(try evaluation.text(ofNode: object.node, in: object.context))
      }
      return try currentValue(object)
    case .style: return object.kind == .sourceText ? try style(of: object) : .undefined
    case .numKeys: return .number(Double(keyTimes(of: object).count))
    case .velocity: return try velocity(object, at: now(object))
    case .speed: return .number(speed(object, at: now(object)))
    case .propertyIndex: return .number(number(.index, of: object.node))
    case .name, .underscoredName: return try label(.name, of: object.node)
    case .matchName: return try label(.matchName, of: object.node)
    case .propertyGroup: return method(.groupLevel, object, position)
    case .length:
      guard object.kind == .property, case .numbers = evaluation.stored(object.node).content,
        case let components = try currentComponents(object), !components.isNumber
      else { return .undefined }
      return .number(Double(components.count))
    case .path, .shape: return try path(of: object) != nil ? object.value : .undefined
    case .valueAtTime, .velocityAtTime, .speedAtTime, .key, .nearestKey, .loopOut, .loopIn,
      .loopOutDuration, .loopInDuration, .loopOutOld, .loopInOld, .smooth, .wiggle,
      .temporalWiggle:
      return method(.propertyMethod, object, position)
    case .points, .inTangents, .outTangents, .isClosed, .pointOnPath, .tangentOnPath,
      .normalOnPath:
      return object.kind == .property && evaluation.stored(object.node).isPath
        ? method(.propertyMethod, object, position) : .undefined
    default: return .undefined
    }
  }

  /// Calls a function of a property or a path.
  func callProperty(
    _ object: ExpressionObject, _ name: ExpressionName, _ arguments: Arguments
  ) throws(Exception) -> Value {
    if name.isPathMethod { return try callPath(object, name, arguments) }
    switch name {
    case .valueAtTime:
      let time = try interpreter.toNumber(arguments[0]) * scene.frameRate
      if isText(object) {
        return try interpreter.string(evaluation.storedText(object.node, at: time))
      }
      return try storedValue(object.node, at: time)
    case .velocityAtTime:
      return try velocity(object, at: try interpreter.toNumber(arguments[0]) * scene.frameRate)
    case .speedAtTime:
      return .number(speed(object, at: try interpreter.toNumber(arguments[0]) * scene.frameRate))
    case .key: return try key(object, arguments[0])
    case .nearestKey: return try nearestKey(object, try interpreter.toNumber(arguments[0]))
    case .loopOut, .loopOutOld: return try loop(object, arguments, isOut: true, inSeconds: false)
    case .loopIn, .loopInOld: return try loop(object, arguments, isOut: false, inSeconds: false)
    case .loopOutDuration: return try loop(object, arguments, isOut: true, inSeconds: true)
    case .loopInDuration: return try loop(object, arguments, isOut: false, inSeconds: true)
    case .smooth: return try smooth(object, arguments)
    case .wiggle: return try wiggle(object, arguments)
    case .temporalWiggle: return try temporalWiggle(object, arguments)
    default: return .undefined
    }
  }

  private func isText(_ object: ExpressionObject) -> Bool {
    scene.values.text(at: object.node).isKeyframed
  }

  /// Returns the frame at which a property is read.
  func now(_ object: ExpressionObject) -> Double {
    object.context == evaluation.current.context
      ? evaluation.layerTime : evaluation.time(of: object.context)
  }

  private func keyTimes(of object: ExpressionObject) -> [Double] {
    evaluation.stored(object.node).times
  }

  // MARK: - Keyframes

  /// Returns a keyframe, counted from 1: a vector with its time, its value, which is always a
  /// vector, and its number.
  private func key(_ object: ExpressionObject, _ number: Value) throws(Exception) -> Value {
    let stored = evaluation.stored(object.node)
    let number = try interpreter.toNumber(number)
    guard let index = Int(exactly: number), index >= 1, index <= stored.times.count else {
      throw interpreter.error("the property has no keyframe \(number)")
    }
    let key: Value
    let keyValue: Value
    if let components = stored.key(index - 1) {
      let vector = Components(components.values, count: components.count)
      key = try value(vector)
      keyValue = try value(vector)
    } else {
      key = try interpreter.object()
      keyValue = try storedValue(object.node, at: stored.times[index - 1])
    }
    try interpreter.set("time", of: key, to: .number(stored.times[index - 1] / scene.frameRate))
    try interpreter.set("value", of: key, to: keyValue)
    try interpreter.set("index", of: key, to: .number(Double(index)))
    return key
  }

  /// Returns the keyframe nearest to a time in seconds. If two are equally near, returns the
  /// earlier one.
  private func nearestKey(
    _ object: ExpressionObject, _ seconds: Double
  ) throws(Exception) -> Value {
    let times = evaluation.stored(object.node).times
    let time = seconds * scene.frameRate
    let result = try interpreter.object()
    var nearest = 0
    // The times are sorted.
    while nearest + 1 < times.count,
      (times[nearest + 1] - time).magnitude < (times[nearest] - time).magnitude
    {
      nearest += 1
    }
    try interpreter.count(steps: nearest)
    let hasKeys = !times.isEmpty
    try interpreter.set("index", of: result, to: .number(hasKeys ? Double(nearest + 1) : 0))
    try interpreter.set(
      "time", of: result, to: .number(hasKeys ? times[nearest] / scene.frameRate : 0))
    return result
  }

  // MARK: - Derivatives

  /// Returns the velocity in units per second, from the displacement over a millisecond.
  private func velocity(_ object: ExpressionObject, at time: Double) throws(Exception) -> Value {
    guard let velocity = difference(object, at: time, seconds: 0.001) else { return .number(0) }
    return try value(velocity)
  }

  private func speed(_ object: ExpressionObject, at time: Double) -> Double {
    guard let velocity = difference(object, at: time, seconds: 0.01) else { return 0 }
    return (velocity.values * velocity.values).sum().squareRoot()
  }

  /// Returns the displacement per second over a short time before a frame.
  private func difference(
    _ object: ExpressionObject, at time: Double, seconds: Double
  ) -> Components? {
    let stored = evaluation.stored(object.node)
    guard case .numbers(let track) = stored.content else { return nil }
    let end = track.storedValue(at: time)
    let start = track.storedValue(at: time - seconds * scene.frameRate)
    return end.with((end.values - start.values) / seconds)
  }

  /// Returns the mean over several seconds around the current time.
  private func smooth(
    _ object: ExpressionObject, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let time = now(object)
    let width = try positive(arguments[0], default: 0.4)
    let count = min(try positive(arguments[1], default: 5), 10_000).rounded(.down)
    guard case .numbers(let track) = evaluation.stored(object.node).content, count > 1 else {
      return try storedValue(object.node, at: time)
    }
    try interpreter.count(steps: Int(count) * 4)
    let start = time - width / 2 * scene.frameRate
    var sum = SIMD4<Double>.zero
    for index in 0..<Int(count) {
      sum +=
        track.storedValue(at: start + Double(index) * width * scene.frameRate / (count - 1)).values
    }
    return try value(track.storedValue(at: time).with(sum / count))
  }

  /// Returns a positive number, or the default if it is omitted or not positive.
  func positive(_ value: Value, default fallback: Double) throws(Exception) -> Double {
    if value.isUndefined { return fallback }
    let number = try interpreter.toNumber(value)
    return number > 0 ? number : fallback
  }

  // MARK: - Texts

  /// Returns a text from the file, or undefined.
  func string(_ text: String?) throws(Exception) -> Value {
    guard let text else { return .undefined }
    return try interpreter.string(text)
  }

  /// Returns the style of a text, as far as the file contains it.
  private func style(of object: ExpressionObject) throws(Exception) -> Value {
    let time = evaluation.time(of: object.context)
    let style = try interpreter.object()
    let document = scene.values.text(at: object.node).document(at: time)
    for (name, numbers) in document.colors {
      try interpreter.set(name, of: style, to: try interpreter.array(numbers))
    }
    for (name, number) in document.numbers {
      try interpreter.set(name, of: style, to: .number(number))
    }
    return style
  }
}
