/// The random numbers of an evaluation: functions of the file, the seed and, unless they are
/// timeless, the frame. They are computed with integers only.
struct ExpressionRandom {
  /// The argument of `seedRandom`.
  var seed = 0.0
  var isTimeless = false
  /// The number of random numbers generated so far.
  private var count: UInt64 = 0

  /// Returns the next number, at least 0 and less than 1.
  mutating func next(layer: Int, position: Int, time: Double) -> Double {
    count += 1
    var hash = Self.mixed(UInt64(truncatingIfNeeded: layer) << 32 | UInt64(position))
    hash = Self.mixed(hash ^ seed.bitPattern)
    if !isTimeless { hash = Self.mixed(hash ^ (time + 0).bitPattern) }
    return Self.fraction(Self.mixed(hash ^ count))
  }

  /// Returns the seed of `wiggle`, which is the same in all frames.
  func wiggleSeed(layer: Int, position: Int) -> UInt64 {
    let hash = Self.mixed(UInt64(truncatingIfNeeded: layer) << 32 | UInt64(position))
    return Self.mixed(hash ^ seed.bitPattern ^ 0x7769_6767_6C65)
  }

  /// Returns the finalizer of SplitMix64, after its increment.
  static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// Returns a number from 0 to 1, exclusive, from 53 of the bits.
  static func fraction(_ bits: UInt64) -> Double { Double(bits >> 11) * 0x1p-53 }
}

/// A smooth function of time that passes through a random number in -1 ... 1 at each integer.
enum WiggleNoise {
  static func value(at time: Double, seed: UInt64) -> Double {
    let whole = time.rounded(.down)
    guard whole.magnitude < 0x1p52 else { return 0 }
    let part = time - whole
    let first = number(Int64(whole), seed)
    let second = number(Int64(whole) &+ 1, seed)
    return first + (second - first) * (part * part * (3 - 2 * part))
  }

  private static func number(_ index: Int64, _ seed: UInt64) -> Double {
    let bits = ExpressionRandom.mixed(seed ^ UInt64(bitPattern: index))
    return ExpressionRandom.fraction(bits) * 2 - 1
  }
}

/// Gradient noise in space, similar to Perlin noise: -1 ... 1, smooth, and 0 at integer
/// coordinates.
enum GradientNoise {
  static func value(at point: SIMD3<Double>) -> Double {
    let cell = point.rounded(.down)
    // Don't use `max()` and `min()`, which ignore NaN.
    guard all((cell .< 0x1p52) .& (cell .> -0x1p52)) else { return 0 }
    let part = point - cell
    let fade = part * part * part * (part * (part * 6 - 15) + 10)
    func corner(_ x: Double, _ y: Double, _ z: Double) -> Double {
      let offset = SIMD3(x, y, z)
      return gradient(cell + offset, part - offset)
    }
    func mix(_ a: Double, _ b: Double, _ progress: Double) -> Double { a + (b - a) * progress }
    func row(_ y: Double, _ z: Double) -> Double { mix(corner(0, y, z), corner(1, y, z), fade.x) }
    func plane(_ z: Double) -> Double { mix(row(0, z), row(1, z), fade.y) }
    return min(max(mix(plane(0), plane(1), fade.z), -1), 1)
  }

  /// Returns the dot product of an offset with the gradient of a corner, which is one of the twelve
  /// edges of a cube.
  private static func gradient(_ corner: SIMD3<Double>, _ offset: SIMD3<Double>) -> Double {
    var hash = ExpressionRandom.mixed(UInt64(bitPattern: Int64(corner.x)))
    hash = ExpressionRandom.mixed(hash ^ UInt64(bitPattern: Int64(corner.y)))
    hash = ExpressionRandom.mixed(hash ^ UInt64(bitPattern: Int64(corner.z)))
    let first = hash & 1 == 0 ? 1.0 : -1.0
    let second = hash & 2 == 0 ? 1.0 : -1.0
    switch (hash >> 2) % 3 {
    case 0: return first * offset.x + second * offset.y
    case 1: return first * offset.x + second * offset.z
    default: return first * offset.y + second * offset.z
    }
  }
}
