import AnimCore

/// The results of a function for many arguments, to compare machines bit by bit.
package struct NumberSheet: Sendable {
  package let name: String
  package let values: [Double]

  /// Sheets of the elementary functions, of everything that converts time into values, and of
  /// filters.
  package static var all: [NumberSheet] {
    [
      elementary, timingFunctions, springs, mediaTiming, interpolations, fractions, timestamps,
      filters,
    ]
  }

  /// The sheet as bytes: the bits of each number, most significant byte first.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count * 8)
    for value in values {
      // The bits of a NaN depend on the processor.
      let bits = (value.isNaN ? .nan : value).bitPattern
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
      }
    }
    return bytes
  }

  private static var elementary: NumberSheet {
    var random = SeededNumbers(seed: 11)
    var values: [Double] = []
    for index in 0..<4_000 {
      // From tiny to huge numbers.
      let scale = Double(sign: .plus, exponent: index % 80 - 40, significand: 1)
      let (x, y) = (random.number(-scale...scale), random.number(-scale...scale))
      let (sine, cosine) = sineAndCosine(x)
      values += [sine, cosine, arctangent(y, over: x), naturalLogarithm(x.magnitude)]
      let small = random.number(-80...80)
      values += [exponential(small), exponentialMinusOne(small / 64)]
    }
    return NumberSheet(name: "elementary", values: values)
  }

  private static var timingFunctions: NumberSheet {
    var random = SeededNumbers(seed: 12)
    var functions: [TimingFunction] = [
      .linear, .easeIn, .easeOut, .easeInEaseOut, .standard, .steps(7), .spring(.bouncy),
    ]
    for _ in 0..<40 {
      functions.append(
        TimingFunction(
          CubicBezier(
            random.number(0...1), random.number(-2...2), random.number(0...1),
            random.number(-2...2))))
    }
    return NumberSheet(
      name: "timing-functions",
      values: functions.flatMap { function in
        (0...200).map { function.value(at: Double($0) / 200) }
      })
  }

  private static var springs: NumberSheet {
    var random = SeededNumbers(seed: 13)
    var values: [Double] = []
    for _ in 0..<60 {
      let spring = Spring(
        duration: random.number(0.05...3), bounce: random.number(-0.9...0.9),
        initialVelocity: random.number(-20...20))
      values.append(spring.settlingDuration)
      for _ in 0..<60 {
        let time = random.number(0...4)
        values += [spring.value(at: time), spring.velocity(at: time)]
      }
    }
    return NumberSheet(name: "springs", values: values)
  }

  private static var mediaTiming: NumberSheet {
    var random = SeededNumbers(seed: 14)
    var values: [Double] = []
    for _ in 0..<80 {
      let timing = MediaTiming(
        delay: random.number(-1...2), duration: random.number(0.1...2),
        speed: random.number(-2...3), timeOffset: random.number(0...1),
        repeatCount: random.number(0.5...4), autoreverses: random.isOne(in: 2))
      values.append(timing.activeDuration)
      for _ in 0..<40 { values.append(timing.basicTime(at: random.number(-2...6)) ?? -1) }
    }
    return NumberSheet(name: "media-timing", values: values)
  }

  private static var interpolations: NumberSheet {
    var random = SeededNumbers(seed: 15)
    var values: [Double] = []
    for _ in 0..<1_000 {
      let progress = random.number(-0.2...1.2)
      let color = Color.interpolated(
        from: random.color(), to: random.color(), progress: progress)
      values.append(Double(color.argb))
      let point = Point.interpolated(
        from: random.point(), to: random.point(), progress: progress)
      values += [point.x, point.y]
    }
    return NumberSheet(name: "interpolations", values: values)
  }

  private static var fractions: NumberSheet {
    var random = SeededNumbers(seed: 16)
    var values: [Double] = []
    for _ in 0..<500 {
      let a = Fraction(RefreshRate(hertz: random.number(0.01...240)))
      let b = Fraction(random.index(below: 1_000_000) + 1)
      for result in [a + b, a - b, a * b, a / b] {
        values += [result.double, Double(result.floor), Double(result.ceiling)]
      }
    }
    return NumberSheet(name: "fractions", values: values)
  }

  private static var timestamps: NumberSheet {
    var random = SeededNumbers(seed: 17)
    var values: [Double] = []
    for _ in 0..<1_000 {
      let time = Timestamp(seconds: random.number(-1e6...1e6))
      values += [time.seconds, (time + random.number(-10...10)) - .zero]
    }
    return NumberSheet(name: "timestamps", values: values)
  }
}
