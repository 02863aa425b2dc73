import AnimCore

/// A property of a file without its expression, as it is stored.
final class StoredProperty {
  let content: Content
  /// The times of the keyframes in frames, in ascending order, or an empty array without keyframes.
  let times: [Double]
  /// The expression of the property, or `nil`.
  let expression: ExpressionID?
  /// The bits of the last requested time, and the numbers at that time. Initially, the time is NaN.
  @exclusivity(unchecked) private var last = (time: UInt64.max, value: Components(0))

  enum Content {
    /// Numbers. Keyframes store a number as a list of one, so such a list is a number.
    case numbers(Animated<Components>)
    case path(Animated<BezierShape>)
    /// A list with more numbers than a vector, such as a gradient.
    case list([Double])
    /// A property without a value.
    case none
  }

  /// - Parameters:
  ///   - json: The property: an object with the key `k`, or a bare value.
  ///   - hasByteColors: Whether the value is a colour with channels from 0 to 255, which are converted to
  ///     0 to 1.
  init(
    _ json: JSONValue, expression: ExpressionID?, hasByteColors: Bool, _ fields: FieldReader
  ) {
    self.expression = expression
    let value = fields.slotValue(of: json).map { $0.isObject ? $0["k"] ?? $0 : $0 } ?? json["k"]
    let stored = value ?? json
    let list = stored.first.map { $0.isObject && $0["t"] != nil } == true ? stored : nil
    let sample = list?.first?["s"] ?? list?.first?["e"] ?? stored
    times = list.map { $0.elements.compactMap { $0["t"]?.number }.sorted() } ?? []
    if (sample.first ?? sample)["v"]?.isArray == true {
      let path = (try? fields.animated(json, default: BezierShape())) ?? .constant(BezierShape())
      // As in lottie-web, the first keyframe determines whether the path is closed.
      content = .path(path.closed(path.first.isClosed))
    } else if sample.count > 4 {
      content = .list([Double].read(sample, fields) ?? [])
    } else if sample.isNumber || sample.bool != nil || sample.first?.isNumber == true {
      let read = (try? fields.animated(json, default: Components(0))) ?? .constant(Components(0))
      content = .numbers(
        read.map { components in
          var components = hasByteColors ? components.with(components.values / 255) : components
          components.isNumber = sample.count < 2
          return components
        })
    } else {
      content = .none
    }
  }

  var isAnimated: Bool { times.count > 1 }

  /// Whether the value without the expression is constant.
  var isConstant: Bool {
    switch content {
    case .numbers(let track): track.isConstant
    case .path(let track): track.isConstant
    case .list, .none: true
    }
  }

  var isPath: Bool { if case .path = content { true } else { false } }

  /// Returns the numbers at a keyframe, or `nil` for other kinds of values.
  func key(_ index: Int) -> Components? {
    guard case .numbers(let numbers) = content else { return nil }
    guard case .keyframes(let track) = numbers else { return index == 0 ? numbers.first : nil }
    return track.keys.indices.contains(index) ? track.keys[index].value : nil
  }

  /// Returns the numbers at a frame of the composition.
  func value(at time: Double) -> Components {
    guard case .numbers(let numbers) = content else { return Components(0) }
    // Many expressions of a frame read the same property.
    if time.bitPattern != last.time { last = (time.bitPattern, numbers.storedValue(at: time)) }
    return last.value
  }

  func path(at time: Double) -> BezierShape {
    if case .path(let path) = content { path.storedValue(at: time) } else { BezierShape() }
  }
}
