enum MathFunction: String, NativeTable {
  case abs, acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, ceil, clz32, cos, cosh, exp, expm1
  case floor, fround, hypot, imul, log, log10, log1p, log2, max, min, pow, random, round, sign, sin
  case sinh, sqrt, tan, tanh, trunc

  var length: Int {
    switch self {
    case .random: 0
    case .atan2, .hypot, .imul, .max, .min, .pow: 2
    default: 1
    }
  }
}

/// `Math`.
struct MathFunctions {
  private let context: NativeContext

  init(_ context: NativeContext) { self.context = context }

  func call(
    _ function: MathFunction, _ arguments: Arguments
  ) throws(Exception) -> Value {
    switch function {
    case .max, .min: return .number(try extreme(arguments, isMaximum: function == .max))
    case .hypot: return .number(try hypotenuse(arguments))
    case .random: return .number(context.random())
    case .imul:
      let a = try context.toInt32(arguments[0])
      return .number(Double(a &* (try context.toInt32(arguments[1]))))
    case .clz32:
      return .number(Double(try context.toUInt32(arguments[0]).leadingZeroBitCount))
    default: break
    }
    let x = try context.toNumber(arguments[0])
    switch function {
    case .pow: return .number(power(x, try context.toNumber(arguments[1])))
    case .atan2: return .number(arctangent2(x, try context.toNumber(arguments[1])))
    default: return .number(Self.apply(function, x))
    }
  }

  private static func apply(_ function: MathFunction, _ x: Double) -> Double {
    switch function {
    case .abs: x.magnitude
    case .acos: arccosine(x)
    case .acosh: areaCosine(x)
    case .asin: arcsine(x)
    case .asinh: areaSine(x)
    case .atan: arctangent2(x, 1)
    case .atanh: areaTangent(x)
    case .cbrt: cubeRoot(x)
    case .ceil: x.rounded(.up)
    case .cos: cosineOf(x)
    case .cosh: hyperbolicCosine(x)
    case .exp: exponentialOf(x)
    case .expm1: exponentialMinusOneOf(x)
    case .floor: x.rounded(.down)
    case .fround: Double(Float(x))
    case .log: logarithm(x)
    case .log10: decimalLogarithm(x)
    case .log1p: logarithmOfOnePlus(x)
    case .log2: binaryLogarithm(x)
    case .round: roundedHalfUp(x)
    case .sign: x > 0 ? 1 : x < 0 ? -1 : x
    case .sin: sineOf(x)
    case .sinh: hyperbolicSine(x)
    case .sqrt: x.squareRoot()
    case .tan: tangentOf(x)
    case .tanh: hyperbolicTangent(x)
    case .trunc: x.rounded(.towardZero)
    default: .nan
    }
  }

  private func extreme(
    _ arguments: Arguments, isMaximum: Bool
  ) throws(Exception) -> Double {
    var result = isMaximum ? -Double.infinity : .infinity
    for index in 0..<arguments.count {
      let x = try context.toNumber(arguments[index])
      if result.isNaN { continue }
      if x.isNaN {
        result = x
      } else if isMaximum ? x > result : x < result {
        result = x
      } else if x == 0, result == 0, isMaximum ? x.sign == .plus : x.sign == .minus {
        result = x
      }
    }
    try context.count(steps: arguments.count)
    return result
  }

  private func hypotenuse(_ arguments: Arguments) throws(Exception) -> Double {
    var values: [Double] = []
    for index in 0..<arguments.count {
      values.append(try context.toNumber(arguments[index]).magnitude)
    }
    return hypotenuseOf(values)
  }
}

/// Returns the nearest whole number. Halves are rounded up.
func roundedHalfUp(_ x: Double) -> Double {
  guard x.magnitude < 0x1p52 else { return x }
  let down = x.rounded(.down)
  let result = x - down >= 0.5 ? down + 1 : down
  return result == 0 ? Double(signOf: x, magnitudeOf: 0) : result
}
