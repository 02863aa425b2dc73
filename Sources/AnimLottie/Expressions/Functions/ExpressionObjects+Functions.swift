import AnimCore
import AnimScript

// Global functions.
extension ExpressionObjects {
  func callFunction(
    _ name: ExpressionName, _ arguments: Arguments
  ) throws(Exception) -> Value {
    switch name {
    case .bmSum, .sum, .add: return try sum(arguments[0], arguments[1])
    case .bmSub, .sub: return try difference(arguments[0], arguments[1])
    case .bmMul, .mul: return try product(arguments[0], arguments[1])
    case .bmDiv, .div: return try quotient(arguments[0], arguments[1])
    case .bmMod, .mod:
      let (a, b) = (try whole(arguments[0]), try whole(arguments[1]))
      return .number(a.truncatingRemainder(dividingBy: b))
    case .bmNeg: return try negative(arguments[0])
    case .bmIsArray: return .boolean(try operand(arguments[0]).isVector)
    case .linear, .ease, .easeIn, .easeOut: return try interpolate(name, arguments)
    case .clamp: return try clamp(arguments)
    case .length: return .number(try length(arguments[0], arguments[1]))
    case .normalize:
      return try quotient(
        arguments[0], .number(try length(arguments[0], .undefined)))
    case .dot: return .number(try dot(arguments))
    case .cross: return try cross(arguments)
    case .lookAt: return try lookAt(arguments)
    case .degreesToRadians, .degreesToRadiansOld:
      return .number(try number(arguments[0]) * (.pi / 180))
    case .radiansToDegrees, .radiansToDegreesOld:
      return .number(try number(arguments[0]) / (.pi / 180))
    case .rgbToHsl: return try color(arguments[0], ExpressionColor.hsl)
    case .hslToRgb: return try color(arguments[0], ExpressionColor.rgb)
    case .hexToRgb: return try hexToRgb(arguments[0])
    case .random: return try random(arguments)
    case .gaussRandom: return try gaussRandom(arguments)
    case .noise: return try noise(arguments[0])
    case .seedRandom:
      try seedRandom(arguments)
      return .undefined
    case .framesToTime:
      let frames = try optional(arguments[0]) ?? evaluation.layerTime
      return .number(frames / (try optional(arguments[1]) ?? scene.frameRate))
    case .timeToFrames:
      let time = try optional(arguments[0]) ?? evaluation.layerTime / scene.frameRate
      return .number(time * (try optional(arguments[1]) ?? scene.frameRate))
    case .timeToTimecode: return try timecode(arguments)
    case .posterizeTime:
      let rate = try number(arguments[0])
      let time = evaluation.layerTime / scene.frameRate
      if rate > 0 {
        evaluation.setOwnTime((time * rate).rounded(.down) / rate * scene.frameRate)
      }
      return .undefined
    case .substr, .substring: return try textValue(name, arguments)
    case .comp: return try composition(named: arguments[0])
    case .createPath: return try createPath(arguments)
    default: throw interpreter.error("\(name.rawValue) is not available")
    }
  }

  /// Returns a number, or `nil` if the argument is omitted.
  private func optional(_ value: Value) throws(Exception) -> Double? {
    value.isUndefined ? nil : try number(value)
  }

  /// Returns hours, minutes, seconds and frames.
  private func timecode(_ arguments: Arguments) throws(Exception) -> Value {
    let time = try optional(arguments[0]) ?? evaluation.layerTime / scene.frameRate
    let rate = max((try optional(arguments[1]) ?? scene.frameRate).rounded(), 1)
    let frames = (time.magnitude * rate + 1e-6).rounded(.down)
    guard frames < 0x1p52 else { throw interpreter.rangeError("the time is too large") }
    let total = Int(frames)
    let perSecond = Int(min(rate, 1e6))
    let parts = [
      total / perSecond / 3600, total / perSecond / 60 % 60, total / perSecond % 60,
      total % perSecond,
    ]
    let digits = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return try interpreter.string(time < 0 ? "-" + digits : digits)
  }

  /// `value.substr` and `value.substring`.
  private func textValue(
    _ name: ExpressionName, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let text = try interpreter.string(
      evaluation.storedText(evaluation.current.node, at: evaluation.layerTime))
    let function = try interpreter.get(name.rawValue, of: text)
    return try interpreter.call(
      function, this: text, arguments: (0..<arguments.count).map { arguments[$0] })
  }

  // MARK: - Colours

  private func color(
    _ value: Value, _ convert: (SIMD4<Double>) -> SIMD4<Double>
  ) throws(Exception) -> Value {
    guard let vector = try vector(value), vector.count >= 3 else {
      throw interpreter.typeError("expected a colour")
    }
    var color = vector.values
    if vector.count < 4 { color.w = 1 }
    return try self.value(Components(convert(color), count: 4))
  }

  private func hexToRgb(_ value: Value) throws(Exception) -> Value {
    let text = interpreter.text(try interpreter.toString(value))
    guard let color = Color(hexadecimal: text.hasPrefix("#") ? text : "#" + text) else {
      throw interpreter.error("expected a colour such as #ff0000")
    }
    return try self.value(Components(SIMD4(opaque: color), count: 4))
  }
}

/// Conversions between colours of red, green, blue and alpha, and of hue, saturation, lightness and
/// alpha, all in 0 ... 1.
enum ExpressionColor {
  static func hsl(_ color: SIMD4<Double>) -> SIMD4<Double> {
    let (r, g, b) = (color.x, color.y, color.z)
    let (high, low) = (max(r, g, b), min(r, g, b))
    let lightness = (high + low) / 2
    let range = high - low
    guard range != 0 else { return SIMD4(0, 0, lightness, color.w) }
    let saturation = lightness > 0.5 ? range / (2 - high - low) : range / (high + low)
    let hue =
      switch high {
      case r: (g - b) / range + (g < b ? 6 : 0)
      case g: (b - r) / range + 2
      default: (r - g) / range + 4
      }
    return SIMD4(hue / 6, saturation, lightness, color.w)
  }

  static func rgb(_ color: SIMD4<Double>) -> SIMD4<Double> {
    let (hue, saturation, lightness) = (color.x, color.y, color.z)
    if saturation == 0 { return SIMD4(lightness, lightness, lightness, color.w) }
    let q =
      lightness < 0.5
      ? lightness * (1 + saturation) : lightness + saturation - lightness * saturation
    let p = 2 * lightness - q
    func channel(_ turn: Double) -> Double {
      let t = turn < 0 ? turn + 1 : turn > 1 ? turn - 1 : turn
      if t < 1 / 6 { return p + (q - p) * 6 * t }
      if t < 1 / 2 { return q }
      if t < 2 / 3 { return p + (q - p) * (2 / 3 - t) * 6 }
      return p
    }
    return SIMD4(channel(hue + 1 / 3), channel(hue), channel(hue - 1 / 3), color.w)
  }
}
