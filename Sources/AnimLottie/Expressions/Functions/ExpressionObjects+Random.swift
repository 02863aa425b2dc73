import AnimScript

// Random numbers and noise.
extension ExpressionObjects {
  /// Returns a random number from 0 to 1, up to a number or vector, or between two.
  func random(_ arguments: Arguments) throws(Exception) -> Value {
    let number = evaluation.nextRandom()
    if arguments.count == 0 || arguments[0].isUndefined { return .number(number) }
    let isRange = arguments.count > 1 && !arguments[1].isUndefined
    let low = isRange ? arguments[0] : .number(0)
    let high = isRange ? arguments[1] : arguments[0]
    if let high = try vector(high) {
      let low = try spread(low)
      return try value(high.with(low + (high.values - low) * number))
    }
    let (first, last) = (try self.number(low), try self.number(high))
    return .number(first + number * (last - first))
  }

  func seedRandom(_ arguments: Arguments) throws(Exception) {
    let seed = try number(arguments[0]) + 0
    evaluation.seedRandom(seed, isTimeless: interpreter.toBoolean(arguments[1]))
  }

  /// The sum of twelve random numbers has a nearly normal distribution. Mean and range are as in
  /// After Effects: nine out of ten numbers are in the range.
  func gaussRandom(_ arguments: Arguments) throws(Exception) -> Value {
    func draw() -> Double {
      var sum = -6.0
      for _ in 0..<12 { sum += evaluation.nextRandom() }
      return 0.5 + sum * 0.5 / 1.645
    }
    if arguments.count == 0 { return .number(draw()) }
    let isRange = arguments.count > 1
    let low = isRange ? arguments[0] : .number(0)
    let high = isRange ? arguments[1] : arguments[0]
    let number = draw()
    if let high = try vector(high) {
      let low = try spread(low)
      return try value(high.with(low + (high.values - low) * number))
    }
    let (first, last) = (try self.number(low), try self.number(high))
    return .number(first + number * (last - first))
  }

  func noise(_ value: Value) throws(Exception) -> Value {
    if let point = try vector(value) {
      return .number(GradientNoise.value(at: SIMD3(point[0], point[1], point[2])))
    }
    return .number(GradientNoise.value(at: SIMD3(try number(value), 0, 0)))
  }

  /// Returns the value with random variation `frequency` times per second, by at most `amplitude`
  /// in each octave.
  func wiggle(_ object: ExpressionObject, _ arguments: Arguments) throws(Exception) -> Value {
    let time = now(object)
    guard case .numbers(let track) = evaluation.stored(object.node).content else {
      return try storedValue(object.node, at: time)
    }
    let seconds =
      arguments.count > 4 && !arguments[4].isUndefined
      ? try number(arguments[4]) : time / scene.frameRate
    var shake = SIMD4<Double>.zero
    let base = track.storedValue(at: time)
    for index in 0..<base.count {
      shake[index] = try wiggled(arguments, at: seconds, component: index)
    }
    return try value(base.with(base.values + shake))
  }

  /// Returns the value at a randomly varied time.
  func temporalWiggle(
    _ object: ExpressionObject, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let seconds =
      arguments.count > 4 && !arguments[4].isUndefined
      ? try number(arguments[4]) : now(object) / scene.frameRate
    let shift = try wiggled(arguments, at: seconds, component: 0)
    return try storedValue(object.node, at: (seconds + shift) * scene.frameRate)
  }

  private func wiggled(
    _ arguments: Arguments, at seconds: Double, component: Int
  ) throws(Exception) -> Double {
    let current = evaluation.current
    var frequency = try number(arguments[0])
    var amplitude = try number(arguments[1])
    let octaves = min(Int(try positive(arguments[2], default: 1).rounded(.up)), 16)
    let factor = arguments[3].isUndefined ? 0.5 : try number(arguments[3])
    let seed = current.random.wiggleSeed(
      layer: current.layer, position: current.position)
    var sum = 0.0
    for octave in 0..<octaves {
      let octaveSeed = ExpressionRandom.mixed(
        seed ^ UInt64(component) << 8 ^ UInt64(octave))
      sum += WiggleNoise.value(at: seconds * frequency, seed: octaveSeed) * amplitude
      frequency *= 2
      amplitude *= factor
    }
    return sum
  }

  /// Returns the components of a vector, or repeats a number for each component.
  private func spread(_ value: Value) throws(Exception) -> SIMD4<Double> {
    if let vector = try vector(value) { return vector.values }
    return SIMD4(repeating: try number(value))
  }

  /// Returns a number, or the first component of a vector.
  func number(_ value: Value) throws(Exception) -> Double {
    if let number = value.asNumber { return number }
    if let vector = try vector(value) { return vector[0] }
    return try interpreter.toNumber(value)
  }
}
